import { z } from 'zod';
import { pageQuery, sortFields } from '#shared/contract/admin-lists.ts';
import { id, timestamp } from '#shared/contract/fields.ts';
import { NOTICE_SORTS } from '#shared/platform/list-sorts.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_STATES } from '#shared/rules/notices/notices.ts';
import { noticeChannel, noticeKind } from './schemas.ts';

export const noticesQuery = pageQuery.extend({
  state: z.enum(NOTICE_STATES, { error: '알림 상태가 올바르지 않습니다.' }).optional(),
  channel: z.enum(NOTICE_CHANNELS, { error: '알림 수단이 올바르지 않습니다.' }).optional(),
  kind: z.enum(NOTICE_KINDS, { error: '알림 종류가 올바르지 않습니다.' }).optional(),
  ...sortFields(NOTICE_SORTS),
});
export type NoticesQuery = z.input<typeof noticesQuery>;

/** One message by one channel. Its text is not shown. */
export const adminNotice = z.object({
  id,
  kind: noticeKind,
  channel: noticeChannel,
  order_id: id.nullable(),
  /** Phone or e-mail address, masked. */
  recipient: z.string(),
  state: z.enum(NOTICE_STATES),
  attempts: z.int(),
  last_error: z.string(),
  /** True for a failure that the alarms count, until it is dismissed. */
  needsAttention: z.boolean(),
  created_at: timestamp,
  delivered_at: timestamp.nullable(),
});
export type AdminNotice = z.infer<typeof adminNotice>;
