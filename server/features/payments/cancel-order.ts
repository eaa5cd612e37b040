import { sql } from 'kysely';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { UNKNOWN_OUTCOME } from '#shared/rules/payments/payment-status.ts';
import { isUnpaidAtProvider } from './expiry/unpaid-check.ts';
import { cancel, getOwnPayable, type PayableOrder, withOrder } from './order-money.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { revokeAccounts } from './revoke-accounts.ts';

/**
 * Cancels an order for its buyer. With a running payment, only when the provider confirms that
 * nothing was paid. Cancelling a cancelled order succeeds (contract §3).
 * @throws AppError ORDER_NOT_FOUND, NOT_CANCELLABLE
 */
export async function cancelOrder(deps: PaymentDeps, actor: Actor, orderId: number): Promise<void> {
  const order = await getOwnPayable(deps.db, actor, orderId);
  if (order.status === 'processing' && !(await isUnpaidAtProvider(deps, orderId)))
    throw new AppError('NOT_CANCELLABLE');
  await withOrder(deps.db, orderId, async (trx, locked) => {
    if (locked.status === 'cancelled') return;
    if (!isCancellable(locked, order)) throw new AppError('NOT_CANCELLABLE');
    const note = '주문이 취소되었습니다.';
    await cancel(trx, locked, { actor: 'customer', actorUserId: actor.id }, note);
    await revokeAccounts(trx, orderId, deps);
    // A capture that was sent before may still be executed: the job asks again, and refunds it.
    await trx
      .updateTable('payment_attempts')
      .set({
        due_at: new Date(deps.clock.now().getTime() + deps.timing.lateCaptureMs),
        lease_until: sql<Date>`clock_timestamp()`,
        note,
      })
      .where('payment_attempts.order_id', '=', orderId)
      .where('payment_attempts.state', 'in', UNKNOWN_OUTCOME)
      .execute();
  });
}

/** Returns whether the order is unpaid and no payment started since the provider was asked. */
function isCancellable(locked: PayableOrder, seen: PayableOrder): boolean {
  if (locked.status === 'confirmed' || locked.paid_price > 0) return false;
  return locked.status !== 'processing' || seen.status === 'processing';
}
