import { z } from 'zod';
import { idParam, timestamp } from '#shared/contract/fields.ts';
import { CONSENT_KINDS } from '#shared/rules/case-access/areas.ts';

const MAX_VERSION = 40;
const VERSION_MESSAGE = '동의서의 판을 보내주세요.';

export const consentParams = idParam.extend({ kind: z.enum(CONSENT_KINDS, { error: '없는 동의 항목입니다.' }) });
export type ConsentParams = z.input<typeof consentParams>;

/** A consent that the person is asked for; `text` is the present one. */
export const caseConsent = z.object({
  kind: z.enum(CONSENT_KINDS),
  version: z.string(),
  title: z.string(),
  text: z.string(),
  given_at: timestamp.nullable(),
  withdrawn_at: timestamp.nullable(),
});
export type CaseConsent = z.infer<typeof caseConsent>;

/** `version` is that of the text which was shown. */
export const consentBody = z.object({
  version: z.string({ error: VERSION_MESSAGE }).min(1, VERSION_MESSAGE).max(MAX_VERSION, VERSION_MESSAGE),
});
export type ConsentBody = z.infer<typeof consentBody>;
