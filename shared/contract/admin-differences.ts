import { z } from 'zod';
import { pageQuery } from './admin-lists.ts';
import { id, requiredText, timestamp, won } from './fields.ts';

/**
 * `missing`: the provider does not know the payment; `amount`: it holds another amount; `other_order`: it has it for another order;
 * `books`: our order says another amount than our own books.
 */
const DIFFERENCE_KINDS = ['missing', 'amount', 'other_order', 'books'] as const;

const seen = z
  .enum(['open', 'all'], { error: '목록의 상태가 올바르지 않습니다.' })
  .default('open')
  .transform((state) => state === 'open');

export const adminDifferencesQuery = pageQuery.extend({ state: seen });

/** Newest first. Amounts in won. */
export const adminDifference = z.object({
  id,
  order_id: id,
  order_number: z.string(),
  /** Empty where the order's own books do not agree. */
  receipt_id: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** What we have of it, and what the provider (or, for `books`, our books) says. */
  ours: z.int(),
  theirs: z.int(),
  found_at: timestamp,
  last_seen_at: timestamp,
  handled_at: timestamp.nullable(),
  /** Login id; null while it is open, and when it was gone by itself. */
  handled_by: z.string().nullable(),
  note: z.string(),
});
export type AdminDifference = z.infer<typeof adminDifference>;

/** Webhooks about no order of ours, newest first; `open` are those that nobody has seen to. */
export const adminWebhook = z.object({
  id,
  receipt_id: z.string(),
  order_number: z.string(),
  webhook_type: z.string(),
  /** As the webhook says; null when it does not. Not to be believed. */
  price: won.nullable(),
  times_received: z.int(),
  received_at: timestamp,
  last_received_at: timestamp,
  handled_at: timestamp.nullable(),
  handled_by: z.string().nullable(),
  note: z.string(),
});
export type AdminWebhook = z.infer<typeof adminWebhook>;

/** What was done about it. */
export const markHandledRequest = z.object({ note: requiredText(500, '어떻게 처리했는지 적어주세요.') });
export type MarkHandledRequest = z.infer<typeof markHandledRequest>;
