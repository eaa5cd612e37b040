import { Secret, TOTP } from 'otpauth';
import { FIRM } from '#content/firm.ts';

/** The values that every authenticator app knows; apps ignore others (contract §6). */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes are accepted: clocks of phones differ. */
const WINDOW = 1;

/** Creates a secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that apps read from a QR code. */
export function totpUri(secret: string, userId: string): string {
  const totp = new TOTP({ ...SETTINGS, issuer: FIRM.centreName, label: userId, secret: Secret.fromBase32(secret) });
  return totp.toString();
}

/** The time step that a code belongs to; undefined for a wrong code. `code` is six ASCII digits. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...SETTINGS,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}
