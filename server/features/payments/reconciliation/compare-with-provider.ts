import { setTimeout as delay } from 'node:timers/promises';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { heldWon } from '#shared/rules/payments/payment-decision.ts';
import { CAPTURED, isOneOf, RECORDED } from '#shared/rules/payments/payment-status.ts';
import { GatewayError, type Receipt } from '../gateway/gateway.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import {
  type ComparedAttempt,
  closeDiscrepancies,
  databaseTime,
  recordBookDiscrepancies,
  recordDiscrepancy,
  takeComparedAttempts,
} from './discrepancies.queries.ts';
import { findLostPayments, listUnpaidReceipts } from './find-lost-payments.ts';

/** How far back changed receipts are compared, so that a missed night is made up for. */
const LOOKED_BACK_MS = 3 * DAY_MS;
const BATCH = 200;
/**
 * Receipts per night and the minimum interval between calls, so that buyers' calls are not delayed.
 */
const MOST_RECEIPTS = 5000;
const PACE_MS = 100;
/** Consecutive failures after which the run stops until the next night. */
const SILENCES_BEFORE_END = 5;

type Options = Stoppable & { paceMs?: number };

/** Returns the amount that the provider should hold for a receipt, in won. */
function expectedWon({ state, amount, cancelled_amount }: ComparedAttempt): number {
  // Money refunded by other means stays at the provider.
  return isOneOf(RECORDED, state) ? (amount ?? 0) - cancelled_amount : 0;
}

/**
 * Compares a receipt whose money has all gone back here. What the provider gives back in addition
 * is paid out twice.
 */
function excessOf({ state, amount, cancelled_amount, returned_outside }: ComparedAttempt, receipt: Receipt) {
  if (isOneOf(CAPTURED, state) || !isOneOf(RECORDED, state) || receipt.cancelledWon <= cancelled_amount)
    return undefined;
  return { kind: 'refund', ours: (amount ?? 0) - returned_outside, theirs: receipt.cancelledWon } as const;
}

/** Compares the provider's receipt with our attempt; undefined when they agree. */
function discrepancyOf(attempt: ComparedAttempt, receipt: Receipt | undefined) {
  const ours = expectedWon(attempt);
  // The id of a receipt without a payment may be forged.
  const isNothing = attempt.state === 'failed';
  if (!receipt) return isNothing ? undefined : ({ kind: 'missing', ours, theirs: 0 } as const);
  const theirs = heldWon(receipt);
  if (receipt.orderNumber !== attempt.order_number)
    return isNothing ? undefined : ({ kind: 'other_order', ours, theirs } as const);
  return excessOf(attempt, receipt) ?? (ours === theirs ? undefined : ({ kind: 'amount', ours, theirs } as const));
}

/**
 * Compares our receipts with the provider one by one, and our orders with our payment events:
 * recently changed ones first, then every open balance in turn. Asks for receipts that paid for
 * nothing last. Lists discrepancies for administrators without repairing them, and closes those
 * that are resolved.
 */
export async function compareWithProvider(deps: PaymentDeps, options: Options = {}): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - LOOKED_BACK_MS);
  await recordBookDiscrepancies(deps.db, since, deps.clock.now());
  if (!(await compareReceipts(deps, since, options))) return;
  const heard = await listUnpaidReceipts(deps.db, since);
  const { lost } = await findLostPayments(deps, heard, { paceMs: PACE_MS, ...options });
  for (const { orderId, orderNumber } of lost) {
    deps.log.error({ orderId, orderNumber }, 'captured payment of an unpaid order found');
  }
}

/** Returns false where it ended early. */
async function compareReceipts(deps: PaymentDeps, since: Date, options: Options): Promise<boolean> {
  const { paceMs = PACE_MS, signal } = options;
  let silences = 0;
  const startedAt = await databaseTime(deps.db);
  for (let compared = 0; compared < MOST_RECEIPTS; ) {
    const attempts = await takeComparedAttempts(deps.db, { since, startedAt, limit: BATCH });
    for (const attempt of attempts) {
      if (signal?.aborted) return false;
      silences = (await compareOne(deps, attempt)) ? 0 : silences + 1;
      if (silences >= SILENCES_BEFORE_END) {
        deps.log.warn('reconciliation stopped: payment provider unreachable');
        return false;
      }
      if (paceMs > 0) await delay(paceMs);
    }
    compared += attempts.length;
    if (attempts.length < BATCH) return true;
  }
  return true;
}

/** Compares one receipt. Returns false without a clear response of the provider. */
async function compareOne({ db, clock, gateway }: PaymentDeps, attempt: ComparedAttempt): Promise<boolean> {
  let receipt: Receipt | undefined;
  try {
    receipt = await gateway.findReceipt(attempt.receipt_id);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind !== 'not_found') return false;
  }
  // Without the refunded amount, the amount that the provider holds is unknown.
  if (receipt && heldWon(receipt) > 0 && !receipt.isCancelledWonKnown) return false;
  const discrepancy = discrepancyOf(attempt, receipt);
  if (discrepancy) await recordDiscrepancy(db, attempt, { ...discrepancy, now: clock.now() });
  else await closeDiscrepancies(db, attempt, clock.now());
  return true;
}
