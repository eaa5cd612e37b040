import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { revokeAccounts } from '#server/features/payments/revoke-accounts.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { requireStanding } from '#server/http/guards/standing.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { ValidSetOrderStatusBody } from '#shared/features/orders/admin-schemas.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { needsMoneyToSet, type OrderStatus } from '#shared/rules/order-status.ts';
import { addTimelineEntry, contactAfter, lockOrder, markHandled, moveOrder, type OrderRow } from '../orders.moves.ts';

/** Default messages to the buyer. */
const NOTES: Record<OrderStatus, string> = {
  pending: '담당자가 주문을 다시 열었습니다.',
  processing: '담당자가 주문을 살펴보고 있습니다.',
  confirmed: '담당자가 결제를 확인했습니다.',
  cancelled: '담당자가 주문을 취소했습니다.',
  error: '담당자가 주문을 확인하고 있습니다.',
};

export type SetStatusDeps = {
  db: Db;
  dataKeys: DataKeys;
  clock: Clock;
  deskHours: DeskHours;
};

/**
 * Requires `money` to change the payment's status of a paid order (contract §9).
 * @throws AppError PERMISSION_REQUIRED
 */
async function requireMoneyIfPaid(trx: Trx, order: OrderRow, { actor, session }: ActingAdmin): Promise<void> {
  if (!needsMoneyToSet(order) || actor.id === null || !session) return;
  await requireStanding(trx, actor.id, { ...session, needs: 'money' });
}

/**
 * Sets the status of an order for an administrator, without restriction (spec §4). Moves no money:
 * a payment stays until a refund (contract §3). Setting the current status succeeds; its note is
 * stored.
 * @throws AppError ORDER_NOT_FOUND; PERMISSION_REQUIRED for a paid order without `money`
 */
export async function setOrderStatus(
  { db, dataKeys, clock, deskHours }: SetStatusDeps,
  admin: ActingAdmin,
  orderId: number,
  { status, note }: ValidSetOrderStatusBody,
): Promise<void> {
  const seal = await dataKeys.forSealing();
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    await requireMoneyIfPaid(trx, order, admin);
    const by = { actor: 'admin', actorUserId: admin.actor.id } as const;
    if (order.status === status && note === '') return;
    if (order.status === status) await addTimelineEntry(trx, order, { ...by, note, seal });
    else {
      // Keep the deadline of an earlier confirmation.
      const { paid_at, contact_by } = order;
      const promised = paid_at && contact_by ? { paid_at, contact_by } : contactAfter(clock.now(), deskHours);
      const contact = status === 'confirmed' ? { contact: promised } : {};
      const text = note ? { note, seal } : { note: NOTES[status] };
      await moveOrder(trx, order, { ...by, to: status, ...text, ...contact });
    }
    if (status === 'cancelled') await revokeAccounts(trx, orderId, { clock });
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...admin,
      action: 'order.set_status',
      subjectType: 'order',
      subjectId: orderId,
      before: { status: order.status },
      after: { status, ...(note && { has_note: true }) },
    });
  });
}
