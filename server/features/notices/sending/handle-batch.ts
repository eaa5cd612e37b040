import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { MessageGateway } from '../gateways/message-gateway.ts';
import { type ChangedNotice, recordOutcomes, writeIntents } from './due-notices.queries.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { reachOf, type TakenNotice } from './notices.queries.ts';
import { giveWay, type NoticeStep, type Outcome, type PreparedStep, prepareStep, sendStep } from './send-notice.ts';

/** Lease of a message from its intent on: longer than the calls that send it. */
const SENDING_LEASE_MS = MINUTE_MS;

/**
 * Processes one step of each message: reads its status from the provider, or sends it. The outcomes
 * of all that are not sent are one statement; `atOnce` messages are sent at the same time, with one
 * statement for their intents and one for their outcomes. An unexpected error ends only the step of
 * its message, and is thrown after the outcomes of the others are written. Messages that are left
 * when `signal` is aborted are taken again after their lease.
 */
export async function handleBatch(
  deps: NoticeDeps,
  gateway: MessageGateway,
  taken: readonly TakenNotice[],
  { atOnce, signal }: { atOnce: number } & Stoppable,
): Promise<void> {
  const steps = taken.map((one): NoticeStep => ({ ...one, deps, gateway, reach: reachOf(deps, one.event) }));
  const errors: unknown[] = [];
  const prepared = await concurrently(steps, prepareStep, errors);
  const isReady = (next: Outcome | PreparedStep): next is PreparedStep => 'reference' in next;
  await finish(
    deps,
    prepared.filter((next): next is Outcome => !isReady(next)),
  );
  const ready = prepared.filter(isReady);
  for (let from = 0; from < ready.length; from += atOnce) {
    const part = ready.slice(from, from + atOnce);
    // Stored before sending: a crash or a lost answer must not lead to a second message.
    const held = await writeIntents(deps.db, part.map(intentOf));
    const stillHeld = part.filter(({ step }) => held.has(step.notice.id));
    await finish(deps, await concurrently(stillHeld, sendStep, errors));
    // Not before the first part: an SMS that is prepared is counted and has its group.
    if (signal?.aborted) break;
  }
  if (errors.length > 0) throw errors[0];
}

async function finish(deps: NoticeDeps, outcomes: readonly Outcome[]): Promise<void> {
  await recordOutcomes(deps.db, outcomes.flatMap(changeOf));
  for (const { step, undelivered } of outcomes) {
    if (undelivered !== undefined) await giveWay(step, undelivered);
  }
}

function intentOf({ step: { deps, notice, event }, reference }: PreparedStep): ChangedNotice {
  const due_at = new Date(deps.clock.now().getTime() + SENDING_LEASE_MS);
  return { notice, change: { provider_ref: reference, is_unclear: true, phone: event.phone, due_at } };
}

function changeOf({ step: { notice }, change }: Outcome): ChangedNotice[] {
  return change ? [{ notice, change }] : [];
}

/**
 * Processes all items concurrently. Each begins in its own turn of the event loop, so that
 * customers' calls are served in between. Adds failures to `errors`.
 */
async function concurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  errors: unknown[],
): Promise<Result[]> {
  const results: Result[] = [];
  const running: Promise<unknown>[] = [];
  for (const item of items) {
    running.push(
      work(item).then(
        (result) => results.push(result),
        (error) => errors.push(error),
      ),
    );
    await nextTurn();
  }
  await Promise.all(running);
  return results;
}
