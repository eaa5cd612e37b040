import type { Config } from '#server/config.ts';
import type { Limit } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** Limits calls that make the shop call the provider, per user (contract §3, Limits). */
export type PaymentLimits = { confirm: Limit; cancel: Limit };

export function createPaymentLimits({ paymentCallsPerMinute }: Config['limits']): PaymentLimits {
  const limit = { points: paymentCallsPerMinute, windowMs: MINUTE_MS };
  return {
    confirm: { ...limit, name: 'confirm' },
    cancel: { ...limit, name: 'cancel' },
  };
}
