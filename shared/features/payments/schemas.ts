import { z } from 'zod';
import { line, receiptIdText, requiredId, requiredLine, won } from '#shared/contract/fields.ts';
import { order } from '#shared/features/orders/schemas.ts';
import { MAX_PRICE_WON } from '#shared/rules/price.ts';

export const confirmPaymentBody = z.object({
  order_id: requiredId('주문 번호가 필요합니다.'),
  receipt_id: receiptIdText,
  price: won,
});
export type ConfirmPaymentBody = z.infer<typeof confirmPaymentBody>;

export const confirmedPayment = z.object({ success: z.literal(true), order });
export type ConfirmedPayment = z.infer<typeof confirmedPayment>;

/** Holds what the browser needs to open the payment window; never a secret. */
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

/** A detail of a webhook: blank when it is missing or strange, since nothing depends on it. */
const detail = line(200).catch('');
const detailWon = z.int().min(0).max(MAX_PRICE_WON).nullable().catch(null);

/**
 * The provider's webhook. It must name a receipt and an order; the details are kept for
 * administrators to see, whatever else it holds is dropped, and what counts is read back from the
 * provider.
 */
export const webhookBody = z.object({
  receipt_id: confirmPaymentBody.shape.receipt_id,
  order_id: requiredLine(100, '주문 번호가 필요합니다.'),
  webhook_type: detail,
  cancelled_price: detailWon.optional(),
  price: detailWon,
  status: z.int().nullable().catch(null),
  status_locale: detail,
  method: detail,
  pg: detail,
  order_name: detail,
});
export type WebhookBody = z.input<typeof webhookBody>;
export type ValidWebhookBody = z.output<typeof webhookBody>;
