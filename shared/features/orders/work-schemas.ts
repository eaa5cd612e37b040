import { z } from 'zod';
import {
  deadlineDay,
  id,
  idParam,
  line,
  requiredId,
  requiredLine,
  requiredText,
  seenVersion,
  text,
  timestamp,
} from '#shared/contract/fields.ts';
import { filing, overrideBody } from '#shared/features/casework/gate-schemas.ts';
import { clientId } from '#shared/features/consultations/schemas.ts';
import { MAX_MESSAGE } from '#shared/rules/message-limits.ts';
import { CALL_OUTCOMES } from '#shared/rules/work/calls.ts';
import { WORK_STATES } from '#shared/rules/work/work-state.ts';
import { lawyer, orderStep, orderWork } from './schemas.ts';

const ASSIGNEE_MESSAGE = '담당자를 선택해주세요.';
const STATE_MESSAGE = '업무 상태를 선택해주세요.';
const AGAIN_MESSAGE = '다시 전화할 시각을 입력해주세요.';
const STEP_MESSAGE = '단계 이름을 입력해주세요.';
const STEPS_MESSAGE = '단계 번호를 새 순서대로 모두 보내주세요.';
const MAX_SELECTED = 200;
export const MAX_STEPS = 50;
export const MAX_STEP_TITLE = 100;

/** Which administrator takes a case; `name` and `title` as customers read them. */
export const orderAssignee = lawyer.extend({ id, login: z.string() });
export type OrderAssignee = z.infer<typeof orderAssignee>;

/** As administrators see it: with the first call to the buyer, and who made it. */
export const adminOrderWork = orderWork.omit({ lawyer: true }).extend({
  contacted_at: timestamp.nullable(),
  contacted_by: z.string().nullable(),
});
export type AdminOrderWork = z.infer<typeof adminOrderWork>;

const assignee = z.object({ user_id: requiredId(ASSIGNEE_MESSAGE).nullable() });

/**
 * An administrator who takes cases, or null for none. `seen` is who took the case when the page was
 * read: another one by now is refused.
 */
export const assignOrderBody = assignee.extend({ seen: id.nullable().optional() });
export type AssignOrderBody = z.infer<typeof assignOrderBody>;

/** The orders that an act is for; each of them has its own result. */
const orderIds = z
  .array(id, { error: '주문을 선택해주세요.' })
  .min(1, '주문을 선택해주세요.')
  .max(MAX_SELECTED, `한 번에 ${MAX_SELECTED}건까지 선택할 수 있습니다.`);

export const assignOrdersBody = assignee.extend({ order_ids: orderIds });
export type AssignOrdersBody = z.infer<typeof assignOrdersBody>;

/** One line for each order of the body, in its order; `error` says why it was left as it was. */
export const orderResult = z.object({
  order_id: id,
  is_done: z.boolean(),
  code: z.string().nullable(),
  error: z.string().nullable(),
});
export type OrderResult = z.infer<typeof orderResult>;

/**
 * The firm has called the buyer: now unless `at` says when. The note is read by administrators
 * alone; `again_at` is when the firm calls next.
 */
export const recordContactBody = z
  .object({
    at: z.iso.datetime({ offset: true, error: '연락한 시각이 올바르지 않습니다.' }).nullish(),
    note: text(2000, '메모를 문자로 입력해주세요.').nullish(),
    outcome: z.enum(CALL_OUTCOMES, { error: '통화 결과를 선택해주세요.' }).default('reached'),
    again_at: z.iso.datetime({ offset: true, error: AGAIN_MESSAGE }).nullish(),
  })
  .refine(({ outcome, again_at }) => outcome !== 'call_again' || again_at != null, {
    path: ['again_at'],
    message: AGAIN_MESSAGE,
  });
export type RecordContactBody = z.input<typeof recordContactBody>;
export type ValidRecordContactBody = z.output<typeof recordContactBody>;

/** `callId` of a path. */
export const callParams = idParam.extend({ callId: idParam.shape.id });
export type CallParams = z.input<typeof callParams>;

/** A call to the buyer; `by` is the administrator, as in `admin (관리자)`. */
export const orderCall = z.object({
  id,
  at: timestamp,
  by: z.string(),
  outcome: z.enum(CALL_OUTCOMES),
  note: z.string(),
  again_at: timestamp.nullable(),
  /** When the customer's notice of it was queued; null for the others. */
  told_at: timestamp.nullable(),
});
export type OrderCall = z.infer<typeof orderCall>;

