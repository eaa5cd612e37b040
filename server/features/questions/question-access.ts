import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import { mayRead } from '#shared/rules/case-access/case-access.ts';
import { isAskedOf } from '#shared/rules/questions/answer-rules.ts';
import { type Question, questionsOf } from '#shared/rules/questions/question-set.ts';
import type { CaseSet } from './case-sets.ts';

type AnswerOf = { user_id: number } | undefined;

/** Returns whether the person reads the answer to a question, and that there is one. */
export function mayReadAnswer(access: CaseAccess, question: Question, answer: AnswerOf): boolean {
  return mayRead(access, 'answers', {
    askedOf: question.audience ?? 'both',
    isSensitive: question.sensitive === true,
    isOwn: answer?.user_id === access.userId,
  });
}

/**
 * Returns whether a question is asked of the person. After a client has joined, the payer is asked
 * only what is for the payer, or what the client shares: a change of an answer shows the stored one.
 */
export function isAskedOfPerson(access: CaseAccess, question: Question): boolean {
  if (access.role === 'guardian') return false;
  return isAskedOf(question, access.role) && mayReadAnswer(access, question, undefined);
}

/** Returns whether a person has a question set in the list. */
export function hasSet(access: CaseAccess, { definition, answers }: Pick<CaseSet, 'definition' | 'answers'>): boolean {
  return questionsOf(definition).some((question) => isListedFor(access, question, answers.get(question.id)));
}

/** Returns whether a question is in the person's list. */
export function isListedFor(access: CaseAccess, question: Question, answer: AnswerOf): boolean {
  if (isAskedOfPerson(access, question) || answer?.user_id === access.userId) return true;
  // Before a client joins, the buyer is asked for no diagnosis and no offence.
  return access.hadClient && mayReadAnswer(access, question, answer);
}
