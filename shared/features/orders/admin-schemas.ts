import { z } from 'zod';
import {
  exportReason,
  koreanDay,
  koreanMonth,
  pageQuery,
  searchText,
  sortFields,
} from '#shared/contract/admin-lists.ts';
import { id, line, orderStatus, requiredText, serviceCategory, timestamp, won } from '#shared/contract/fields.ts';
import { filingGate } from '#shared/features/casework/gate-schemas.ts';
import { caseTask, paper } from '#shared/features/casework/paper-schemas.ts';
import { deadline } from '#shared/features/casework/schemas.ts';
import { adminCaseRoom } from '#shared/features/consultations/admin-schemas.ts';
import { adminLetter } from '#shared/features/letters/schemas.ts';
import { participant } from '#shared/features/participants/schemas.ts';
import { caseQuestionSet } from '#shared/features/questions/schemas.ts';
import { termsReference } from '#shared/features/terms/schemas.ts';
import { ORDER_STATUSES, type OrderStatus } from '#shared/rules/order-status.ts';
import { ATTEMPT_STATES } from '#shared/rules/payments/payment-status.ts';
import { REFUND_STATES } from '#shared/rules/payments/refund-status.ts';
import { PENDING_TASKS } from '#shared/rules/pending-task.ts';
import { ORDER_SORTS, WORK_FILTERS } from '#shared/rules/work/order-list.ts';
import { conflict } from './conflict-schemas.ts';
import { orderProof, proofKind } from './money-schemas.ts';
import { adminRefundProposal, adminRefundRequest } from './refund-schemas.ts';
import { orderCallback, orderCase, orderPayment, orderSoldier } from './schemas.ts';
import { adminOrderStep, adminOrderWork, orderAssignee, orderCall } from './work-schemas.ts';

const ASSIGNEE_MESSAGE = '담당자가 올바르지 않습니다.';
const STATUS_MESSAGE = '주문 상태가 올바르지 않습니다.';

/** `completed` is another word for confirmed, at this edge only (contract §3). */
function asStored<Status extends OrderStatus>(status: Status | 'completed'): Status | 'confirmed' {
  return status === 'completed' ? 'confirmed' : status;
}

/** Holds what list and export are narrowed by; days are those of Korea, both included. */
const orderFilters = z.object({
  status: z
    .enum(['all', 'completed', ...ORDER_STATUSES], { error: STATUS_MESSAGE })
    .default('all')
    .transform((status) => (status === 'all' ? undefined : asStored(status))),
  /** Only paid orders that no administrator has handled. */
  untouched: z
    .enum(['0', '1'])
    .optional()
    .transform((flag) => flag === '1'),
  /** Orders that something waits for, as the dashboard counts it. */
  waiting: z.enum(PENDING_TASKS, { error: '처리할 일의 종류가 올바르지 않습니다.' }).optional(),
  /**
   * Order number, service, user name, login id, phone, receipt id; one character alone is looked
   * for at their beginning.
   */
  q: searchText,
  /** Who takes the case: the person who asks, no one, or an administrator by id. */
  assignee: z
    .string({ error: ASSIGNEE_MESSAGE })
    .regex(/^(me|none|[1-9]\d{0,8})$/, ASSIGNEE_MESSAGE)
    .optional()
    .transform((text) => (text === undefined || text === 'me' || text === 'none' ? text : Number(text))),
  /** Paid orders by how far the firm's work is; `open`: not closed. */
  work: z.enum(WORK_FILTERS, { error: '업무 상태가 올바르지 않습니다.' }).optional(),
  /** Paid orders whose buyer was not called yet: all, or those whose promised time is over. */
  contact: z.enum(['open', 'overdue'], { error: '연락 상태가 올바르지 않습니다.' }).optional(),
  /** Open cases of which a deadline or a step ends by the end of this week, or is late. */
  due: z.enum(['week'], { error: '기한이 올바르지 않습니다.' }).optional(),
  proof: proofKind.optional(),
  from: koreanDay,
  to: koreanDay,
});
export type OrderFilters = z.output<typeof orderFilters>;

/** Each count is that of its filter together with all others (contract §9). */
export const orderCountsQuery = orderFilters;
export type OrderCountsQuery = z.input<typeof orderCountsQuery>;

