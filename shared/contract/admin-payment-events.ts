import { z } from 'zod';
import { timestamp } from './fields.ts';

/** So many of an order's steps are shown: a provider that is away for a day is asked again each minute. */
export const PAYMENT_EVENTS_SHOWN = 500;

/** One step of a payment or a refund, as the books have it (decision 018). */
export const paymentEvent = z.object({
  id: z.int(),
  at: timestamp,
  /** `shared/rules/payments/payment-event.ts` has the words; a newer program may write others. */
  kind: z.string(),
  receipt_id: z.string(),
  /** Won; null before the provider has said. Any number that it may have said. */
  amount: z.int().nullable(),
  /** What a refund is known by at the provider. */
  cancel_id: z.string().nullable(),
  note: z.string(),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;
