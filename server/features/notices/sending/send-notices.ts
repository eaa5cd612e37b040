import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { PhoneChannel } from '#shared/rules/notices/notices.ts';
import { handleBatch } from './handle-batch.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { takeDueNotices } from './notices.queries.ts';
import { planNextEvents } from './plan-notices.ts';

/** Lease of a message for the run that claimed it: longer than all calls of one step. */
const LEASE_MS = 2 * MINUTE_MS;
/**
 * How many messages of a channel are taken by one statement, and how many of them are sent at once.
 * An SMS needs five calls to its provider, which limits calls per second.
 */
const BATCHES: Readonly<Record<PhoneChannel, { taken: number; atOnce: number }>> = {
  kakao: { taken: 50, atOnce: 10 },
  sms: { taken: 2, atOnce: 2 },
};

/**
 * Plans the notices of new events, then sends due messages to phones and reads the status of sent
 * ones. A hanging provider does not delay the other channel.
 */
export async function sendNotices(deps: NoticeDeps, { signal }: Stoppable = {}): Promise<void> {
  while (!signal?.aborted && (await planNextEvents(deps)));
  await Promise.all([sendChannel(deps, 'kakao', signal), sendChannel(deps, 'sms', signal)]);
}

async function sendChannel(deps: NoticeDeps, channel: PhoneChannel, signal: AbortSignal | undefined): Promise<void> {
  const gateway = deps.gateways[channel];
  if (!gateway) return;
  const { taken: limit, atOnce } = BATCHES[channel];
  while (!signal?.aborted) {
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const taken = await takeDueNotices(deps.db, channel, { now, leaseUntil, limit });
    await handleBatch(deps, gateway, taken, { atOnce, signal });
    if (taken.length < limit) return;
  }
}
