import { AppError } from '#server/lib/errors.ts';
import { inParallel } from '#server/lib/in-parallel.ts';
import type { Stoppable } from '#server/lib/stoppable.ts';
import { listDueAttempts, listDueRefunds } from './payments.queries.ts';
import { carryOutRefund } from './refund-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleReceipt } from './settle-receipt.ts';

/** At most so many per run; the rest is taken up a minute later. */
const BATCH = 100;
/** Some at once, so that a provider that is slow with a few does not keep the rest waiting. */
const WIDTH = 4;

/**
 * Brings to an end what was begun with the provider and whose end nobody has seen: after a crash, a time-out or an outage, and
 * virtual accounts that wait for their deposit (contract §3: within two minutes of the provider being reachable again).
 */
export async function settleDueReceipts(deps: SettleDeps, { signal }: Stoppable = {}): Promise<void> {
  await inParallel(await listDueAttempts(deps.db, deps.clock.now(), BATCH), WIDTH, async (attempt) => {
    if (signal?.aborted) return;
    await settleQuietly(deps, attempt.order_id, attempt.receipt_id);
  });
  await inParallel(await listDueRefunds(deps.db, BATCH), WIDTH, async ({ cancel_id }) => {
    if (signal?.aborted) return;
    await carryOutRefund(deps, cancel_id).catch((error: unknown) => {
      deps.log.error({ err: error, cancel_id }, 'refund broke off');
    });
  });
}

/**
 * Settles for nobody in particular: that a payment failed or was refused is an end like any other. False when the end is not
 * known. Never throws: one receipt that breaks must not keep the others of a run waiting.
 */
export async function settleQuietly(deps: SettleDeps, orderId: number, receiptId: string): Promise<boolean> {
  try {
    await settleReceipt(deps, orderId, receiptId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'GATEWAY_UNAVAILABLE') {
      deps.log.info({ orderId, code: error.code }, 'receipt settled without a payment');
      return true;
    }
    if (error instanceof AppError) deps.log.warn({ err: error, orderId }, 'provider could not be asked');
    else deps.log.error({ err: error, orderId }, 'settling a receipt broke off');
    return false;
  }
}
