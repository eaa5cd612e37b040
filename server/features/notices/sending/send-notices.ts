import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { PhoneChannel } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { reachOf, takeDueNotice } from './notices.queries.ts';
import { planNextEvents } from './plan-notices.ts';
import { handleNotice } from './send-notice.ts';

/** Lease of a message for the run that claimed it: longer than all calls of one step. */
const LEASE_MS = 2 * MINUTE_MS;
/**
 * How many messages of a channel are handled at the same time. Providers limit calls per second, and
 * an SMS needs five.
 */
const AT_ONCE: Readonly<Record<PhoneChannel, number>> = { kakao: 4, sms: 2 };

/**
 * Plans the notices of new events, then sends due messages to phones and reads the status of sent
 * ones. A hanging provider does not delay the other channel. An unexpected error ends only the step
 * of its message, which is taken again after its lease, and is thrown at the end.
 */
export async function sendNotices(deps: NoticeDeps, { signal }: Stoppable = {}): Promise<void> {
  while (!signal?.aborted && (await planNextEvents(deps)));
  const errors: unknown[] = [];
  const workers = (['kakao', 'sms'] as const).flatMap((channel) =>
    Array.from({ length: AT_ONCE[channel] }, () => handleDue(deps, channel, errors, signal)),
  );
  await Promise.all(workers);
  if (errors.length > 0) throw errors[0];
}

/** Handles one due message of a channel after the other. */
async function handleDue(
  deps: NoticeDeps,
  channel: PhoneChannel,
  errors: unknown[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const gateway = deps.gateways[channel];
  if (!gateway) return;
  while (!signal?.aborted) {
    const now = deps.clock.now();
    const taken = await takeDueNotice(deps.db, channel, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
    if (!taken) return;
    try {
      await handleNotice({ ...taken, deps, gateway, reach: reachOf(deps, taken.event) });
    } catch (error) {
      errors.push(error);
    }
  }
}
