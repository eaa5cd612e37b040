import type { Generated, GeneratedAlways } from 'kysely';
import type { SetState } from '#shared/rules/questions/question-set.ts';
import type { DeadlineKind } from '#shared/rules/work/legal-deadlines.ts';
import type { PaperForm } from '#shared/rules/work/paper-forms.ts';
import type { PaperState } from '#shared/rules/work/paper-state.ts';
import type { CreatedAt } from './columns.ts';

/** A question set of a case, from its first answer or act of staff on. */
export type OrderQuestionSetsTable = {
  id: Generated<number>;
  order_id: number;
  set_name: string;
  /** Of the definition in `content/questions`. */
  version: number;
  state: Generated<SetState>;
  due_on: string | null;
  created_at: CreatedAt;
};

export type QuestionAnswersTable = {
  id: Generated<number>;
  set_id: number;
  question: string;
  revision: number;
  /** The value as JSON, encrypted; null: cleared. */
  value_sealed: Buffer | null;
  author: 'client' | 'payer' | 'firm';
  user_id: number;
  /** Was part of a submitted set: a change is a new row. */
  is_submitted: Generated<boolean>;
  answered_at: Date;
};

export type QuestionsAskedAgainTable = {
  id: Generated<number>;
  set_id: number;
  question: string;
  reason_sealed: Buffer | null;
};

/** A deadline of a case. */
export type OrderDeadlinesTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  kind: DeadlineKind;
  title: string;
  /** Days in Korea, as `2026-03-01`. */
  starts_on: string;
  last_day: string;
  source: 'answer' | 'staff';
  /** The question whose answer it follows, as `set.question`. */
  question: string | null;
  confirmed_by: number | null;
  created_at: CreatedAt;
};

/** A paper that the firm asks of a person in a case. */
export type OrderPapersTable = {
  id: Generated<number>;
  order_id: number;
  title: string;
  why_sealed: Buffer | null;
  asked_of: 'client' | 'payer';
  due_on: string | null;
  state: Generated<PaperState>;
  /** Why it was returned or is not needed. */
  reason_sealed: Generated<Buffer | null>;
  /** Filed in the client's name: waits for the letter. */
  is_filing: Generated<boolean>;
  /** The form that the client prints and signs with a pen. */
  form: PaperForm | null;
  created_at: CreatedAt;
};

/** Why a step or paper is filed before the client has signed the letter; a second administrator approves it. */
export type GateOverridesTable = {
  id: Generated<number>;
  order_id: number;
  step_id: number | null;
  paper_id: number | null;
  reason_sealed: Buffer | null;
  asked_by: number;
  asked_at: Date;
  approved_by: number | null;
  approved_at: Date | null;
};
