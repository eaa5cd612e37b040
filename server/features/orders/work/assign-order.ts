import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { queueAssigneeMail } from '#server/features/mails/outbox.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fieldError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { AssignOrderBody, AssignOrdersBody, OrderResult } from '#shared/features/orders/work-schemas.ts';
import { lockOrder } from '../orders.moves.ts';
import { addPendingAct, takeBackAct } from '../pending-acts.ts';
import { forEachOrder } from '../state/for-each-order.ts';

type AssignDeps = { db: Db; clock: Clock };

/**
 * Checks that the account is an active administrator who takes cases. Holds its row, so that a demotion at
 * this moment waits and sees the assignment.
 * @throws AppError VALIDATION_FAILED
 */
export async function checkAssignee(trx: Trx, userId: number, path: string): Promise<void> {
  const found = await trx
    .selectFrom('users')
    .leftJoin('staff_profiles', 'staff_profiles.user_id', 'users.id')
    .select('staff_profiles.takes_cases')
    .where('users.id', '=', userId)
    .where('users.role', '=', 'admin')
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .forShare('users')
    .executeTakeFirst();
  if (found && found.takes_cases !== false) return;
  throw fieldError(path, '사건을 맡을 수 있는 관리자가 아닙니다.');
}

/**
 * Sets or removes the administrator who takes the case. A new one gets a mail about a paid order,
 * unless they assigned themselves; the client's side learns of it a minute later. The same again changes nothing.
 * @throws AppError ORDER_NOT_FOUND; VALIDATION_FAILED when the account does not take cases; VERSION_CONFLICT unless the
 *   assignee is as seen
 */
export async function assignOrder(
  { db, clock }: AssignDeps,
  admin: ActingAdmin,
  orderId: number,
  { user_id: userId, seen }: AssignOrderBody,
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (userId !== null) await checkAssignee(trx, userId, 'user_id');
    if (order.assignee_id === userId) return;
    expectUnchanged(seen, order.assignee_id);
    await trx.updateTable('orders').set({ assignee_id: userId }).where('orders.id', '=', orderId).execute();
    const isToldByMail = userId !== null && userId !== admin.actor.id && order.status === 'confirmed';
    if (isToldByMail) await queueAssigneeMail(trx, orderId);
    await takeBackAct(trx, orderId, { kind: 'lawyer_named' });
    if (userId !== null && order.status === 'confirmed') {
      await addPendingAct(trx, { order_id: orderId, kind: 'lawyer_named', actor_id: userId, now: clock.now() });
    }
    await recordAudit(trx, {
      ...admin,
      action: 'order.assign',
      subjectType: 'order',
      subjectId: orderId,
      before: { assignee_id: order.assignee_id },
      after: { assignee_id: userId },
    });
  });
}

/** Assigns several orders, each in a transaction of its own, and returns the result of each. */
export function assignOrders(
  deps: AssignDeps,
  admin: ActingAdmin,
  { order_ids: orderIds, user_id }: AssignOrdersBody,
): Promise<OrderResult[]> {
  return forEachOrder(orderIds, (orderId) => assignOrder(deps, admin, orderId, { user_id }));
}