/**
 * `isConfirmed` starts the work although the customer asks for a refund. `isStarted` is the short form:
 * started or not, without a question.
 */
export const moveWorkBody = z
  .object({
    state: z.enum(WORK_STATES, { error: STATE_MESSAGE }).optional(),
    isConfirmed: z.boolean({ error: STATE_MESSAGE }).default(false),
    isStarted: z.boolean({ error: '업무 시작 여부를 선택해주세요.' }).optional(),
  })
  .transform(({ state, isConfirmed, isStarted }, context) => {
    if (state !== undefined) return { state, isConfirmed };
    if (isStarted !== undefined) {
      return { state: isStarted ? ('in_progress' as const) : ('waiting' as const), isConfirmed: true };
    }
    context.issues.push({ code: 'custom', path: ['state'], message: STATE_MESSAGE, input: state });
    return z.NEVER;
  });
export type MoveWorkBody = z.input<typeof moveWorkBody>;
export type ValidMoveWorkBody = z.output<typeof moveWorkBody>;

const stepFields = {
  title: requiredLine(MAX_STEP_TITLE, STEP_MESSAGE),
  due_on: deadlineDay,
  note: line(500).nullish(),
  is_done: z.boolean({ error: '완료 여부를 선택해주세요.' }).optional(),
  /** Shown to no customer, and in no event, mail or own data. */
  is_private: z.boolean({ error: '공개 여부를 선택해주세요.' }).optional(),
  filing,
};

/** A step as administrators read it; `filing` is left out of one that is not filed in the client's name. */
export const adminOrderStep = orderStep.extend({ is_private: z.boolean(), filing: z.literal(true).optional() });
export type AdminOrderStep = z.infer<typeof adminOrderStep>;

export const createStepBody = z.object(stepFields);
export type CreateStepBody = z.input<typeof createStepBody>;
export type ValidCreateStepBody = z.output<typeof createStepBody>;

/** One step for several orders; it is not done yet. */
export const addStepsBody = createStepBody.pick({ title: true, due_on: true, note: true, is_private: true }).extend({
  order_ids: orderIds,
});
export type AddStepsBody = z.input<typeof addStepsBody>;
export type ValidAddStepsBody = z.output<typeof addStepsBody>;

/** One message to the customers of several orders; the same `client_id` again sends nothing twice. */
export const messageOrdersBody = z.object({
  order_ids: orderIds,
  text: requiredText(MAX_MESSAGE, '메시지를 입력해주세요.'),
  client_id: clientId,
});
export type MessageOrdersBody = z.input<typeof messageOrdersBody>;
export type ValidMessageOrdersBody = z.output<typeof messageOrdersBody>;

export const sentMessageParams = z.object({ clientId });
export type SentMessageParams = z.input<typeof sentMessageParams>;

/** To how many orders a message was taken back; 0 once the minute is over. */
export const takenBack = z.object({ taken_back: z.int() });
export type TakenBack = z.infer<typeof takenBack>;

/** All that is left out stays. `override` asks to file before the client has signed the letter. */
export const updateStepBody = z.object({
  ...stepFields,
  title: stepFields.title.optional(),
  version: seenVersion,
  override: overrideBody.optional(),
});
export type UpdateStepBody = z.input<typeof updateStepBody>;
export type ValidUpdateStepBody = z.output<typeof updateStepBody>;

const stepIds = z.array(id, { error: STEPS_MESSAGE }).min(1, STEPS_MESSAGE).max(MAX_STEPS, STEPS_MESSAGE);

/** All steps of the order, in their new order; `seen` is the order that was seen: another one by now is refused. */
export const reorderStepsBody = z.object({ step_ids: stepIds, seen: stepIds.optional() });
export type ReorderStepsBody = z.infer<typeof reorderStepsBody>;

/** `stepId` of a path. */
export const stepParams = idParam.extend({ stepId: idParam.shape.id });
export type StepParams = z.input<typeof stepParams>;

/** How the orders of a service begin: who takes them, and which steps they are given. */
export const serviceWorkBody = z.object({
  assignee_id: id.nullable(),
  /** Titles; an empty list: the shop's own steps. */
  steps: z
    .array(requiredLine(MAX_STEP_TITLE, STEP_MESSAGE))
    .max(MAX_STEPS, `단계는 ${MAX_STEPS}개까지 만들 수 있습니다.`),
  version: seenVersion,
});
export type ServiceWorkBody = z.infer<typeof serviceWorkBody>;

export const serviceWork = serviceWorkBody.extend({ version: z.int() });
export type ServiceWork = z.infer<typeof serviceWork>;
