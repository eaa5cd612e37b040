import { z } from 'zod';
import { requiredId, won } from './fields.ts';
import { orderResponse } from './orders.ts';

export const confirmPaymentRequest = z.object({
  order_id: requiredId('주문 번호가 필요합니다.'),
  receipt_id: z
    .string({ error: '결제 번호가 필요합니다.' })
    .regex(/^[A-Za-z0-9_-]{1,100}$/, '결제 번호가 올바르지 않습니다.'),
  price: won,
});
export type ConfirmPaymentRequest = z.infer<typeof confirmPaymentRequest>;

export const confirmPaymentResponse = z.object({ success: z.literal(true), order: orderResponse });
export type ConfirmPaymentResponse = z.infer<typeof confirmPaymentResponse>;

/** What the browser needs to open the payment window; never a secret. */
export const paymentSettings = z.object({
  /** Credentials of the client SDK: the client key, or the older application id. */
  key: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('client_key'), value: z.string() }),
    z.object({ kind: z.literal('application_id'), value: z.string() }),
  ]),
  /** True when the built-in sandbox plays the provider: no money moves. */
  sandbox: z.boolean(),
});
export type PaymentSettings = z.infer<typeof paymentSettings>;

/** What the provider's webhook must hold to be of use; the rest is read back from the provider. */
export const webhookRequest = z.object({
  receipt_id: confirmPaymentRequest.shape.receipt_id,
  order_id: z.string({ error: '주문 번호가 필요합니다.' }).min(1).max(100),
});
export type WebhookRequest = z.infer<typeof webhookRequest>;