/** Characters that the reason of an export may have. */

/** Holds what the file of a month is for; `internal` alone names people. */
export const EXPORT_PURPOSES = ['tax', 'bank', 'internal'] as const;
export type ExportPurpose = (typeof EXPORT_PURPOSES)[number];

const TOGETHER_MESSAGE = '월과 용도를 함께 선택해주세요.';

/** With `month` and `purpose` the money of a month; the filters then do not count. */
export const adminOrdersExportQuery = orderFilters
  .extend({
    reason: exportReason,
    month: koreanMonth.optional(),
    purpose: z.enum(EXPORT_PURPOSES, { error: '파일의 용도가 올바르지 않습니다.' }).optional(),
  })
  .refine(({ month, purpose }) => (month === undefined) === (purpose === undefined), {
    error: TOGETHER_MESSAGE,
    path: ['month'],
  });
export type AdminOrdersExportQuery = z.input<typeof adminOrdersExportQuery>;

/**
 * Newest first unless `sort` and `order` say otherwise; orders without a `contact_by` or a `last_day` come last.
 */
export const adminOrdersQuery = pageQuery.extend({
  ...orderFilters.shape,
  ...sortFields(ORDER_SORTS),
});
export type AdminOrdersQuery = z.input<typeof adminOrdersQuery>;

export const adminOrderListItem = z.object({
  id,
  order_number: z.string(),
  service_title: z.string(),
  category: serviceCategory,
  user_name: z.string(),
  /** The login id. */
  user_id: z.string(),
  /** Of the account, for `/api/admin/users/:id`. */
  account_id: id,
  soldier_name: z.string().nullable(),
  selected_plan: z.string(),
  price: won,
  paid_price: won,
  status: orderStatus,
  created_at: timestamp,
  user_phone: z.string(),
  assignee: orderAssignee.nullable(),
  work: adminOrderWork.omit({ contacted_by: true }),
  /** When the soldier has to appear or to answer, as the buyer said. */
  deadline_on: z.string().nullable(),
  /** The first last day among the deadlines of an open case; left out without one. */
  last_day: z.string().optional(),
  /** How many things wait for the firm in an open case: answers and papers to check, letters, approvals. */
  firm_tasks: z.int().min(1).optional(),
  /** The first step that is not done; left out without one. */
  next_step: z.object({ title: z.string(), due_on: z.string().nullable() }).optional(),
  /** When the firm last reached the customer by a call or an answer; left out before. */
  last_contact_at: timestamp.optional(),
  /** The customer's refund request is not decided. */
  has_refund_request: z.boolean(),
});
export type AdminOrderListItem = z.infer<typeof adminOrderListItem>;

/** `last_error` has the provider's words about a refused one. */
const refundState = z.enum(REFUND_STATES);

