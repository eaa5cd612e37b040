import { z } from 'zod';
import { pageQuery, sortFields } from '#shared/contract/admin-lists.ts';
import { id, requiredText, success, timestamp, won } from '#shared/contract/fields.ts';
import { DISCREPANCY_SORTS, WEBHOOK_SORTS } from '#shared/platform/list-sorts.ts';

/**
 * `missing`: the provider does not know the payment; `amount`: it holds another amount;
 * `other_order`: it has it for another order; `books`: our order says another amount than our own
 * books; `refund`: more went back than was asked.
 */
const DISCREPANCY_KINDS = ['missing', 'amount', 'other_order', 'books', 'refund'] as const;

const seen = z
  .enum(['open', 'all'], { error: '목록의 상태가 올바르지 않습니다.' })
  .default('open')
  .transform((state) => state === 'open');

export const adminDiscrepanciesQuery = pageQuery.extend({ state: seen, ...sortFields(DISCREPANCY_SORTS) });
export type AdminDiscrepanciesQuery = z.input<typeof adminDiscrepanciesQuery>;

export const adminWebhooksQuery = pageQuery.extend({ state: seen, ...sortFields(WEBHOOK_SORTS) });
export type AdminWebhooksQuery = z.input<typeof adminWebhooksQuery>;

/** Newest first unless sorted otherwise. Amounts in won. */
export const adminDiscrepancy = z.object({
  id,
  order_id: id,
  order_number: z.string(),
  /** Empty where the order's own books do not agree. */
  receipt_id: z.string(),
  kind: z.enum(DISCREPANCY_KINDS),
  /** Holds what we have of it, and what the provider (or, for `books`, our books) says. */
  ours: z.int(),
  theirs: z.int(),
  found_at: timestamp,
  last_seen_at: timestamp,
  handled_at: timestamp.nullable(),
  /** Login id; null while it is open, and when it was gone by itself. */
  handled_by: z.string().nullable(),
  note: z.string(),
});
export type AdminDiscrepancy = z.infer<typeof adminDiscrepancy>;

/** Unmatched webhooks, newest first; `open` are the unhandled ones. */
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

const handledNote = requiredText(500, '어떻게 처리했는지 적어주세요.');

/** Holds what was done about it. */
export const markHandledBody = z.object({ note: handledNote });
export type MarkHandledBody = z.infer<typeof markHandledBody>;

/** As many as a page of the list holds at most. */
const MOST_IDS = 200;
const WHICH_MESSAGE = '처리할 알림을 선택해주세요.';

/**
 * Unmatched webhooks to mark: those of `ids`, or all that wait; `up_to` leaves out those that
 * arrived after this one.
 */
export const markWebhooksHandledBody = z
  .object({
    note: handledNote,
    ids: z
      .array(id, { error: WHICH_MESSAGE })
      .min(1, WHICH_MESSAGE)
      .max(MOST_IDS, `한 번에 ${MOST_IDS}건까지 처리할 수 있습니다.`)
      .optional(),
    all: z.literal(true, { error: WHICH_MESSAGE }).optional(),
    up_to: id.optional(),
  })
  .refine(({ ids, all, up_to }) => (ids ? !all && up_to === undefined : all), { error: WHICH_MESSAGE, path: ['ids'] });
export type MarkWebhooksHandledBody = z.infer<typeof markWebhooksHandledBody>;

export const markedWebhooks = success.extend({ handled: z.int() });
export type MarkedWebhooks = z.infer<typeof markedWebhooks>;
