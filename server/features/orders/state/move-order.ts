import { type RawBuilder, sql } from 'kysely';
import { type RowJob, wakeAfterCommit, wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import { type Db, type DbOrTrx, inOneStatement, type Trx } from '#server/db/transaction.ts';
import { assigneeMailCte, jobsOfOrderMail, type OrderMail, orderMailCtes } from '#server/features/mails/outbox.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { contactDeadline, type DeskHours } from '#shared/rules/business-days.ts';
import { isTransitionAllowed, type OrderActor, type OrderStatus } from '#shared/rules/order-status.ts';
import { freeCallback } from './free-callback.ts';
import type { OrderRow } from './order-row.ts';

/** Locks the order, waiting for its current holder, and returns it. */
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

/**
 * Time of payment and deadline of the firm's call, from the payment or the administrator's change.
 */
export type Contact = { paid_at: Date; contact_by: Date };

export function contactAfter(paidAt: Date, hours: DeskHours): Contact {
  return { paid_at: paidAt, contact_by: contactDeadline(paidAt, hours) };
}

/** Assigns an unassigned order to the service's default lawyer. */
const ASSIGNEE = sql<number | null>`coalesce(orders.assignee_id, (
  select services.default_assignee_id from services join users on users.id = services.default_assignee_id
  where services.id = orders.service_id and users.role = 'admin'))`;

export type Move = {
  to: OrderStatus;
  actor: OrderActor;
  /** The administrator or buyer; null for automatic changes. */
  actorUserId: number | null;
  /** Shown to the buyer in the order's timeline. */
  note: string;
  /** Given where the note has words of a person: it is stored encrypted. */
  seal?: Seal;
  /** The new total paid amount in won; unchanged when omitted. */
  paidPrice?: number;
  /** With the change to confirmed: when the firm's obligation begins. */
  contact?: Contact;
  /** Mail to the buyer, if they have an address. */
  mail?: OrderMail | undefined;
};

/** The next id of the timeline, taken by the insert itself. */
const NEXT_ENTRY_ID = sql<number>`nextval(pg_get_serial_sequence('order_events', 'id'))::integer`;

/** CTEs that nothing reads from do not run unless they write. */
const NOTHING = sql<{ id: number }>`(select 0 as id)`;

/**
 * A CTE of the statement that moves an order: the order moves if it has a row. It writes what has
 * to be written together with the move, and reads the order from the CTE `locked`: its id and
 * prices under its lock, no row where the status has changed.
 */
export type Gate = RawBuilder<{ order_id: number }>;

const OPEN_GATE: Gate = sql`(select id as order_id from locked)`;

function lockedBy({ id, status }: OrderRow, gate: Gate): RawBuilder<{ id: number }> {
  return gate === OPEN_GATE
    ? sql<{ id: number }>`(select ${id}::integer as id)`
    : sql<{
        id: number;
      }>`(select id, price, paid_price from orders where id = ${id} and status = ${status} for update)`;
}

/** Id and stored text of a timeline entry. */
async function entryOf(trx: Trx, { note, seal }: Pick<Move, 'note' | 'seal'>) {
  if (!seal) return { id: NEXT_ENTRY_ID, note, sealed: null };
  const id = await nextId(trx, 'order_events');
  const { plain, sealed } = seal(note, `order_events.note_sealed:${id}`);
  return { id: sql<number>`${id}::integer`, note: plain, sealed };
}

type Entry = Awaited<ReturnType<typeof entryOf>>;

async function writeMove(
  db: DbOrTrx,
  order: OrderRow,
  move: Move,
  { entry, gate = OPEN_GATE }: { entry: Entry; gate?: Gate },
): Promise<OrderRow | undefined> {
  if (!isTransitionAllowed(move.actor, order.status, move.to)) {
    throw new AppError('CONFLICT', { cause: new Error(`${move.actor}: ${order.status} to ${move.to}`) });
  }
  const { mailed, noticed } = move.mail ? orderMailCtes('moved', move.mail) : { mailed: NOTHING, noticed: NOTHING };
  return db
    .with('locked', () => lockedBy(order, gate))
    .with('gate', () => gate)
    .with('moved', (of) =>
      of
        .updateTable('orders')
        .set({
          status: move.to,
          updated_at: sql<Date>`now()`,
          ...(move.paidPrice !== undefined && { paid_price: move.paidPrice }),
          ...(move.contact && { ...move.contact, assignee_id: ASSIGNEE }),
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
              sql<OrderActor>`${move.actor}::text`.as('actor'),
              sql<number | null>`${move.actorUserId}::integer`.as('actor_user_id'),
            ]),
        ),
    )
    .with('mailed', () => mailed)
    .with('noticed', () => noticed)
    .with('assigned', () => (move.contact ? assigneeMailCte('moved', order.assignee_id) : NOTHING))
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst();
}

/** The jobs that send what a move has queued. */
function jobsOf({ mail }: Move, order: OrderRow, moved: OrderRow): readonly RowJob[] {
  const isAssigned = moved.assignee_id !== null && moved.assignee_id !== order.assignee_id;
  return [...(mail ? jobsOfOrderMail(mail) : []), ...(isAssigned ? (['send_mails'] as const) : [])];
}

/**
 * Changes the status of an order. Writes status, paid amount, timeline entry and mail together,
 * unless the status changed since the caller read the order. An order that is no longer confirmed
 * loses its booked call. Locks the row, so call this (or `lockOrder`) before locking rows that
 * belong to the order, to avoid deadlocks. Besides `moveOrderIf` the only way to change it.
 * @throws AppError CONFLICT when the status changed meanwhile, or the transition is not allowed
 */
export async function moveOrder(trx: Trx, order: OrderRow, move: Move): Promise<OrderRow> {
  const moved = await writeMove(trx, order, move, { entry: await entryOf(trx, move) });
  if (!moved) throw new AppError('CONFLICT', { cause: new Error(`order ${order.id} is no longer ${order.status}`) });
  if (order.status === 'confirmed' && moved.status !== 'confirmed') await freeCallback(trx, moved.id);
  for (const job of jobsOf(move, order, moved)) wakeAfterCommit(trx, job);
  return moved;
}

/**
 * Changes the status of an order that is not confirmed, together with what the gate writes, in one
 * statement that is a transaction of its own. Returns undefined, and has written nothing, when the
 * status changed meanwhile or the gate has no row.
 */
export async function moveOrderIf(
  db: Db,
  order: OrderRow,
  move: Omit<Move, 'seal'>,
  gate: Gate,
): Promise<OrderRow | undefined> {
  const entry = { id: NEXT_ENTRY_ID, note: move.note, sealed: null };
  const moved = await inOneStatement(db, (handle) => writeMove(handle, order, move, { entry, gate }));
  if (moved) for (const job of jobsOf(move, order, moved)) wakeSoon(db, job);
  return moved;
}

export type TimelineEntry = Pick<Move, 'actor' | 'actorUserId' | 'note' | 'seal'>;

/** Adds a timeline entry without a status change; needs the order's lock. */
export async function addTimelineEntry(trx: Trx, order: OrderRow, entry: TimelineEntry): Promise<void> {
  const { id, note, sealed } = await entryOf(trx, entry);
  await trx
    .insertInto('order_events')
    .values({
      id,
      order_id: order.id,
      status: order.status,
      note,
      note_sealed: sealed,
      actor: entry.actor,
      actor_user_id: entry.actorUserId,
    })
    .execute();
}

/** Writes the new total paid amount without a status change; needs the order's lock. */
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
