import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { type OrderMail, orderMailInsert, queueStaffMail } from '#server/features/mails/outbox.ts';
import { AppError } from '#server/lib/errors.ts';
import { contactDeadline, type DeskHours } from '#shared/rules/business-days.ts';
import { isTransitionAllowed, type OrderActor, type OrderStatus } from '#shared/rules/order-status.ts';
import type { OrderRow } from './order-row.ts';

/** Locks the order and returns it as it is now; waits for whoever holds it. */
export async function lockOrder(trx: Trx, orderId: number): Promise<OrderRow> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('orders.id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

/** When an order was paid and until when the firm calls, from the payment's own time or that of staff. */
export type Contact = { paid_at: Date; contact_by: Date };

export function contactAfter(paidAt: Date, hours: DeskHours): Contact {
  return { paid_at: paidAt, contact_by: contactDeadline(paidAt, hours) };
}

/** The service's default lawyer takes an order that nobody has. */
const ASSIGNEE = sql<number | null>`coalesce(orders.assignee_id, (
  select services.default_assignee_id from services join users on users.id = services.default_assignee_id
  where services.id = orders.service_id and users.role = 'admin'))`;

export type Move = {
  to: OrderStatus;
  actor: OrderActor;
  /** Who of the staff or which buyer; null when a machine did it. */
  actorUserId: number | null;
  /** Read by the buyer in the order's timeline. */
  note: string;
  /** What has been paid in all from now on, in won; left out, it stays. */
  paidPrice?: number;
  /** With the move to confirmed: since when the firm owes its work. */
  contact?: Contact;
  /** Goes to the buyer, if he has an address. */
  mail?: OrderMail | undefined;
};

/**
 * The one way in which an order changes its status: status, amount paid, timeline entry and mail
 * are written together. The order is the one that the caller has seen: if its status has changed
 * since, nothing is written. Locks the row, so a transaction calls this (or `lockOrder`) before it
 * touches anything that belongs to the order; two that took the rows in another order could block
 * each other.
 * @throws AppError CONFLICT when the order has moved meanwhile, or the table of transitions does not allow the move.
 */
export async function moveOrder(trx: Trx, order: OrderRow, move: Move): Promise<OrderRow> {
  if (!isTransitionAllowed(move.actor, order.status, move.to)) {
    throw new AppError('CONFLICT', { cause: new Error(`${move.actor}: ${order.status} to ${move.to}`) });
  }
  const { mail } = move;
  const moved = await trx
    .with('moved', (db) =>
      db
        .updateTable('orders')
        .set({
          status: move.to,
          updated_at: sql<Date>`now()`,
          ...(move.paidPrice !== undefined && { paid_price: move.paidPrice }),
          ...(move.contact && { ...move.contact, assignee_id: ASSIGNEE }),
        })
        .where('orders.id', '=', order.id)
        .where('orders.status', '=', order.status)
        .returningAll(),
    )
    .with('entry', (db) =>
      db
        .insertInto('order_events')
        .columns(['order_id', 'status', 'note', 'actor', 'actor_user_id'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select(['moved.id', 'moved.status'])
            .select([
              sql<string>`${move.note}::text`.as('note'),
              sql<OrderActor>`${move.actor}::text`.as('actor'),
              sql<number | null>`${move.actorUserId}::integer`.as('actor_user_id'),
            ]),
        ),
    )
    // Without a mail nothing is done: a CTE that nobody reads from does not run unless it writes.
    .with('mailed', () =>
      mail ? sql<{ id: number }>`(${orderMailInsert('moved', mail)})` : sql<{ id: number }>`(select 0 as id)`,
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst();
  if (!moved) throw new AppError('CONFLICT', { cause: new Error(`order ${order.id} is no longer ${order.status}`) });
  if (moved.assignee_id !== null && moved.assignee_id !== order.assignee_id) await queueStaffMail(trx, moved.id);
  return moved;
}

export type TimelineEntry = Pick<Move, 'actor' | 'actorUserId' | 'note'>;

/** An entry in the timeline of an order that keeps its status; needs the order's lock. */
export async function addTimelineEntry(trx: Trx, order: OrderRow, entry: TimelineEntry): Promise<void> {
  await trx
    .insertInto('order_events')
    .values({
      order_id: order.id,
      status: order.status,
      note: entry.note,
      actor: entry.actor,
      actor_user_id: entry.actorUserId,
    })
    .execute();
}

/** Writes what is paid in all from now on, for an order that keeps its status; needs the order's lock. */
export async function changePaid(
  trx: Trx,
  order: OrderRow,
  { paidPrice, ...entry }: TimelineEntry & { paidPrice: number },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ paid_price: paidPrice, updated_at: sql<Date>`now()` })
    .where('orders.id', '=', order.id)
    .execute();
  await addTimelineEntry(trx, order, entry);
}
