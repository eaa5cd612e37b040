import { setTimeout as delay } from 'node:timers/promises';
import type { Stoppable } from '#server/lib/stoppable.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { holdsMoney } from '#shared/rules/settlement.ts';
import {
  type ComparedAttempt,
  closeDifferences,
  listComparedAttempts,
  recordBookDifferences,
  recordDifference,
} from './differences.queries.ts';
import { GatewayError, type Receipt } from './gateway/gateway.ts';
import type { SettleDeps } from './settle-deps.ts';

/** How far back what changed is compared: a night that was missed is made up for. */
const LOOKED_BACK_MS = 3 * DAY_MS;
const BATCH = 200;
/** At most so many receipts a night, not faster than one in this time, so that buyers are not kept waiting by it. */
const MOST_RECEIPTS = 5000;
const PACE_MS = 100;
/** The provider is away: tomorrow is another night. */
const SILENCES_BEFORE_END = 5;

type Options = Stoppable & { paceMs?: number };

/** What the provider says, as a difference to what we have; undefined when the two agree. */
function differenceOf(attempt: ComparedAttempt, receipt: Receipt | undefined) {
  const ours = attempt.state === 'paid' ? (attempt.amount ?? 0) - attempt.cancelled_amount : 0;
  // A number that somebody sent and that came to nothing may be anybody's.
  const isNothing = attempt.state === 'failed';
  if (!receipt) return isNothing ? undefined : ({ kind: 'missing', ours, theirs: 0 } as const);
  const theirs = holdsMoney(receipt) ? receipt.priceWon - receipt.cancelledWon : 0;
  if (receipt.orderNumber !== attempt.order_number)
    return isNothing ? undefined : ({ kind: 'other_order', ours, theirs } as const);
  return ours === theirs ? undefined : ({ kind: 'amount', ours, theirs } as const);
}

/**
 * Compares what has changed in the last days with the provider, receipt by receipt, and our orders with our books. Differences are listed
 * for staff, none is mended by itself; one that is gone is closed.
 */
export async function compareWithProvider(deps: SettleDeps, options: Options = {}): Promise<void> {
  const { paceMs = PACE_MS, signal } = options;
  const since = new Date(deps.clock.now().getTime() - LOOKED_BACK_MS);
  await recordBookDifferences(deps.db, since, deps.clock.now());
  let silences = 0;
  for (let after = 0, compared = 0; compared < MOST_RECEIPTS; ) {
    const attempts = await listComparedAttempts(deps.db, { since, after, limit: BATCH });
    for (const attempt of attempts) {
      if (signal?.aborted) return;
      silences = (await compareOne(deps, attempt)) ? 0 : silences + 1;
      if (silences >= SILENCES_BEFORE_END) return deps.log.warn('comparison given up: the provider does not answer');
      if (paceMs > 0) await delay(paceMs);
    }
    after = attempts.at(-1)?.id ?? after;
    compared += attempts.length;
    if (attempts.length < BATCH) return;
  }
}

/** False when the provider could not be asked. */
async function compareOne({ db, clock, gateway }: SettleDeps, attempt: ComparedAttempt): Promise<boolean> {
  let receipt: Receipt | undefined;
  try {
    receipt = await gateway.findReceipt(attempt.receipt_id);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind !== 'not_found') return false;
  }
  const difference = differenceOf(attempt, receipt);
  if (difference) await recordDifference(db, attempt, { ...difference, now: clock.now() });
  else await closeDifferences(db, attempt, clock.now());
  return true;
}
