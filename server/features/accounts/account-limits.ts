import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { createRateLimiter, type RateLimiter } from '#server/http/rate-limit.ts';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';

/** What guards accounts against guessing and flooding (contract §3, Limits). */
export type AccountLimits = {
  loginPerAccountAndAddress: RateLimiter;
  loginPerAddress: RateLimiter;
  loginPerAccount: RateLimiter;
  checkUserId: RateLimiter;
  register: RateLimiter;
};

export function createAccountLimits(pool: Pool, limits: Config['limits']): AccountLimits {
  const login = { durationMs: 15 * MINUTE_MS };
  return {
    loginPerAccountAndAddress: createRateLimiter(pool, { ...login, name: 'login', points: limits.loginFailures }),
    loginPerAddress: createRateLimiter(pool, { ...login, name: 'login-address', points: limits.loginFailuresWide }),
    loginPerAccount: createRateLimiter(pool, { ...login, name: 'login-account', points: limits.loginFailuresWide }),
    checkUserId: createRateLimiter(pool, {
      name: 'check-userid',
      points: limits.checkUserIdPerMinute,
      durationMs: MINUTE_MS,
    }),
    register: createRateLimiter(pool, { name: 'register', points: limits.registerPerHour, durationMs: HOUR_MS }),
  };
}
