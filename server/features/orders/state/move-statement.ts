import { type RawBuilder, sql } from 'kysely';
import type { ValueOrSlot } from '#server/db/statements/compile-once.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { assigneeMailCte, type OrderMail, orderMailCtes } from '#server/features/mails/outbox.ts';
import type { OrderActor, OrderStatus } from '#shared/rules/order-status.ts';

/** Assigns an unassigned order to the service's default lawyer. */
const ASSIGNEE = sql<number | null>`coalesce(orders.assignee_id, (
  select services.default_assignee_id from services join users on users.id = services.default_assignee_id
  where services.id = orders.service_id and users.role = 'admin'))`;

/** The next id of the timeline, taken by the insert itself. */
export const NEXT_ENTRY_ID = sql<number>`nextval(pg_get_serial_sequence('order_events', 'id'))::integer`;

/** CTEs that nothing reads from do not run unless they write. */
const NOTHING = sql<{ id: number }>`(select 0 as id)`;

/**
 * A CTE of the statement that moves an order: the order moves if it has a row. It writes what has
 * to be written together with the move, and reads the order from the CTE `locked`: its id and
 * prices under its lock, no row where the status has changed.
 */
export type Gate = RawBuilder<{ order_id: number }>;

const OPEN_GATE: Gate = sql`(select id as order_id from locked)`;

/** What the statement writes; places of values in one that is built once. */
export type MoveParts = {
  order: { id: ValueOrSlot<number>; status: ValueOrSlot<OrderStatus>; assigneeId: ValueOrSlot<number | null> };
  to: OrderStatus;
  actor: OrderActor;
  actorUserId: ValueOrSlot<number | null>;
  entry: { id: RawBuilder<number>; note: ValueOrSlot<string>; sealed: Buffer | null };
  paidPrice?: ValueOrSlot<number> | undefined;
  contact?: { paid_at: ValueOrSlot<Date>; contact_by: ValueOrSlot<Date> } | undefined;
  mail?: OrderMail | undefined;
  gate?: Gate;
};

function lockedBy({ id, status }: MoveParts['order'], gate: Gate): RawBuilder<{ id: number }> {
  return gate === OPEN_GATE
    ? sql<{ id: number }>`(select ${id}::integer as id)`
    : sql<{
        id: number;
      }>`(select id, price, paid_price from orders where id = ${id} and status = ${status} for update)`;
}

/**
 * The statement that changes the status of an order, with paid amount, timeline entry, mail and
 * what the gate writes. The caller selects from `moved`: the order, no row where it did not move.
 */
export function moveStatement(db: DbOrTrx, parts: MoveParts) {
  const { order, to, actor, actorUserId, entry, paidPrice, contact, mail, gate = OPEN_GATE } = parts;
  const { mailed, noticed } = mail ? orderMailCtes('moved', mail) : { mailed: NOTHING, noticed: NOTHING };
  return db
    .with('locked', () => lockedBy(order, gate))
    .with('gate', () => gate)
    .with('moved', (of) =>
      of
        .updateTable('orders')
        .set({
          status: to,
          updated_at: sql<Date>`now()`,
          ...(paidPrice !== undefined && { paid_price: paidPrice }),
          ...(contact && { ...contact, assignee_id: ASSIGNEE }),
        })
        .where('orders.id', '=', order.id)
        .where('orders.status', '=', order.status)
        .where(sql<boolean>`exists (select from gate)`)
        .returningAll(),
    )
    .with('entry', (of) =>
      of
        .insertInto('order_events')
        .columns(['id', 'order_id', 'status', 'note', 'note_sealed', 'actor', 'actor_user_id'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select(entry.id.as('id'))
            .select(['moved.id as order_id', 'moved.status'])
            .select([
              sql<string>`${entry.note}::text`.as('note'),
              sql<Buffer | null>`${entry.sealed}::bytea`.as('note_sealed'),
              sql<OrderActor>`${actor}::text`.as('actor'),
              sql<number | null>`${actorUserId}::integer`.as('actor_user_id'),
            ]),
        ),
    )
    .with('mailed', () => mailed)
    .with('noticed', () => noticed)
    .with('assigned', () => (contact ? assigneeMailCte('moved', order.assigneeId) : NOTHING))
    .selectFrom('moved');
}
