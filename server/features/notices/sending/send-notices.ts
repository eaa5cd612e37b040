import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { PhoneChannel } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { takeDueNotice } from './notices.queries.ts';
import { planNextEvents } from './plan-notices.ts';
import { handleDueNotice } from './send-notice.ts';

/** How long a message is held by the run that took it: longer than all calls of one step. */
const LEASE_MS = 2 * MINUTE_MS;

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
  while (!signal?.aborted) {
    const now = deps.clock.now();
    const taken = await takeDueNotice(deps.db, channel, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
    if (!taken) return;
    await handleDueNotice(deps, gateway, taken);
  }
}
