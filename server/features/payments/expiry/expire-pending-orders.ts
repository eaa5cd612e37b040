import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { cancel, withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { processQuietly } from '../processing/process-due-receipts.ts';
import { listExpired } from './expiry.queries.ts';

/** The provider's session time-out (spec §9). */
const UNPAID_MS = 30 * MINUTE_MS;
/** Batch size; the next run a minute later continues. */
const BATCH = 200;

/**
 * Cancels orders that were not paid within half an hour. Reads their receipts from the provider
 * first, so that a paid order is never cancelled as unpaid. A failing order does not stop the run.
 */
export async function expirePendingOrders(deps: PaymentDeps, { signal }: Stoppable = {}): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - UNPAID_MS);
  for (const expired of await listExpired(deps.db, before, BATCH)) {
    if (signal?.aborted) return;
    await expireOne(deps, expired).catch((error: unknown) => {
      deps.log.error({ err: error, orderId: expired.id }, 'unpaid order not cancelled');
    });
  }
}

async function expireOne(deps: PaymentDeps, { id, receipts }: { id: number; receipts: string[] }): Promise<void> {
  const ends: boolean[] = [];
  for (const receiptId of receipts) ends.push(await processQuietly(deps, id, receiptId));
  if (ends.includes(false)) return;
  await withOrder(deps.db, id, async (trx, order) => {
    if (order.status !== 'pending') return;
    await cancel(trx, order, { actor: 'job', actorUserId: null }, '30분 안에 결제하지 않아 취소되었습니다.');
  });
}
