import { wireTime } from '#server/lib/wire-time.ts';
import type { PhoneStatus, SentCode } from '#shared/features/accounts/phone-schemas.ts';
import { isMobile } from '#shared/rules/notices/notices.ts';

import { type findCode, RESEND_AFTER_MS } from './phone-codes.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import type { listPhoneProofs } from './phone-proofs.ts';
import type { CodeTimes } from './send-code.ts';

type Account = { phone: string; phone_verified: boolean };
type Proofs = Awaited<ReturnType<typeof listPhoneProofs>>;
type Code = Awaited<ReturnType<typeof findCode>>;

export function presentSentCode({ expiresAt, resendAt }: CodeTimes): SentCode {
  return { expires_at: wireTime(expiresAt), resend_at: wireTime(resendAt) };
}

export function presentPhoneStatus(
  { phone, phone_verified }: Account,
  { codes, identity }: Pick<PhoneDeps, 'codes' | 'identity'>,
  { proofs, code }: { proofs: Proofs; code: Code },
): PhoneStatus {
  return {
    phone,
    phone_verified,
    proofs: proofs.map(({ method, proven_at }) => ({ method, proven_at: wireTime(proven_at) })),
    ways: { sms: codes !== undefined, identity: identity !== undefined },
    is_mobile: isMobile(phone),
    code: code
      ? presentSentCode({
          expiresAt: code.expires_at,
          resendAt: new Date(code.created_at.getTime() + RESEND_AFTER_MS),
        })
      : null,
  };
}
