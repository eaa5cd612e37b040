import { sql } from 'kysely';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { FOLLOWED, isOneOf } from '#shared/rules/payments/payment-status.ts';
import { findAttempt } from '../attempts/attempts.queries.ts';
import { withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { failAttempt } from './record-receipt.ts';

/**
 * Drops a receipt whose outcome stays unclear, at an administrator's decision: the order can be
 * paid again or expires. If the receipt was captured after all, the webhook or the nightly
 * reconciliation finds it.
 * @throws AppError ORDER_NOT_FOUND; NOT_FOUND for a receipt of another order; ATTEMPT_ENDED;
 * CONFLICT while another caller holds the lease
 */
export async function dropAttempt(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  admin: ActingAdmin,
  orderId: number,
  { receiptId, reason }: { receiptId: string; reason: string },
): Promise<void> {
  await withOrder(deps.db, orderId, async (trx, order) => {
    const attempt = await findAttempt(trx, orderId, receiptId);
    if (!attempt) throw new AppError('NOT_FOUND');
    if (!isOneOf(FOLLOWED, attempt.state)) throw new AppError('ATTEMPT_ENDED');
    const isFree = sql<boolean>`lease_until <= clock_timestamp()`;
    const row = trx.selectFrom('payment_attempts').where('payment_attempts.id', '=', attempt.id);
    if (!(await row.select(isFree.as('is_free')).executeTakeFirst())?.is_free) throw new AppError('CONFLICT');
    await failAttempt(deps, trx, order, receiptId, '담당자가 결제 확인을 중단했습니다.');
    await trx
      .updateTable('payment_attempts')
      .set({ dropped_at: sql<Date>`now()` })
      .where('payment_attempts.id', '=', attempt.id)
      .execute();
    await recordAudit(trx, {
      ...admin,
      action: 'order.drop_payment',
      subjectType: 'order',
      subjectId: orderId,
      before: { state: attempt.state },
      after: { receipt_id: receiptId },
      reason,
    });
  });
}
