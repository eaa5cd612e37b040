import { z } from 'zod';
import { timestamp } from '#shared/contract/fields.ts';

const CHOICE_MESSAGE = '광고성 정보 수신 동의 여부를 선택해주세요.';

/** A free consent: whether it holds, and when that last changed. */
const choice = z.object({ is_on: z.boolean(), changed_at: timestamp.nullable() });

/** What the account's owner agreed to. */
export const consentStatus = z.object({
  documents: z.array(z.object({ document: z.string(), version: z.string(), agreed_at: timestamp })),
  marketing_email: choice,
  marketing_sms: choice,
});
export type ConsentStatus = z.infer<typeof consentStatus>;

/** A channel that is left out stays as it is. */
export const setConsentsBody = z.object({
  marketing_email: z.boolean({ error: CHOICE_MESSAGE }).optional(),
  marketing_sms: z.boolean({ error: CHOICE_MESSAGE }).optional(),
});
export type SetConsentsBody = z.infer<typeof setConsentsBody>;
