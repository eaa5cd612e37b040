import { z } from 'zod';
import { deadlineDay, idParam, requiredLine, timestamp } from '#shared/contract/fields.ts';
import { AUDIENCES, QUESTION_KINDS, SET_STATES } from '#shared/rules/questions/question-set.ts';

const SET_MESSAGE = '질문지를 선택해주세요.';
const REVISION_MESSAGE = '수정 번호가 올바르지 않습니다.';
const MAX_NAME = 60;
const MAX_REASON = 300;

export const setParams = idParam.extend({ set: z.string().max(MAX_NAME) });
export type SetParams = z.input<typeof setParams>;

export const questionParams = setParams.extend({ question: z.string().max(MAX_NAME) });
export type QuestionParams = z.input<typeof questionParams>;

const question = z.object({
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  when: z.object({ id: z.string(), is: z.array(z.union([z.string(), z.boolean()])) }).nullable(),
  sensitive: z.boolean(),
  audience: z.enum(AUDIENCES),
  /** Longest text in characters. */
  max: z.int().nullable(),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
  /** The reason for which staff ask it again. */
  asked_again: z.string().nullable(),
});

/** A text, a day, ids of options or yes and no, as the kind of the question has it; null: cleared. */
export const answerValue = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable();

const answer = z.object({
  value: answerValue,
  revision: z.int(),
  by: z.enum(['client', 'payer', 'firm']),
  at: timestamp,
});

/** A question set of a case, with the answers that the reader may see (contract §8). */
export const caseQuestionSet = z.object({
  set: z.string(),
  title: z.string(),
  version: z.int(),
  state: z.enum(SET_STATES),
  due_on: z.string().nullable(),
  groups: z.array(z.object({ title: z.string(), questions: z.array(question) })),
  answers: z.record(z.string(), answer),
});
export type CaseQuestionSet = z.infer<typeof caseQuestionSet>;

/** `revision` is the one that was seen: 0 for a first answer. The value is checked by the question's kind. */
export const saveAnswerBody = z.object({
  value: z.unknown().refine((value) => value !== undefined, '답을 보내주세요. 지우려면 null을 보내주세요.'),
  revision: z.int({ error: REVISION_MESSAGE }).min(0, REVISION_MESSAGE),
});
export type SaveAnswerBody = z.input<typeof saveAnswerBody>;

export const savedAnswer = z.object({ revision: z.int() });
export type SavedAnswer = z.infer<typeof savedAnswer>;

export const openSetBody = z.object({ set: requiredLine(MAX_NAME, SET_MESSAGE), due_on: deadlineDay });
export type OpenSetBody = z.input<typeof openSetBody>;
export type ValidOpenSetBody = z.output<typeof openSetBody>;

/** Asking again names each question with the reason. */
export const moveSetBody = z
  .object({
    state: z.enum(['confirmed', 'asked_again'], { error: '질문지의 상태를 선택해주세요.' }),
    questions: z.record(z.string().max(MAX_NAME), requiredLine(MAX_REASON, '다시 묻는 까닭을 적어주세요.')).nullish(),
  })
  .refine(({ state, questions }) => state === 'confirmed' || Object.keys(questions ?? {}).length > 0, {
    path: ['questions'],
    message: '다시 물을 질문과 까닭을 적어주세요.',
  });
export type MoveSetBody = z.input<typeof moveSetBody>;
export type ValidMoveSetBody = z.output<typeof moveSetBody>;

export const questionSetInfo = z.object({ set: z.string(), title: z.string(), version: z.int() });
export type QuestionSetInfo = z.infer<typeof questionSetInfo>;
