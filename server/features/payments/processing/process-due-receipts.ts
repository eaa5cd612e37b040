import pLimit from 'p-limit';
import { AppError } from '#server/lib/errors.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { takeDueAttempts } from '../attempts/attempts.queries.ts';
import type { PaymentDeps } from '../attempts/payment-deps.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';
import { takeDueRefunds } from '../refunds/refunds.queries.ts';
import { processReceipt } from './process-receipt.ts';

/** At most so many per run; the rest follows a minute later. */
const BATCH = 100;
/** Some at once, so that a provider that is slow with a few does not keep the rest waiting. */
const WIDTH = 4;

/**
 * Brings to an end what was begun with the provider and whose outcome is unknown: after a crash, a
 * time-out or an outage, and virtual accounts that wait for their deposit (contract §3: within two
 * minutes of the provider being reachable again).
 */
export async function processDueReceipts(deps: PaymentDeps, { signal }: Stoppable = {}): Promise<void> {
  const now = deps.clock.now();
  const due = { now, nextAt: new Date(now.getTime() + deps.timing.retryMs), limit: BATCH };
  const limit = pLimit(WIDTH);
  await limit.map(await takeDueAttempts(deps.db, due), async (attempt) => {
    if (signal?.aborted) return;
    await processQuietly(deps, attempt.order_id, attempt.receipt_id);
  });
  await limit.map(await takeDueRefunds(deps.db, due), async ({ cancel_id }) => {
    if (signal?.aborted) return;
    await carryOutRefund(deps, cancel_id).catch((error: unknown) => {
      deps.log.error({ err: error, cancel_id }, 'refund failed');
    });
  });
}

/**
 * Confirms without a waiting buyer: that a payment failed or was refused is an end like any other. False when the
 * outcome is unknown, also when another caller is at it. Never throws: one receipt that breaks must not keep the others
 * of a run waiting.
 */
export async function processQuietly(deps: PaymentDeps, orderId: number, receiptId: string): Promise<boolean> {
  try {
    await processReceipt(deps, orderId, receiptId, { patienceMs: 0 });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'GATEWAY_UNAVAILABLE') {
      deps.log.info({ orderId, code: error.code }, 'receipt ended without a payment');
      return true;
    }
    if (error instanceof AppError) deps.log.warn({ err: error, orderId }, 'payment outcome unknown');
    else deps.log.error({ err: error, orderId }, 'payment confirmation failed');
    return false;
  }
}
