import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentConfig } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { ProviderError } from './provider-error.ts';

type Credentials = PaymentConfig['credentials'];

const TOKEN_MS = 30 * MINUTE_MS;

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Who may call the REST API: the newer keys sign each call, the older ones fetch a token first. */
export type MerchantAuth = {
  /** @throws ProviderError for a missing, wrong or expired authorisation */
  check: (authorization: string | undefined) => void;
  /** @throws ProviderError for unknown keys */
  issueToken: (applicationId: unknown, privateKey: unknown) => { access_token: string; expire_in: number };
  /** Returns whether a payment window was asked for with the shop's own public key. */
  isOwnKey: (keys: { client_key?: string | null | undefined; application_id?: string | null | undefined }) => boolean;
};

/** Creates the check of the merchant's credentials. */
export function createMerchantAuth(credentials: Credentials, clock: Clock): MerchantAuth {
  // Signed instead of kept, so that every instance knows the tokens of the others.
  const sign = (expiresAtMs: number) => {
    const secret = credentials.kind === 'application' ? credentials.privateKey : credentials.secretKey;
    return `${expiresAtMs}.${createHmac('sha256', secret).update(String(expiresAtMs)).digest('base64url')}`;
  };
  const basic =
    credentials.kind === 'keys' &&
    `Basic ${Buffer.from(`${credentials.clientKey}:${credentials.secretKey}`).toString('base64')}`;

  return {
    check(authorization = '') {
      if (basic) {
        if (!isSame(authorization, basic)) throw new ProviderError('APP_KEY_NOT_FOUND');
        return;
      }
      const token = authorization.replace(/^Bearer /, '');
      const expiresAtMs = Number(token.split('.')[0]);
      const isValid = isSame(token, sign(expiresAtMs)) && expiresAtMs > clock.now().getTime();
      if (!isValid) throw new ProviderError('TOKEN_NOT_FOUND');
    },
    issueToken(applicationId, privateKey) {
      const isKnown =
        credentials.kind === 'application' &&
        isSame(String(applicationId), credentials.applicationId) &&
        isSame(String(privateKey), credentials.privateKey);
      if (!isKnown) throw new ProviderError('APP_KEY_NOT_FOUND');
      return { access_token: sign(clock.now().getTime() + TOKEN_MS), expire_in: TOKEN_MS / SECOND_MS };
    },
    isOwnKey: (keys) =>
      credentials.kind === 'keys'
        ? keys.client_key === credentials.clientKey
        : keys.application_id === credentials.applicationId,
  };
}
