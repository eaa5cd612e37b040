import { isDay } from '#shared/text/day.ts';
import { DAY_MESSAGE } from '#shared/text/day-message.ts';
import { readDay, readLine, readText } from '#shared/text/typed-text.ts';
import {
  type AnswerValue,
  type AnswerValues,
  type Audience,
  findQuestion,
  maxLength,
  type Question,
  type QuestionKind,
  type QuestionSet,
  questionsOf,
  type SetState,
} from './question-set.ts';

const HAS_NO_ANSWER: readonly QuestionKind[] = ['paper', 'notice'];

/**
 * Returns whether the question is shown with these answers. A question that depends on a hidden one
 * is hidden, too.
 */
export function isShown(set: Pick<QuestionSet, 'groups'>, question: Question, answers: AnswerValues): boolean {
  const { when } = question;
  if (!when) return true;
  const asked = findQuestion(set, when.id);
  if (!asked || !isShown(set, asked, answers)) return false;
  const value = answers[when.id];
  if (value === undefined || value === null) return false;
  return typeof value === 'object' ? value.some((one) => when.is.includes(one)) : when.is.includes(value);
}

/** Describes who answers: a buyer who is the soldier answers the questions of both. */
export type Answerer = 'client' | 'payer' | 'both';

/** Returns whether a question is asked of this person. A sensitive one is asked of the client alone. */
export function isAskedOf({ audience = 'both', sensitive }: Question, answerer: Answerer): boolean {
  if (answerer === 'both') return true;
  if (sensitive && answerer === 'payer') return false;
  return audience === 'both' || audience === (answerer satisfies Audience);
}

/** Returns whether the value is an answer, not empty. */
export function isAnswered(value: AnswerValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || value.length > 0;
}

/** The required questions that are shown and have no answer, for the questions that `isAsked` names. */
export function missingQuestions(
  set: Pick<QuestionSet, 'groups'>,
  answers: AnswerValues,
  isAsked: (question: Question) => boolean,
): readonly Question[] {
  return questionsOf(set).filter(
    (question) =>
      question.required &&
      !HAS_NO_ANSWER.includes(question.kind) &&
      isAsked(question) &&
      isShown(set, question, answers) &&
      !isAnswered(answers[question.id]),
  );
}

export type ReadAnswer = { value: AnswerValue } | { problem: string };

const TEXT_PROBLEM = '문자로 입력해주세요.';
const CHOICE_PROBLEM = '보기에서 선택해주세요.';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function readWords(question: Question, value: unknown): ReadAnswer {
  if (typeof value !== 'string') return { problem: TEXT_PROBLEM };
  const max = maxLength(question) ?? 0;
  const words = question.kind === 'text' ? readLine(value) : readText(value);
  if (words.length > max) return { problem: `${max}자 이하로 입력해주세요.` };
  if (NO_TEXT.test(words) || (question.kind === 'text' && /[\n\t]/.test(words))) {
    return { problem: '사용할 수 없는 문자가 있습니다.' };
  }
  // A field that was emptied sends an empty text: that clears the answer.
  return { value: words === '' ? null : words };
}

function readChoices({ options = [] }: Question, value: unknown): ReadAnswer {
  if (!Array.isArray(value)) return { problem: CHOICE_PROBLEM };
  const chosen = options.map(({ id }) => id).filter((id) => value.includes(id));
  return chosen.length === value.length ? { value: chosen } : { problem: CHOICE_PROBLEM };
}

/** Reads a typed answer as the kind of the question has it; null clears. */
export function readAnswer(question: Question, value: unknown): ReadAnswer {
  if (HAS_NO_ANSWER.includes(question.kind)) return { problem: '답을 받지 않는 항목입니다.' };
  if (value === null) return { value: null };
  switch (question.kind) {
    case 'choice': {
      const chosen = question.options?.find(({ id }) => id === value);
      return chosen ? { value: chosen.id } : { problem: CHOICE_PROBLEM };
    }
    case 'choices':
      return readChoices(question, value);
    case 'yes_no':
      return typeof value === 'boolean' ? { value } : { problem: CHOICE_PROBLEM };
    case 'date': {
      const day = typeof value === 'string' ? readDay(value) : '';
      return isDay(day) ? { value: day } : { problem: DAY_MESSAGE };
    }
    default:
      return readWords(question, value);
  }
}

/** Returns whether a question takes answers in this state; after `asked_again` only those named with a reason. */
export function isOpen(state: SetState, isAskedAgain: boolean): boolean {
  return state === 'not_started' || state === 'started' || (state === 'asked_again' && isAskedAgain);
}

/** Staff confirm what was submitted, and ask again also after that. */
export function mayStaffMove(from: SetState, to: 'confirmed' | 'asked_again'): boolean {
  if (to === 'confirmed') return from === 'submitted' || from === 'confirmed';
  return from === 'submitted' || from === 'confirmed' || from === 'asked_again';
}
