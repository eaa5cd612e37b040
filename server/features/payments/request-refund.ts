import { createHash } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/move-order.ts';
import { endOpenRequest } from '#server/features/refund-requests/end-open-request.ts';
import type { Staff } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { RefundRequest } from '#shared/contract/admin-orders.ts';
import { findRefund } from './payments.queries.ts';
import { carryOutRefund } from './refund-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';
import { writeRefundIntent } from './write-refund-intent.ts';

/** A repeat with the same key is known to the provider, too, by the same id. */
function cancelIdFor(orderId: number, requestKey: string): string {
  return createHash('sha256').update(`refund:${orderId}:${requestKey}`).digest('hex').slice(0, 32);
}

/** The intent, once for each `cancelId`. It grants what the customer may have asked for meanwhile. */
async function writeIntent(
  { db, clock }: SettleDeps,
  staff: Staff,
  orderId: number,
  request: RefundRequest & { cancelId: string },
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const known = await findRefund(trx, request.cancelId);
    if (known && known.amount !== request.amount) throw new AppError('CONFLICT');
    if (known) return;
    const refundId = await writeRefundIntent(trx, staff, order, request);
    await endOpenRequest(trx, order, {
      ...{ state: 'granted', refundId, grantedWon: request.amount, note: '' },
      ...{ now: clock.now(), byUserId: staff.actor.id },
    });
  });
}

/**
 * Gives money of an order back, whole or in part, never more than is paid: the intent is committed, then the provider asked, then the end
 * written. An unreachable provider leaves the refund `requested`, and the job goes on with it. Returns the refund's id.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID; CONFLICT for a key that stands for another amount
 */
export async function requestRefund(
  deps: SettleDeps,
  staff: Staff,
  orderId: number,
  request: RefundRequest,
): Promise<number> {
  const cancelId = request.requestKey ? cancelIdFor(orderId, request.requestKey) : newToken().slice(0, 32);
  await writeIntent(deps, staff, orderId, { ...request, cancelId });
  await carryOutRefund(deps, cancelId);
  const refund = await findRefund(deps.db, cancelId);
  if (!refund) throw new AppError('CONFLICT');
  return refund.id;
}
