import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Staff } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { SetWorkBody } from '#shared/features/orders/admin-schemas.ts';
import { markHandled } from '../state/mark-handled.ts';
import { addTimelineEntry, lockOrder } from '../state/move-order.ts';

/**
 * Marks that work on a paid order has started, or removes a mark set by mistake. After the start
 * the refund policy refunds nothing of a service per case (spec §9). Repeating it succeeds without
 * a change.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT for an order that is not confirmed
 */
export async function setWorkStarted(
  { db, clock }: { db: Db; clock: Clock },
  staff: Staff,
  orderId: number,
  { isStarted }: SetWorkBody,
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const before = order.work_started_at;
    if (isStarted === (before !== null)) return;
    if (isStarted && order.status !== 'confirmed') throw new AppError('CONFLICT');
    const after = isStarted ? clock.now() : null;
    await trx.updateTable('orders').set({ work_started_at: after }).where('orders.id', '=', orderId).execute();
    const note = isStarted ? '담당자가 업무를 시작했습니다.' : '담당자가 업무 시작 표시를 되돌렸습니다.';
    await addTimelineEntry(trx, order, { actor: 'admin', actorUserId: staff.actor.id, note });
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...staff,
      action: 'order.set_work',
      subjectType: 'order',
      subjectId: orderId,
      before: { work_started_at: before },
      after: { work_started_at: after },
    });
  });
}
