import { wireTime } from '#server/lib/wire-time.ts';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { isShown } from '#shared/rules/questions/answer-rules.ts';
import { maxLength, type Question, questionsOf } from '#shared/rules/questions/question-set.ts';
import { type CaseSet, type StoredAnswer, valuesOf } from './case-sets.ts';

/** Describes which questions of a set a reader sees, and to which of them the answers. */
export type SetView = {
  isListed: (question: Question, answer: StoredAnswer | undefined) => boolean;
  isReadable: (question: Question, answer: StoredAnswer) => boolean;
};

export const ALL: SetView = { isListed: () => true, isReadable: () => true };

function presentQuestion(question: Question, reason: string | undefined) {
  return {
    id: question.id,
    kind: question.kind,
    label: question.label,
    help: question.help ?? '',
    required: question.required ?? false,
    when: question.when ? { id: question.when.id, is: [...question.when.is] } : null,
    sensitive: question.sensitive ?? false,
    audience: question.audience ?? ('both' as const),
    max: maxLength(question),
    options: [...(question.options ?? [])],
    asked_again: reason ?? null,
  };
}

/** Presents a set; answers to questions that are hidden now are kept and not shown (contract §8). */
export function presentSet(found: CaseSet, { isListed, isReadable }: SetView): CaseQuestionSet {
  const { definition, row, answers, reasons } = found;
  const values = valuesOf(found);
  const groups = definition.groups.map(({ title, questions }) => ({
    title,
    questions: questions
      .filter((question) => isListed(question, answers.get(question.id)))
      .map((question) => presentQuestion(question, reasons.get(question.id))),
  }));
  const shown = questionsOf(definition).flatMap((question) => {
    const answer = answers.get(question.id);
    const isVisible = answer && isShown(definition, question, values) && isReadable(question, answer);
    return isVisible ? [{ question, answer }] : [];
  });
  return {
    set: definition.set,
    title: definition.title,
    version: definition.version,
    state: row?.state ?? 'not_started',
    due_on: row?.due_on ?? null,
    groups: groups.filter(({ questions }) => questions.length > 0),
    answers: Object.fromEntries(
      shown.map(({ question, answer: { value, revision, author, answered_at } }) => [
        question.id,
        {
          value: value !== null && typeof value === 'object' ? [...value] : value,
          revision,
          by: author,
          at: wireTime(answered_at),
        },
      ]),
    ),
  };
}
