import type { LegalDeadlineKind } from '#shared/rules/work/legal-deadlines.ts';

/** `paper` asks for a file and `notice` only tells something: neither takes an answer. */
export const QUESTION_KINDS = ['text', 'long', 'date', 'choice', 'choices', 'yes_no', 'paper', 'notice'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const SET_STATES = ['not_started', 'started', 'submitted', 'asked_again', 'confirmed'] as const;
export type SetState = (typeof SET_STATES)[number];

export const AUDIENCES = ['client', 'payer', 'both'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The question of every set that asks whether the client answers; a page that knows it does not ask again. */
export const ANSWERS_SELF = 'answers_self';

export type QuestionOption = { readonly id: string; readonly label: string };

/** One question. What is left out is: not required, not sensitive, for both, always shown. */
export type Question = {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** Shown only while the answer to another question is, or holds, one of these values. */
  readonly when?: { readonly id: string; readonly is: readonly (string | boolean)[] };
  /** Health, offences or sexual life: opens after the client's own consent (contract §8). */
  readonly sensitive?: boolean;
  readonly audience?: Audience;
  readonly max?: number;
  readonly options?: readonly QuestionOption[];
  /** The answer is the day from which this deadline runs. */
  readonly deadline?: LegalDeadlineKind;
};

export type QuestionGroup = { readonly title: string; readonly questions: readonly Question[] };

/** A version of a set; a version that was published is never edited, since answers refer to it. */
export type QuestionSet = {
  readonly set: string;
  readonly title: string;
  readonly version: number;
  /** The services whose paid orders have the set at once. */
  readonly serviceIds: readonly number[];
  readonly groups: readonly QuestionGroup[];
};

/** A value that an answer can have; null: cleared. */
export type AnswerValue = string | boolean | readonly string[] | null;
/** The values of answers by question. */
export type AnswerValues = Readonly<Record<string, AnswerValue | undefined>>;

const MAX_TEXT = 200;
const MAX_LONG = 4000;

/** Longest answer in characters; null for a kind that is no text. */
export function maxLength({ kind, max }: Pick<Question, 'kind' | 'max'>): number | null {
  if (kind === 'text') return Math.min(max ?? MAX_TEXT, MAX_TEXT);
  if (kind === 'long') return Math.min(max ?? MAX_LONG, MAX_LONG);
  return null;
}

export function questionsOf({ groups }: Pick<QuestionSet, 'groups'>): readonly Question[] {
  return groups.flatMap(({ questions }) => questions);
}

export function findQuestion(set: Pick<QuestionSet, 'groups'>, id: string): Question | undefined {
  return questionsOf(set).find((question) => question.id === id);
}
