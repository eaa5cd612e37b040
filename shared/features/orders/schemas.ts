import { z } from 'zod';
import { id, militaryStatus, relationship, requiredId, timestamp, won } from '#shared/contract/fields.ts';
import { termsReference } from '#shared/features/terms/schemas.ts';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { SERVICE_CATEGORIES } from '#shared/rules/service-category.ts';
import { orderRefund } from './refund-schemas.ts';

const MAX_TERMS = 200;
const TERMS_MESSAGE = '동의한 약관이 올바르지 않습니다.';

export const placeOrderBody = z.object({
  service_id: requiredId('신청할 서비스를 선택해주세요.'),
  soldier_id: id.nullish().transform((value) => value ?? null),
  selected_plan: z.string({ error: '상품 옵션을 선택해주세요.' }).max(200, '상품 옵션이 올바르지 않습니다.'),
  price: won,
  /** What the page showed; it is refused when that is no longer the newest. Without it the newest counts. */
  agreed_terms: z
    .array(termsReference.pick({ filename: true, version: true }), { error: TERMS_MESSAGE })
    .max(MAX_TERMS, TERMS_MESSAGE)
    .nullish(),
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

/** The soldier as they were when the order was made: later edits and deletion leave it alone (contract §3). */
export const orderSoldier = z.object({
  fullname: z.string(),
  relationship,
  military_status: militaryStatus,
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type OrderSoldier = z.infer<typeof orderSoldier>;

const timelineEntry = z.object({ status: z.enum(ORDER_STATUSES), timestamp, note: z.string() });

export const order = z.object({
  id,
  order_number: z.string(),
  user_id: id,
  soldier_id: id.nullable(),
  service_id: id,
  service_name: z.string(),
  service_title: z.string(),
  category: z.enum(SERVICE_CATEGORIES),
  selected_plan: z.string(),
  price: won,
  paid_price: won,
  status: z.enum(ORDER_STATUSES),
  created_at: timestamp,
  soldier: orderSoldier.nullable(),
  /** The terms that it was made under; null for orders of before they were kept. */
  agreed_terms: z.array(termsReference).nullable(),
  payment: orderPayment.nullable(),
  timeline: z.array(timelineEntry),
  refund: orderRefund,
});
export type Order = z.infer<typeof order>;
