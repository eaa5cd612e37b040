import { z } from 'zod';
import { timestamp } from '#shared/contract/fields.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS } from '#shared/rules/notices/notices.ts';

const ERROR = { error: '알림 설정이 올바르지 않습니다.' };
const onOff = z.boolean(ERROR);

/** A consent to advertising; `changed_at` is null where it was never given. */
const marketing = z.object({ is_on: z.boolean(), changed_at: timestamp.nullable() });

export const noticeKind = z.enum(NOTICE_KINDS);
export const noticeChannel = z.enum(NOTICE_CHANNELS);

export const noticeSettings = z.object({
  kinds: z.record(z.enum(NOTICE_KINDS), z.record(z.enum(NOTICE_CHANNELS), z.boolean())),
  /** Settings that cannot be switched off, as in `paid.email`. */
  fixed: z.array(z.string()),
  marketing_email: marketing,
  marketing_sms: marketing,
});
export type NoticeSettingsAnswer = z.infer<typeof noticeSettings>;

const marketingBody = z.object({ is_on: onOff }, ERROR);

/** All that is left out stays as it is; an unknown kind or channel is refused. */
export const noticeSettingsBody = z.object({
  kinds: z
    .partialRecord(z.enum(NOTICE_KINDS, ERROR), z.partialRecord(z.enum(NOTICE_CHANNELS, ERROR), onOff, ERROR), ERROR)
    .optional(),
  marketing_email: marketingBody.optional(),
  marketing_sms: marketingBody.optional(),
});
export type NoticeSettingsBody = z.input<typeof noticeSettingsBody>;
