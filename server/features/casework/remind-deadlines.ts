import { sql } from 'kysely';
import { type Db, transaction } from '#server/db/transaction.ts';
import { findOnDuty } from '#server/features/admin-profiles/on-duty.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { WORK_CONDITIONS } from '#server/features/orders/order-filters.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { listRecipients } from '#server/features/participants/participants.access.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { NEAR_DAYS, reminderOf } from '#shared/rules/work/legal-deadlines.ts';

type Near = { id: number; order_id: number; last_day: string; days_left: number };

/** Lists the deadlines of open cases that end within a week. */
async function listNear(db: Db, today: string): Promise<Near[]> {
  const { rows } = await sql<Near>`
    select d.id, d.order_id, d.last_day, d.last_day - ${today}::date as days_left
    from order_deadlines d join orders o on o.id = d.order_id
    where d.last_day between ${today}::date and ${today}::date + ${NEAR_DAYS}::integer and ${WORK_CONDITIONS.open}
    order by d.last_day, d.id`.execute(db);
  return rows;
}

/**
 * Reminds of deadlines 7, 3 and 1 days before their last day: those who read the progress of the
 * case, and the administrator who takes it, or their substitute. Each reminder goes once for a last
 * day; one that was missed goes with the next run.
 */
export async function remindDeadlines(
  { db, clock }: { db: Db; clock: Clock },
  { signal }: Stoppable = {},
): Promise<void> {
  const now = clock.now();
  for (const near of await listNear(db, koreanDayAt(now))) {
    if (signal?.aborted) return;
    await transaction(db, async (trx) => {
      const order = await lockOrder(trx, near.order_id);
      const event = `deadline_near:${near.id}:${near.last_day}:${reminderOf(near.days_left)}`;
      const told = { kind: 'deadline_near', orderId: order.id } as const;
      for (const userId of await listRecipients(trx, order, 'progress', now)) {
        await queueNotice(trx, { ...told, userId, eventKey: `${event}:${userId}` });
      }
      if (order.assignee_id === null) return;
      const userId = await findOnDuty(trx, order.assignee_id, now);
      await queueNotice(trx, { ...told, userId, params: { isStaff: true }, eventKey: `${event}:staff` });
    });
  }
}
