import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentEnvironment } from './payment-environment.ts';

const MOST_SECONDS = 240;
const LOOK_MS = 1000;

/** Open items that the jobs complete without an administrator. */
const OPEN = `select
  (select count(*) from payment_attempts where state in ('unverified', 'approving', 'issued'))
  + (select count(*) from refunds where state = 'requested' and not awaits_account)
  + (select count(*) from payment_webhooks where state = 'new') as open`;

/** A webhook that could not be handled waits for a minute. */
const PASS_WAIT = `update payment_webhooks set due_at = now() where state = 'new'`;

/**
 * Wakes the jobs until nothing was open for `quietMs`, or until a timeout. Returns the seconds
 * until then.
 */
export async function untilQuiet({ pool, wakeJobs }: PaymentEnvironment, quietMs: number): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  for (let quietSince: number | undefined; ; ) {
    const { rows } = await pool.query<{ open: number }>(OPEN);
    quietSince = rows[0]?.open === 0 ? (quietSince ?? seconds()) : undefined;
    if (quietSince !== undefined && seconds() - quietSince > quietMs / 1000) return quietSince;
    if (seconds() > MOST_SECONDS) return seconds();
    await pool.query(PASS_WAIT);
    await wakeJobs();
    await delay(LOOK_MS);
  }
}
