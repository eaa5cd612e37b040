import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { type AuditedAct, recordAudit } from '#server/features/audit/record-audit.ts';
import { type OrderMail, type PaidOrderMail, queueOrderMail } from '#server/features/mails/outbox.ts';
import {
  addTimelineEntry,
  changePaid,
  contactAfter,
  getOwnOrderRow,
  lockOrder,
  markHandled,
  moveOrder,
  type OrderRow,
  type TimelineEntry,
} from '#server/features/orders/orders.moves.ts';
import { queuePush } from '#server/features/push/queue-push.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Actor } from '#server/http/session.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { formatWon } from '#shared/rules/price.ts';

/**
 * The verbs through which payments move orders and their money: hold, release, pay, give back,
 * cancel, fail and note. Each needs the order's lock, which `withOrder` takes.
 */

/** The part of an order that payments know. */
export type PayableOrder = Pick<
  OrderRow,
  'id' | 'order_number' | 'user_id' | 'price' | 'status' | 'paid_price' | 'assignee_id'
>;

/** The author of a timeline entry. */
export type By = Pick<TimelineEntry, 'actor' | 'actorUserId'>;

export const BY_PAYMENT: By = { actor: 'payment', actorUserId: null };

/** Locks the order within a transaction; throws ORDER_NOT_FOUND. */
export function lockPayable(trx: Trx, orderId: number): Promise<PayableOrder> {
  return lockOrder(trx, orderId);
}

type Work<T> = (trx: Trx, order: PayableOrder) => Promise<T>;

/** Runs `work` in a transaction that has locked the order; throws ORDER_NOT_FOUND. */
export function withOrder<T>(db: Db, orderId: number, work: Work<T>): Promise<T> {
  return transaction(db, async (trx) => work(trx, await lockPayable(trx, orderId)));
}

/** Finds the buyer's own order; throws ORDER_NOT_FOUND, also for another user's. */
export function getOwnPayable(db: Db, { id }: Actor, orderId: number): Promise<PayableOrder> {
  return getOwnOrderRow(db, id, orderId);
}

/** Runs `work` as `withOrder` does. Checks the owner before locking: another user's order is unknown. */
export async function withOwnOrder<T>(db: Db, actor: Actor, orderId: number, work: Work<T>): Promise<T> {
  await getOwnPayable(db, actor, orderId);
  return withOrder(db, orderId, work);
}

/** Holds a pending order while its payment is open; any other keeps its status. */
export async function hold(trx: Trx, order: PayableOrder, note: string): Promise<void> {
  if (order.status === 'pending') await moveOrder(trx, order, { ...BY_PAYMENT, to: 'processing', note });
}

/** Releases a held order, which can be paid again; any other keeps its status. */
export async function release(trx: Trx, order: PayableOrder, note: string): Promise<void> {
  if (order.status === 'processing') await moveOrder(trx, order, { ...BY_PAYMENT, to: 'pending', note });
}

type Payment = { priceWon: number; cancelledWon: number; paidAt: Date; now: Date; deskHours: DeskHours };

/**
 * Confirms a paid order with a mail and a push to administrators; one that an administrator already
 * confirmed keeps its status.
 */
export async function pay(trx: Trx, order: PayableOrder, payment: Payment): Promise<void> {
  const note = `${formatWon(payment.priceWon)}을 결제했습니다.`;
  const paidPrice = payment.priceWon - payment.cancelledWon;
  const mail = { kind: 'order_confirmed', extra: {} } as const;
  if (order.status === 'confirmed') {
    await changePaid(trx, order, { ...BY_PAYMENT, note, paidPrice });
    await queueOrderMail(trx, order.id, mail);
  } else {
    const contact = contactAfter(payment.paidAt, payment.deskHours);
    await moveOrder(trx, order, { ...BY_PAYMENT, to: 'confirmed', note, paidPrice, mail, contact });
  }
  await queuePush(trx, { kind: 'order', now: payment.now, actorId: order.user_id, assigneeId: null });
}

type GivenBack = By & { leftWon: number; note: string; mail: PaidOrderMail };

/** Lowers the paid amount of an order after a refund, with a mail; without a rest it is cancelled. */
export async function giveBack(trx: Trx, order: PayableOrder, { leftWon, mail, ...entry }: GivenBack): Promise<void> {
  if (leftWon === 0 && order.status !== 'cancelled') {
    await moveOrder(trx, order, { ...entry, to: 'cancelled', paidPrice: 0, mail });
    return;
  }
  await changePaid(trx, order, { ...entry, paidPrice: leftWon });
  await queueOrderMail(trx, order.id, mail);
}

/** Cancels an order that nothing was paid for. */
export async function cancel(trx: Trx, order: PayableOrder, by: By, note: string): Promise<void> {
  await moveOrder(trx, order, { ...by, to: 'cancelled', note });
}

/** Ends an order with an error, because its payment cannot be accepted. */
export async function fail(trx: Trx, order: PayableOrder, note: string): Promise<void> {
  if (order.status !== 'error') await moveOrder(trx, order, { ...BY_PAYMENT, to: 'error', note });
}

/** Adds an entry to the order's timeline, with a mail to the buyer if given. */
export async function note(
  trx: Trx,
  order: PayableOrder,
  { mail, ...entry }: TimelineEntry & { mail?: OrderMail | undefined },
): Promise<void> {
  await addTimelineEntry(trx, order, entry);
  if (mail) await queueOrderMail(trx, order.id, mail);
}

/** Records an administrator's decision about the order's money, which takes it out of the work queue. */
export async function recordDecision(
  trx: Trx,
  admin: ActingAdmin,
  order: PayableOrder,
  entry: Pick<AuditedAct, 'action' | 'before' | 'after'>,
): Promise<void> {
  await markHandled(trx, order.id);
  await recordAudit(trx, { ...admin, ...entry, subjectType: 'order', subjectId: order.id });
}
