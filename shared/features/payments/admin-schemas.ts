import { z } from 'zod';
import { idParam, receiptIdText, requiredLine, timestamp } from '#shared/contract/fields.ts';

/** One step of a payment or a refund, as the books have it (decision 018). */
export const paymentEvent = z.object({
  id: z.int(),
  at: timestamp,
  /** `shared/rules/payments/payment-event.ts` has the words; a newer program may write others. */
  kind: z.string(),
  receipt_id: z.string(),
  /** Won; null before the provider has said. Any number that it may have said. */
  amount: z.int().nullable(),
  /** Id of the refund at the provider. */
  cancel_id: z.string().nullable(),
  note: z.string(),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

/** A payment attempt of an order. */
export const attemptParams = idParam.extend({ receiptId: receiptIdText });
export type AttemptParams = z.input<typeof attemptParams>;

export const dropAttemptBody = z.object({ reason: requiredLine(200, '중단하는 사유를 입력해주세요.') });
export type DropAttemptBody = z.infer<typeof dropAttemptBody>;
