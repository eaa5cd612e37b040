import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { MessageGateway } from '../gateways/message-gateway.ts';
import { type ChangedNotice, recordOutcomes, writeIntents } from './due-notices.queries.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { reachOf, type TakenNotice } from './notices.queries.ts';
import { giveWay, type NoticeStep, type Outcome, type PreparedStep, prepareStep, sendStep } from './send-notice.ts';

/** Lease of a message from its intent on: longer than the calls that send it. */
const SENDING_LEASE_MS = MINUTE_MS;

/**
 * Processes one step of each message: sends it, or reads its status from the provider. All intents
 * are one statement, and all outcomes another. An unexpected error ends only the step of its
 * message, and is thrown after the outcomes of the others are written.
 */
export async function handleBatch(
  deps: NoticeDeps,
  gateway: MessageGateway,
  taken: readonly TakenNotice[],
): Promise<void> {
  const steps = taken.map((one): NoticeStep => ({ ...one, deps, gateway, reach: reachOf(deps, one.event) }));
  const errors: unknown[] = [];
  const prepared = await atOnce(steps, prepareStep, errors);
  const ready = prepared.filter((next): next is PreparedStep => 'reference' in next);
  // Stored before sending: a crash or a lost answer must not lead to a second message.
  const held = await writeIntents(deps.db, ready.map(intentOf));
  const stillHeld = ready.filter(({ step }) => held.has(step.notice.id));
  const sent = await atOnce(stillHeld, sendStep, errors);
  const outcomes = [...prepared.filter((next): next is Outcome => !('reference' in next)), ...sent];
  await recordOutcomes(deps.db, outcomes.flatMap(changeOf));
  for (const { step, undelivered } of outcomes) {
    if (undelivered !== undefined) await giveWay(step, undelivered);
  }
  if (errors.length > 0) throw errors[0];
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
async function atOnce<Item, Result>(
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
