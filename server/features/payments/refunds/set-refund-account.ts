import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { RefundAccount } from '#shared/features/payments/refund-schemas.ts';
import { withOwnOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from './carry-out-refund.ts';

/**
 * Stores the buyer's bank account and executes a refund that is only possible by bank transfer: a
 * deposit for an order that accepts none any more.
 * @throws AppError ORDER_NOT_FOUND for another user's order, NO_REFUND_WAITING
 */
export async function setRefundAccount(
  deps: PaymentDeps,
  actor: Actor,
  orderId: number,
  account: RefundAccount,
): Promise<void> {
  const waiting = await withOwnOrder(deps.db, actor, orderId, (trx) =>
    trx
      .updateTable('refunds')
      .set({ account: JSON.stringify(account), awaits_account: false, due_at: deps.clock.now() })
      .where('refunds.order_id', '=', orderId)
      .where('refunds.state', '=', 'requested')
      .where('refunds.awaits_account', '=', true)
      .returning('refunds.cancel_id')
      .execute(),
  );
  if (waiting.length === 0) throw new AppError('NO_REFUND_WAITING');
  for (const { cancel_id: cancelId } of waiting) await carryOutRefund(deps, cancelId);
}
