import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { createRateLimiter, type RateLimiter } from '#server/http/guards/rate-limit.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** Limits calls that make the shop call the provider, per user (contract §3, Limits). */
export type PaymentLimits = { confirm: RateLimiter; cancel: RateLimiter };

export function createPaymentLimits(pool: Pool, { paymentCallsPerMinute }: Config['limits']): PaymentLimits {
  const limit = { points: paymentCallsPerMinute, durationMs: MINUTE_MS };
  return {
    confirm: createRateLimiter(pool, { ...limit, name: 'confirm' }),
    cancel: createRateLimiter(pool, { ...limit, name: 'cancel' }),
  };
}
