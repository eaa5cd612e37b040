import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { createRateLimiter, type RateLimiter } from '#server/http/guards/rate-limit.ts';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';

/** One way of recovery: per address that asks, and per e-mail address that is asked for. */
export type RecoveryLimits = { perAddress: RateLimiter; perEmail: RateLimiter };

/** What guards accounts against guessing and flooding (contract §3, Limits). */
export type AccountLimits = {
  loginPerAccountAndAddress: RateLimiter;
  loginPerAddress: RateLimiter;
  loginPerAccount: RateLimiter;
  checkUserId: RateLimiter;
  register: RateLimiter;
  passwordReset: RecoveryLimits;
  findUserId: RecoveryLimits;
  /** Wrong passwords given by somebody who is logged in, per account. */
  passwordCheck: RateLimiter;
  /** Files of all one's own data, per account. */
  personalData: RateLimiter;
};

/** In 15 minutes: nobody needs more, and each is all that the database has of somebody. */
const PERSONAL_DATA_FILES = 20;

export function createAccountLimits(pool: Pool, limits: Config['limits']): AccountLimits {
  const quarter = { durationMs: 15 * MINUTE_MS };
  function recovery(name: string): RecoveryLimits {
    return {
      perAddress: createRateLimiter(pool, { ...quarter, name: `${name}-address`, points: limits.recoveryPerAddress }),
      perEmail: createRateLimiter(pool, { ...quarter, name: `${name}-email`, points: limits.recoveryPerEmail }),
    };
  }
  return {
    loginPerAccountAndAddress: createRateLimiter(pool, { ...quarter, name: 'login', points: limits.loginFailures }),
    loginPerAddress: createRateLimiter(pool, { ...quarter, name: 'login-address', points: limits.loginFailuresWide }),
    loginPerAccount: createRateLimiter(pool, { ...quarter, name: 'login-account', points: limits.loginFailuresWide }),
    checkUserId: createRateLimiter(pool, {
      name: 'check-userid',
      points: limits.checkUserIdPerMinute,
      durationMs: MINUTE_MS,
    }),
    register: createRateLimiter(pool, { name: 'register', points: limits.registerPerHour, durationMs: HOUR_MS }),
    passwordReset: recovery('reset'),
    findUserId: recovery('find-id'),
    passwordCheck: createRateLimiter(pool, { ...quarter, name: 'password', points: limits.loginFailures }),
    personalData: createRateLimiter(pool, { ...quarter, name: 'personal-data', points: PERSONAL_DATA_FILES }),
  };
}

/** A login id or an e-mail address as a counter's key: of fixed length, whatever was typed, and readable by nobody. */
export function limitKey(text: string): string {
  return hashToken(text.toLowerCase()).toString('base64url');
}

/** Key of the failed logins of one account from one address. */
export function loginKey(userId: string, address: string): string {
  return `${limitKey(userId)}:${address}`;
}

/** Counts an address first, so that one that is closed cannot use up what an e-mail address has left. */
export async function consumeRecovery(limits: RecoveryLimits, address: string, email: string): Promise<void> {
  await limits.perAddress.consume(address);
  await limits.perEmail.consume(limitKey(email));
}
