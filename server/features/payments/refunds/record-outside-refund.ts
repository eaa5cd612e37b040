import { sql } from 'kysely';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { OutsideRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { recordDecision, withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { endOpenRequest } from './end-open-request.ts';
import { leftOf, reflectReturn } from './record-refund.ts';
import { issuedIdFor } from './refund-id.ts';
import { findRefund, insertRefund } from './refunds.queries.ts';
import { findCaptured, replaceWaitingRefund } from './write-refund-intent.ts';

/**
 * Records a refund of a captured receipt by other means, such as a bank transfer, when the provider
 * cannot execute it. Does not call the provider; order, timeline, mail and alerts change as after
 * any refund (contract §3). Returns the refund's id.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID,
 *   SECOND_PERSON_REQUIRED for an order of one's own; CONFLICT for a key that stands for another refund
 */
export async function recordOutsideRefund(
  { db, clock, dataKeys }: Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>,
  admin: ActingAdmin,
  orderId: number,
  { receipt_id: receiptId, amount, note, requestKey }: OutsideRefundBody,
): Promise<number> {
  const cancelId = requestKey ? issuedIdFor(orderId, requestKey) : newToken().slice(0, 32);
  const now = clock.now();
  const seal = await dataKeys.forSealing();
  return withOrder(db, orderId, async (trx, order) => {
    const known = await findRefund(trx, cancelId);
    if (known && (known.amount !== amount || known.channel !== 'outside')) throw new AppError('CONFLICT');
    if (known) return known.id;
    // A second administrator cannot check a transfer by proposal: another one records it.
    if (order.user_id === admin.actor.id) throw new AppError('SECOND_PERSON_REQUIRED');
    const attempt = await findCaptured(trx, orderId, receiptId);
    await replaceWaitingRefund(trx, attempt.receipt_id);
    if (amount > leftOf(attempt)) throw new AppError('REFUND_EXCEEDS_PAID');
    const refundId = await insertRefund(trx, {
      orderId,
      receiptId: attempt.receipt_id,
      cancelId,
      amountWon: amount,
      reason: note,
      seal,
      requestedBy: admin.actor.user_id,
      requestedById: admin.actor.id,
      cancelledBeforeWon: attempt.cancelled_amount,
      dueAt: now,
    });
    await trx
      .updateTable('refunds')
      .set({ state: 'done', channel: 'outside' })
      .where('refunds.id', '=', refundId)
      .execute();
    const changed = await trx
      .updateTable('payment_attempts')
      .set({ returned_outside: sql<number>`returned_outside + ${amount}`, updated_at: sql<Date>`now()` })
      .where('payment_attempts.id', '=', attempt.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (attempt.state === 'paid') {
      const granted = { status: 'granted', refundId, grantedWon: amount } as const;
      await endOpenRequest(trx, order, { ...granted, now, byUserId: admin.actor.id });
    }
    const by = { actor: 'admin', actorUserId: admin.actor.id } as const;
    await reflectReturn(trx, order, changed, { ...by, returnedWon: amount, now });
    await recordDecision(trx, admin, order, {
      action: 'order.refund_outside',
      before: { paid_price: order.paid_price },
      after: { amount, receipt_id: attempt.receipt_id, refund_id: refundId },
    });
    return refundId;
  });
}
