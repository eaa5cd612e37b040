import pLimit from 'p-limit';
import { AppError } from '#server/lib/errors.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { takeDueAttempts } from '../attempts/attempts.queries.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';
import { takeDueRefunds } from '../refunds/refunds.queries.ts';
import { processReceipt } from './process-receipt.ts';

/** Batch size; the next run a minute later continues. */
const BATCH = 100;
/** Concurrency, so that a few slow responses of the provider do not delay the rest. */
const WIDTH = 4;

/**
 * Completes receipts and refunds with an unknown outcome after a crash, a timeout or an outage, and
 * virtual accounts that wait for a deposit (contract §3: within two minutes after the provider is
 * reachable again).
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
 * Processes a receipt in the background, where a failed or refused payment is a normal result.
 * Returns false when the outcome is unknown or another caller holds the lease. Never throws, so
 * that a failing receipt does not stop the run.
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
