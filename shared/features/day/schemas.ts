import { z } from 'zod';
import { id, timestamp } from '#shared/contract/fields.ts';
import { DAY_KINDS } from '#shared/features/day/kinds.ts';

/** `me`: what is assigned to the caller, and what is assigned to no one. */
export const dayQuery = z.object({
  whose: z.enum(['me', 'all'], { error: '나와 모두 가운데 하나를 선택해주세요.' }).default('me'),
});
export type DayQuery = z.input<typeof dayQuery>;

/** A case with its most urgent kind, or something that belongs to no case. */
export const dayItem = z.object({
  kind: z.enum(DAY_KINDS),
  /**
   * Of the step, the booked call, the conversation, the mail, or the refund's request; of the order
   * for `call`, `conflict` and `unassigned`.
   */
  id,
  /** The end of the day for what is due on a day. */
  due_at: timestamp.nullable(),
  is_late: z.boolean(),
  order_id: id.nullable(),
  order_number: z.string().nullable(),
  /** The recipient of a mail that belongs to no order. */
  customer: z.string(),
  /** Null for callers without `orders`. */
  soldier: z.string().nullable(),
  title: z.string(),
  /** Null also for refunds and mails, which are assigned to no one. */
  assignee: z.object({ id, name: z.string() }).nullable(),
  /** A page of the administration. */
  href: z.string(),
  /** The other kinds that the case waits for. */
  also: z.array(z.enum(DAY_KINDS)),
});
export type DayItem = z.infer<typeof dayItem>;

/** The most urgent items, at most 500; `counts` has all cases, each once, of every kind that the caller may see. */
export const day = z.object({
  items: z.array(dayItem),
  counts: z.partialRecord(z.enum(DAY_KINDS), z.int().min(0)),
});
export type Day = z.infer<typeof day>;
