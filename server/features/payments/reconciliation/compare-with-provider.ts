import { setTimeout as delay } from 'node:timers/promises';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { heldWon } from '#shared/rules/payments/payment-decision.ts';
import type { PaymentDeps } from '../attempts/payment-deps.ts';
import { GatewayError, type Receipt } from '../gateway/gateway.ts';
import {
  type ComparedAttempt,
  closeDifferences,
  databaseTime,
  recordBookDifferences,
  recordDifference,
  takeComparedAttempts,
} from './differences.queries.ts';

/** How far back what changed is compared: a night that was missed is made up for. */
const LOOKED_BACK_MS = 3 * DAY_MS;
const BATCH = 200;
/** At most so many receipts a night, not faster than one in this time, so that buyers are not kept waiting by it. */
const MOST_RECEIPTS = 5000;
const PACE_MS = 100;
/** The provider is away: tomorrow is another night. */
const SILENCES_BEFORE_END = 5;

type Options = Stoppable & { paceMs?: number };

/** What we expect the provider to hold of a receipt, in won. */
function expectedWon({ state, amount, cancelled_amount, returned_outside }: ComparedAttempt): number {
  if (state === 'paid' || state === 'returning') return (amount ?? 0) - cancelled_amount;
  // What was paid back by other means stays at the provider.
  return returned_outside;
}

/** What the provider says, as a difference from what we have; undefined when the two agree. */
function differenceOf(attempt: ComparedAttempt, receipt: Receipt | undefined) {
  const ours = expectedWon(attempt);
  // The id of a receipt that came to nothing may be anyone's.
  const isNothing = attempt.state === 'failed';
  if (!receipt) return isNothing ? undefined : ({ kind: 'missing', ours, theirs: 0 } as const);
  const theirs = heldWon(receipt);
  if (receipt.orderNumber !== attempt.order_number)
    return isNothing ? undefined : ({ kind: 'other_order', ours, theirs } as const);
  return ours === theirs ? undefined : ({ kind: 'amount', ours, theirs } as const);
}

/**
 * Compares our receipts with the provider, one by one, and our orders with our books: what has changed in the last days
 * first, then every open balance in turns. Discrepancies are listed for administrators, none is repaired by itself; one
 * that is gone is closed.
 */
export async function compareWithProvider(deps: PaymentDeps, options: Options = {}): Promise<void> {
  const { paceMs = PACE_MS, signal } = options;
  const since = new Date(deps.clock.now().getTime() - LOOKED_BACK_MS);
  await recordBookDifferences(deps.db, since, deps.clock.now());
  let silences = 0;
  const startedAt = await databaseTime(deps.db);
  for (let compared = 0; compared < MOST_RECEIPTS; ) {
    const attempts = await takeComparedAttempts(deps.db, { since, startedAt, limit: BATCH });
    for (const attempt of attempts) {
      if (signal?.aborted) return;
      silences = (await compareOne(deps, attempt)) ? 0 : silences + 1;
      if (silences >= SILENCES_BEFORE_END) return deps.log.warn('comparison given up: the provider does not answer');
      if (paceMs > 0) await delay(paceMs);
    }
    compared += attempts.length;
    if (attempts.length < BATCH) return;
  }
}

/** False when the provider gave no clear answer. */
async function compareOne({ db, clock, gateway }: PaymentDeps, attempt: ComparedAttempt): Promise<boolean> {
  let receipt: Receipt | undefined;
  try {
    receipt = await gateway.findReceipt(attempt.receipt_id);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind !== 'not_found') return false;
  }
  // Without the amount that went back, what the provider holds is not known.
  if (receipt && heldWon(receipt) > 0 && !receipt.isCancelledWonKnown) return false;
  const difference = differenceOf(attempt, receipt);
  if (difference) await recordDifference(db, attempt, { ...difference, now: clock.now() });
  else await closeDifferences(db, attempt, clock.now());
  return true;
}
