import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { PhoneChannel } from '#shared/rules/notices/notices.ts';
import { handleBatch } from './handle-batch.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { takeDueNotices } from './notices.queries.ts';
import { planNextEvents } from './plan-notices.ts';

/** How long a message is held by the run that took it: longer than all calls of one step. */
const LEASE_MS = 2 * MINUTE_MS;
/**
 * Messages that are taken, sent and recorded together. Their calls run at once, so that a batch
 * takes no longer than its slowest message. An SMS is five calls to its provider, which limits
 * calls per second.
 */
const AT_ONCE: Readonly<Record<PhoneChannel, number>> = { kakao: 10, sms: 2 };

/**
 * Plans the notices of new events, then sends what is due to phones and asks what became of what
 * was sent. A channel whose provider hangs does not hold up the other one.
 */
export async function sendNotices(deps: NoticeDeps, { signal }: Stoppable = {}): Promise<void> {
  while (!signal?.aborted && (await planNextEvents(deps)));
  await Promise.all([sendChannel(deps, 'kakao', signal), sendChannel(deps, 'sms', signal)]);
}

async function sendChannel(deps: NoticeDeps, channel: PhoneChannel, signal: AbortSignal | undefined): Promise<void> {
  const gateway = deps.gateways[channel];
  if (!gateway) return;
  const limit = AT_ONCE[channel];
  while (!signal?.aborted) {
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const taken = await takeDueNotices(deps.db, channel, { now, leaseUntil, limit });
    await handleBatch(deps, gateway, taken);
    if (taken.length < limit) return;
  }
}
