import { z } from 'zod';
import { pageQuery, sortFields } from '#shared/contract/admin-lists.ts';
import { id, timestamp } from '#shared/contract/fields.ts';
import { MAIL_SORTS } from '#shared/platform/list-sorts.ts';

const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;

export const mailsQuery = pageQuery.extend({
  state: z
    .enum(['all', ...MAIL_STATES], { error: '메일 상태가 올바르지 않습니다.' })
    .default('all')
    .transform((state) => (state === 'all' ? undefined : state)),
  ...sortFields(MAIL_SORTS),
});
export type MailsQuery = z.input<typeof mailsQuery>;
export type ValidMailsQuery = z.output<typeof mailsQuery>;

/**
 * Newest first unless sorted otherwise. What a mail says is not shown: it may hold what opens an
 * account.
 */
export const adminMail = z.object({
  id,
  /** As in `password_reset`, `order_confirmed`. */
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  last_error: z.string(),
  /**
   * False for mails that have not failed, and for those whose link was erased when they were given
   * up.
   */
  canRetry: z.boolean(),
  /** True for a failure that alarms and tasks count, until it is dismissed. */
  needsAttention: z.boolean(),
  created_at: timestamp,
  /** When it is tried next; null for at once, or for never. */
  due_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
});
export type AdminMail = z.infer<typeof adminMail>;
