import { sql } from 'kysely';
import { type RowJob, wakeAfterCommit, wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import { type Db, inOneStatement, type Trx } from '#server/db/transaction.ts';
import { jobsOfOrderMail, type OrderMail } from '#server/features/mails/outbox.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { contactDeadline, type DeskHours } from '#shared/rules/business-days.ts';
import { isTransitionAllowed, type OrderActor, type OrderStatus } from '#shared/rules/order-status.ts';
import { freeCallback } from './free-callback.ts';
import { moveStatement, NEXT_ENTRY_ID } from './move-statement.ts';
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
  mail?: OrderMail | undefined;
};

/** Id and stored text of a timeline entry. */
async function entryOf(trx: Trx, { note, seal }: Pick<Move, 'note' | 'seal'>) {
  if (!seal) return { id: NEXT_ENTRY_ID, note, sealed: null };
  const id = await nextId(trx, 'order_events');
  const { plain, sealed } = seal(note, `order_events.note_sealed:${id}`);
  return { id: sql<number>`${id}::integer`, note: plain, sealed };
}

/** @throws AppError CONFLICT for a transition that the rules do not allow */
function requireTransition({ status }: OrderRow, { actor, to }: Pick<Move, 'actor' | 'to'>): void {
  if (isTransitionAllowed(actor, status, to)) return;
  throw new AppError('CONFLICT', { cause: new Error(`${actor}: ${status} to ${to}`) });
}

/** The jobs that send what a move has queued. */
function jobsOf(
  { mail }: Pick<Move, 'mail'>,
  order: OrderRow,
  moved: Pick<OrderRow, 'assignee_id'>,
): readonly RowJob[] {
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
  requireTransition(order, move);
  const { id, status, assignee_id: assigneeId } = order;
  const parts = { ...move, order: { id, status, assigneeId }, entry: await entryOf(trx, move) };
  const moved = await moveStatement(trx, parts).selectAll().executeTakeFirst();
  if (!moved) throw new AppError('CONFLICT', { cause: new Error(`order ${order.id} is no longer ${order.status}`) });
  if (order.status === 'confirmed' && moved.status !== 'confirmed') await freeCallback(trx, moved.id);
  for (const job of jobsOf(move, order, moved)) wakeAfterCommit(trx, job);
  return moved;
}

/**
 * Changes the status of an order that is not confirmed by `write`, one statement with a gate that
 * is a transaction of its own. Returns false, and has written nothing, when the status changed
 * meanwhile or the gate has no row.
 */
export async function moveOrderIf(
  db: Db,
  order: OrderRow,
  move: Pick<Move, 'to' | 'actor' | 'mail'>,
  write: (db: Db) => Promise<readonly Pick<OrderRow, 'assignee_id'>[]>,
): Promise<boolean> {
  requireTransition(order, move);
  const [moved] = await inOneStatement(db, write);
  if (moved) for (const job of jobsOf(move, order, moved)) wakeSoon(db, job);
  return moved !== undefined;
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
