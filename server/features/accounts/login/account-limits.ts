import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '#server/http/guards/rate-limit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';

/** Limits of one recovery call: per client address, and per requested e-mail address. */
export type RecoveryLimits = {
  perAddress: RateLimiter;
  /** Per e-mail address and client address together: requests from one never block another. */
  perEmailAndAddress: RateLimiter;
  /** From all client addresses; browsers known to the account are not counted. */
  perEmail: RateLimiter;
};

/** Rate limits that protect accounts against guessing and flooding (contract §3, Limits). */
export type AccountLimits = {
  loginPerAccountAndAddress: RateLimiter;
  loginPerAddress: RateLimiter;
  /** Of browsers that are not known to the account. */
  loginPerAccount: RateLimiter;
  /** Of each browser that is. */
  loginPerDevice: RateLimiter;
  checkUserId: RateLimiter;
  register: RateLimiter;
  passwordReset: RecoveryLimits;
  findUserId: RecoveryLimits;
  /** Attempts to give a second factor, per account; known browsers and sessions have their own. */
  secondFactor: RateLimiter;
  /** Wrong passwords during a session, per account. */
  passwordCheck: RateLimiter;
  /** Mails to an unverified address, per address. */
  unverifiedMails: RateLimit;
  /** Soldiers registered, per account. */
  soldiers: RateLimiter;
  /** Exports of the user's own data, per account. */
  personalData: RateLimiter;
};

/**
 * Per 15 minutes, for all waiting logins of an account together: each of them ends after five wrong
 * codes, but a person who knows the password can begin many at once.
 */
const SECOND_FACTORS = 15;

/** Per 15 minutes. Each export reads everything that the database holds about a user. */
const PERSONAL_DATA_FILES = 20;

/** Creates the limits from the configuration. */
export function createAccountLimits(pool: Pool, limits: Config['limits']): AccountLimits {
  const quarter = { durationMs: 15 * MINUTE_MS };
  function recovery(name: string): RecoveryLimits {
    return {
      perAddress: createRateLimiter(pool, { ...quarter, name: `${name}-address`, points: limits.recoveryPerAddress }),
      perEmailAndAddress: createRateLimiter(pool, {
        ...quarter,
        name: `${name}-email`,
        points: limits.recoveryPerEmail,
      }),
      perEmail: createRateLimiter(pool, {
        ...quarter,
        name: `${name}-email-wide`,
        points: limits.recoveryPerEmailWide,
      }),
    };
  }
  return {
    loginPerAccountAndAddress: createRateLimiter(pool, { ...quarter, name: 'login', points: limits.loginFailures }),
    loginPerAddress: createRateLimiter(pool, { ...quarter, name: 'login-address', points: limits.loginFailuresWide }),
    loginPerAccount: createRateLimiter(pool, { ...quarter, name: 'login-account', points: limits.loginFailuresWide }),
    loginPerDevice: createRateLimiter(pool, { ...quarter, name: 'login-device', points: limits.loginFailures }),
    checkUserId: createRateLimiter(pool, {
      name: 'check-userid',
      points: limits.checkUserIdPerMinute,
      durationMs: MINUTE_MS,
    }),
    register: createRateLimiter(pool, { name: 'register', points: limits.registerPerHour, durationMs: HOUR_MS }),
    passwordReset: recovery('reset'),
    findUserId: recovery('find-id'),
    secondFactor: createRateLimiter(pool, { ...quarter, name: 'second-factor', points: SECOND_FACTORS }),
    passwordCheck: createRateLimiter(pool, { ...quarter, name: 'password', points: limits.loginFailures }),
    unverifiedMails: { name: 'unverified-mail', points: limits.unverifiedMailsPerDay, durationMs: DAY_MS },
    soldiers: createRateLimiter(pool, { name: 'soldiers', points: limits.soldiersPerDay, durationMs: DAY_MS }),
    personalData: createRateLimiter(pool, { ...quarter, name: 'personal-data', points: PERSONAL_DATA_FILES }),
  };
}

/** Hashes a login id or an e-mail address into a counter key: fixed length, and not readable. */
export function limitKey(text: string): string {
  return hashToken(text.toLowerCase()).toString('base64url');
}

/** Returns the key of the failed logins of one account from one address. */
export function loginKey(userId: string, address: string): string {
  return `${limitKey(userId)}:${address}`;
}
