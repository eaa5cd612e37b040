import { type Selectable, sql } from 'kysely';
import type { OrdersTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { type PaidOrderMail, queueAssigneeMail, queueOrderMail } from '#server/features/mails/outbox.ts';
import { tellOfOpenSets } from '#server/features/questions/tell-of-questions.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { contactDeadline, type DeskHours } from '#shared/rules/business-days.ts';
import { isTransitionAllowed, type OrderActor, type OrderStatus } from '#shared/rules/order-status.ts';
import { freeCallback } from './free-callback.ts';
import { addPendingAct } from './pending-acts.ts';

export type OrderRow = Selectable<OrdersTable>;

/** The part of an order that a move reads. */
type MovedOrder = Pick<OrderRow, 'id' | 'status' | 'assignee_id'>;

/** Finds the order with this number, or undefined. */
export async function findOrderIdByNumber(db: DbOrTrx, orderNumber: string): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.order_number', '=', orderNumber)
    .executeTakeFirst();
  return order?.id;
}

/** Finds the user's own order; throws ORDER_NOT_FOUND, also for another user's. */
export async function getOwnOrderRow(db: DbOrTrx, userId: number, orderId: number): Promise<OrderRow> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('orders.id', '=', orderId)
    .where('orders.user_id', '=', userId)
    .executeTakeFirst();
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

/** Reads any order; throws ORDER_NOT_FOUND. */
export async function getOrderRow(db: DbOrTrx, orderId: number): Promise<OrderRow> {
  const order = await db.selectFrom('orders').selectAll().where('orders.id', '=', orderId).executeTakeFirst();
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

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

export type Move = {
  to: OrderStatus;
  actor: OrderActor;
  /** The administrator or buyer; null for automatic changes. */
  actorUserId: number | null;
  /** Shown to the buyer in the order's timeline. */
  note: string;
  /** Set when the note is the text of a person, which is stored encrypted. */
  seal?: Seal;
  /** The new total paid amount in won; unchanged when omitted. */
  paidPrice?: number;
  /** With the change to confirmed: when the firm's obligation begins. */
  contact?: Contact;
  /** Mail to the buyer, if they have an address. */
  mail?: PaidOrderMail | undefined;
};

/** @throws AppError CONFLICT for a transition that the rules do not allow */
function requireTransition({ status }: MovedOrder, { actor, to }: Pick<Move, 'actor' | 'to'>): void {
  if (isTransitionAllowed(actor, status, to)) return;
  throw new AppError('CONFLICT', { cause: new Error(`${actor}: ${status} to ${to}`) });
}

/** Assigns an unassigned order to the service's default lawyer. */
const ASSIGNEE = sql<number | null>`coalesce(orders.assignee_id, (
  select services.default_assignee_id from services join users on users.id = services.default_assignee_id
  where services.id = orders.service_id and users.role = 'admin'))`;

/**
 * Changes the status of an order. Writes status, paid amount, timeline entry, mail and notice of open questions
 * together, unless the status changed since the caller read the order. An order that is over, or no
 * longer confirmed, loses its booked call. Locks the row, so call this (or `lockOrder`) before locking rows that
 * belong to the order, to avoid deadlocks.
 * @throws AppError CONFLICT when the status changed meanwhile, or the transition is not allowed
 */
export async function moveOrder(trx: Trx, order: MovedOrder, move: Move): Promise<OrderRow> {
  requireTransition(order, move);
  const { to, paidPrice, contact, mail } = move;
  const changed = trx
    .updateTable('orders')
    .set({
      status: to,
      updated_at: sql<Date>`now()`,
      ...(paidPrice !== undefined && { paid_price: paidPrice }),
      ...(contact && { ...contact, assignee_id: ASSIGNEE }),
    })
    .where('orders.id', '=', order.id)
    .where('orders.status', '=', order.status)
    .returningAll();
  const { columns, values } = await entryOf(trx, move);
  const { rows } = await sql<OrderRow>`
    with moved as (${changed}), noted as (
      insert into order_events (order_id, status, ${columns}) select id, status, ${values} from moved
    )
    select * from moved`.execute(trx);
  const [moved] = rows;
  if (!moved) throw new AppError('CONFLICT', { cause: new Error(`order ${order.id} is no longer ${order.status}`) });
  if (mail) await queueOrderMail(trx, order.id, mail);
  if (moved.assignee_id !== order.assignee_id) await queueAssigneeMail(trx, order.id);
  const isPaidNow = to === 'confirmed' && order.status !== 'confirmed';
  if (isPaidNow) await tellOfOpenSets(trx, moved, moved.updated_at);
  if (isPaidNow && moved.assignee_id !== null) {
    const now = contact?.paid_at ?? moved.updated_at;
    await addPendingAct(trx, { order_id: order.id, kind: 'lawyer_named', actor_id: moved.assignee_id, now });
  }
  const isOver = to === 'cancelled' || to === 'error';
  if (isOver || (order.status === 'confirmed' && to !== 'confirmed')) await freeCallback(trx, order.id);
  return moved;
}

export type TimelineEntry = Pick<Move, 'actor' | 'actorUserId' | 'note' | 'seal'> & {
  /** It is about the work, not about the order and its money: `progress` of the case (contract §8). */
  isProgress?: boolean;
};

/** Adds a timeline entry without a status change; needs the order's lock. */
export async function addTimelineEntry(
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'status'>,
  entry: TimelineEntry,
): Promise<void> {
  const { columns, values } = await entryOf(trx, entry);
  await sql`
    insert into order_events (order_id, status, ${columns}) values (${order.id}, ${order.status}, ${values})`.execute(
    trx,
  );
}

/**
 * Returns the columns of an entry beside its order and status. A person's text is encrypted for the id of its row, so
 * the id is taken before.
 */
async function entryOf(trx: Trx, { actor, actorUserId, note, seal, isProgress = false }: TimelineEntry) {
  const by = sql`${actor}::text, ${actorUserId}::integer, ${isProgress}::boolean`;
  if (!seal) return { columns: sql`actor, actor_user_id, is_progress, note`, values: sql`${by}, ${note}::text` };
  const id = await nextId(trx, 'order_events');
  const sealed = seal(note, `order_events.note_sealed:${id}`);
  return {
    columns: sql`actor, actor_user_id, is_progress, id, note_sealed`,
    values: sql`${by}, ${id}::integer, ${sealed}::bytea`,
  };
}

/** Writes the new total paid amount without a status change; needs the order's lock. */
export async function changePaid(
  trx: Trx,
  order: MovedOrder,
  { paidPrice, ...entry }: TimelineEntry & { paidPrice: number },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ paid_price: paidPrice, updated_at: sql<Date>`now()` })
    .where('orders.id', '=', order.id)
    .execute();
  await addTimelineEntry(trx, order, entry);
}

/**
 * Marks that an administrator handles the order, which removes it from the work queue. Keeps the
 * first time.
 */
export async function markHandled(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ handled_at: sql<Date>`now()` })
    .where('orders.id', '=', orderId)
    .where('orders.handled_at', 'is', null)
    .execute();
}
