import { z } from 'zod';
import {
  deadlineDay,
  id,
  line,
  militaryStatus,
  orderStatus,
  relationship,
  requiredId,
  serviceCategory,
  text,
  timestamp,
  won,
} from '#shared/contract/fields.ts';
import { attachment } from '#shared/features/attachments/schemas.ts';
import { caseTask, paper } from '#shared/features/casework/paper-schemas.ts';
import { deadline } from '#shared/features/casework/schemas.ts';
import { caseRoom, messageAuthor } from '#shared/features/consultations/schemas.ts';
import { caseLetter } from '#shared/features/letters/schemas.ts';
import { caseRole, participant } from '#shared/features/participants/schemas.ts';
import { termsReference } from '#shared/features/terms/schemas.ts';
import { CALLEES } from '#shared/rules/work/callback-slots.ts';
import { WORK_STATES } from '#shared/rules/work/work-state.ts';
import { orderRefund } from './refund-schemas.ts';

const MAX_TERMS = 200;
/** Longest texts that a buyer adds to an order, in characters (contract §3). */
export const MAX_CASE_DESCRIPTION = 500;
export const MAX_CONTACT_WINDOW = 60;
const TERMS_MESSAGE = '동의한 약관이 올바르지 않습니다.';

export const placeOrderBody = z.object({
  service_id: requiredId('신청할 서비스를 선택해주세요.'),
  soldier_id: id.nullish().transform((value) => value ?? null),
  selected_plan: z.string({ error: '상품 옵션을 선택해주세요.' }).max(200, '상품 옵션이 올바르지 않습니다.'),
  price: won,
  /**
   * Names what the page showed; it is refused when that is no longer the newest. Without it the newest
   * counts.
   */
  agreed_terms: z
    .array(termsReference.pick({ filename: true, version: true }), { error: TERMS_MESSAGE })
    .max(MAX_TERMS, TERMS_MESSAGE)
    .nullish(),
  /** Tells what has happened, in the buyer's words. */
  case_description: text(MAX_CASE_DESCRIPTION, '무슨 일인지 문자로 입력해주세요.').nullish(),
  /** When the soldier has to appear or to answer; a day in Korea as `2026-03-01`. */
  deadline_on: deadlineDay,
  /** When the buyer can be reached by telephone. */
  contact_window: line(MAX_CONTACT_WINDOW).nullish(),
});
export type PlaceOrderBody = z.input<typeof placeOrderBody>;
export type ValidPlaceOrderBody = z.output<typeof placeOrderBody>;

export const placedOrder = z.object({
  orderId: id,
  order_number: z.string(),
  order_name: z.string(),
  price: won,
});
export type PlacedOrder = z.infer<typeof placedOrder>;

/** A buyer can do one thing to an order: cancel it. */
export const cancelOrderBody = z.object({
  status: z.literal('cancelled', { error: '주문 상태는 취소로만 바꿀 수 있습니다.' }),
});
export type CancelOrderBody = z.infer<typeof cancelOrderBody>;

const virtualAccount = z.object({
  bank_name: z.string(),
  account_number: z.string(),
  holder: z.string(),
  expires_at: timestamp.nullable(),
});
export type VirtualAccount = z.infer<typeof virtualAccount>;

export const orderPayment = z.object({
  method: z.string(),
  transaction_id: z.string(),
  paid_at: timestamp.nullable(),
  receipt_url: z.string().nullable(),
  virtual_account: virtualAccount.optional(),
});

/**
 * The soldier as they were when the order was made: later edits and deletion leave it alone
 * (contract §3).
 */
export const orderSoldier = z.object({
  fullname: z.string(),
  relationship,
  military_status: militaryStatus,
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type OrderSoldier = z.infer<typeof orderSoldier>;

/** Who takes the case, as the firm names the person to customers. */
export const lawyer = z.object({ name: z.string(), title: z.string() });
export type Lawyer = z.infer<typeof lawyer>;

/** How far the firm is. `contact_by`: until when it calls, null while the order is not paid. */
export const orderWork = z.object({
  state: z.enum(WORK_STATES),
  contact_by: timestamp.nullable(),
  started_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
  lawyer: lawyer.nullable(),
});
export type OrderWork = z.infer<typeof orderWork>;

/** The buyer's words about the case, empty or null when nothing was said. */
export const orderCase = z.object({
  case_description: z.string(),
  deadline_on: z.string().nullable(),
  contact_window: z.string(),
});

/** A step of a case as the customer reads it (contract §5); private ones are left out. */
export const orderStep = z.object({
  id,
  title: z.string(),
  due_on: z.string().nullable(),
  done_at: timestamp.nullable(),
  note: z.string(),
  version: z.int(),
});
export type OrderStep = z.infer<typeof orderStep>;

/** The call that the customer has booked (contract §7). */
export const orderCallback = z.object({ starts_at: timestamp, ends_at: timestamp, whom: z.enum(CALLEES) });
export type OrderCallback = z.infer<typeof orderCallback>;

export const timelineEntry = z.object({ status: orderStatus, timestamp, note: z.string() });

/**
 * An order as a person with a part in it reads it (contract §8): the money and the buyer's words are
 * for the one who pays, the work for those who may read the case's progress.
 */
export const order = z.object({
  id,
  order_number: z.string(),
  my_role: caseRole,
  /** Empty for a guardian. */
  participants: z.array(participant),
  user_id: id,
  soldier_id: id.nullable(),
  service_id: id,
  service_name: z.string(),
  service_title: z.string(),
  category: serviceCategory,
  selected_plan: z.string(),
  /** Null, as payment and refund, for a reader who does not pay. */
  price: won.nullable(),
  paid_price: won.nullable(),
  status: orderStatus,
  created_at: timestamp,
  /** Null for a guardian, too. */
  soldier: orderSoldier.nullable(),
  /** The terms that the buyer agreed to; null for orders of before they were kept. */
  agreed_terms: z.array(termsReference).nullable(),
  payment: orderPayment.nullable(),
  timeline: z.array(timelineEntry),
  refund: orderRefund.nullable(),
  ...orderCase.shape,
  /** Null, and the steps empty, for a reader who may not read the progress. */
  work: orderWork.nullable(),
  steps: z.array(orderStep),
  /** Null where none is booked, once the firm has called, and for a reader who may not read appointments. */
  callback: orderCallback.nullable(),
  /** The number that the firm calls: the buyer's account's, changed in the profile; to a client, the soldier's. */
  contact_phone: z.string(),
});
export type Order = z.infer<typeof order>;

/** A file of the order's conversation, with who sent it. */
const orderDocument = attachment.extend({
  from: z.enum(['customer', 'staff']),
  author: messageAuthor,
  is_own: z.boolean(),
  created_at: timestamp,
});
export type OrderDocument = z.infer<typeof orderDocument>;

/** The case room of an order: it gains what its conversation holds. */
export const orderDetail = order.extend({
  /** The open conversation of the reader's own room, else the last one; null where there is none. */
  conversation_id: id.nullable(),
  /** The rooms of the case that the reader may read, the own one first; a guardian has none. */
  rooms: z.array(caseRoom),
  /** The newest 200. */
  documents: z.array(orderDocument),
  /** Deadlines that the reader may see (contract §8). */
  deadlines: z.array(deadline),
  papers: z.array(paper),
  /** Null while none was offered that the reader signs. */
  letter: caseLetter.nullable(),
  /** Things that wait for the reader. */
  tasks: z.array(caseTask),
});
export type OrderDetail = z.infer<typeof orderDetail>;