export const adminRefund = z.object({
  id,
  receipt_id: z.string(),
  amount: won,
  reason: z.string(),
  /** Login id, or `system` for money that the shop gave back by itself. */
  requested_by: z.string(),
  state: refundState,
  /** `outside`: paid back by other means. */
  channel: z.enum(['provider', 'outside']),
  /** The buyer is asked for an account first. */
  awaits_account: z.boolean(),
  last_error: z.string(),
  attempts: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AdminRefund = z.infer<typeof adminRefund>;

const adminNote = z.object({
  id,
  text: z.string(),
  /** A visible one is in the customer's timeline; the others never leave the admin area. */
  isVisible: z.boolean(),
  author: z.string(),
  created_at: timestamp,
});

export const adminAttempt = z.object({
  receipt_id: z.string(),
  state: z.enum(ATTEMPT_STATES),
  amount: won.nullable(),
  /** Given back so far at the provider, and by other means. */
  cancelled_amount: won,
  returned_outside: won,
  /** Holds what can be given back of it now: captured, and no refund of it under way. */
  refundable: won,
  /** A deposit on a virtual account goes back only to an account that is named. */
  needs_account: z.boolean(),
  method: z.string(),
  paid_at: timestamp.nullable(),
  note: z.string(),
  /** When an administrator gave up on it. */
  dropped_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AdminAttempt = z.infer<typeof adminAttempt>;

/**
 * Who did it: the buyer, the payment, the clock or an administrator; `actor_name` is the person's
 * login id and name, as in `admin (관리자)`.
 */
const timelineEntry = z.object({
  status: orderStatus,
  timestamp,
  note: z.string(),
  actor: z.enum(['customer', 'payment', 'job', 'admin']),
  /** It is about the work, not about the order and its money. */
  is_progress: z.boolean(),
  actor_name: z.string().nullable(),
});

/** Another case of the same account, or of the same soldier under another one. */
export const otherOrder = z.object({
  id,
  order_number: z.string(),
  service_title: z.string(),
  status: orderStatus,
  soldier_name: z.string().nullable(),
  created_at: timestamp,
});

export const adminOrder = z.object({
  id,
  order_number: z.string(),
  selected_plan: z.string(),
  plan_description: z.string(),
  price: won,
  paid_price: won,
  /** Holds what can still be given back of its payment: paid, and no refund of it under way. */
  refundable: won,
  /** Holds what one administrator may still refund of the order without a second one; null: any amount. */
  refundable_alone: won.nullable(),
  status: orderStatus,
  created_at: timestamp,
  service: z.object({ id, title: z.string(), category: serviceCategory, price: won }),
  user: z.object({ id, fullname: z.string(), user_id: z.string(), phone: z.string(), email: z.string() }),
  soldier: orderSoldier.nullable(),
  /** Who takes part in the case (contract §8). */
  participants: z.array(participant),
  /** The terms that it was made under; null for orders of before they were kept. */
  agreed_terms: z.array(termsReference).nullable(),
  payment: orderPayment.nullable(),
  timeline: z.array(timelineEntry),
  /** When administrators began to work on it; null before. */
  work_started_at: timestamp.nullable(),
  ...orderCase.shape,
  work: adminOrderWork,
  assignee: orderAssignee.nullable(),
  steps: z.array(adminOrderStep),
  /** Calls to the buyer, in the order in which they were recorded. */
  calls: z.array(orderCall),
  /** The call that the customer has booked. */
  callback: orderCallback.nullable(),
  /** The newest conversation about the order. */
  conversation_id: id.nullable(),
  /** The rooms that customers read now, and those with a conversation (contract §8). */
  rooms: z.array(adminCaseRoom),
  /** Names of the other side, and the cases in which its people or those of this one stand opposite. */
  opponents: z.array(z.string()),
  conflicts: z.array(conflict),
  /** The newest twenty. */
  other_orders: z.array(otherOrder),
  /** The question sets of the case with all answers (contract §8). */
  questions: z.array(caseQuestionSet),
  deadlines: z.array(deadline),
  papers: z.array(paper),
  /** The newest letter, drafts too. */
  letter: adminLetter.nullable(),
  /** Says if something can be filed in the client's name, with the exceptions (contract §8). */
  gate: filingGate,
  tasks: z.array(caseTask),
  /** Which receipt was issued for the tax office. */
  proof: orderProof,
  /** Holds what the customer has asked for, oldest first; at most the last one is open. */
  refund_requests: z.array(adminRefundRequest),
  /** Those that need a second administrator, oldest first; at most the last one is open. */
  refund_proposals: z.array(adminRefundProposal),
  refunds: z.array(adminRefund),
  notes: z.array(adminNote),
  attempts: z.array(adminAttempt),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/** Moves no money (contract §3). The note appears in the customer's timeline. */
export const setOrderStatusBody = z.object({
  status: z
    .enum(['pending', 'processing', 'completed', 'confirmed', 'cancelled'], { error: STATUS_MESSAGE })
    .transform(asStored),
  note: line(500).default(''),
});
export type SetOrderStatusBody = z.input<typeof setOrderStatusBody>;
export type ValidSetOrderStatusBody = z.output<typeof setOrderStatusBody>;

export const addNoteBody = z.object({
  text: requiredText(2000, '내용을 입력해주세요.'),
  isVisible: z.boolean({ error: '공개 여부를 선택해주세요.' }).default(false),
});
export type AddNoteBody = z.input<typeof addNoteBody>;
export type ValidAddNoteBody = z.output<typeof addNoteBody>;
