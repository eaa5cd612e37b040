import { z } from 'zod';
import { exportReason, pageQuery, sortFields } from '#shared/contract/admin-lists.ts';
import { id, timestamp } from '#shared/contract/fields.ts';
import { MARKETING_SORTS } from '#shared/platform/list-sorts.ts';
import { MARKETING_CHANNELS, MARKETING_SOURCES, MARKETING_VIEWS } from '#shared/rules/notices/marketing.ts';

const filters = {
  view: z.enum(MARKETING_VIEWS, { error: '목록의 범위가 올바르지 않습니다.' }).default('standing'),
  channel: z.enum(MARKETING_CHANNELS, { error: '수단이 올바르지 않습니다.' }).optional(),
};

export const marketingConsentsExportQuery = z.object({ ...filters, reason: exportReason });
export type MarketingConsentsExportQuery = z.input<typeof marketingConsentsExportQuery>;
export type ValidMarketingConsentsExportQuery = z.output<typeof marketingConsentsExportQuery>;

export const marketingConsentsQuery = pageQuery.extend({
  ...filters,
  ...sortFields(MARKETING_SORTS),
});
export type MarketingConsentsQuery = z.input<typeof marketingConsentsQuery>;
export type ValidMarketingConsentsQuery = z.output<typeof marketingConsentsQuery>;

/** One consent or withdrawal, newest first unless sorted otherwise. */
export const adminMarketingConsent = z.object({
  id,
  account_id: id,
  user_id: z.string(),
  fullname: z.string(),
  /** E-mail address or phone, by the channel; empty where the account has none. */
  contact: z.string(),
  channel: z.enum(MARKETING_CHANNELS),
  is_given: z.boolean(),
  source: z.enum(MARKETING_SOURCES),
  changed_at: timestamp,
  /** The next two-yearly reminder; past while it could not be mailed, null unless the consent stands. */
  remind_at: timestamp.nullable(),
});
export type AdminMarketingConsent = z.infer<typeof adminMarketingConsent>;
