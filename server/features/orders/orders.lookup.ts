import type { DbOrTrx } from '#server/db/transaction.ts';
import { type AdminCaseOrder, NO_CASE_WORK, readCaseWorkForAdmin } from '#server/features/casework/casework.lookup.ts';
import type { PaperReading } from '#server/features/casework/papers.lookup.ts';
import { listRooms } from '#server/features/consultations/consultations.lookup.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import type { Viewer } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RefundDue } from '#shared/rules/payments/refund-policy.ts';
import type { RefundRequestStatus } from '#shared/rules/payments/refund-status.ts';
import { presentAdminOrder } from './admin/orders.admin-present.ts';
import { type AdminOrderDetail, getOrderDetail } from './admin/orders.admin-queries.ts';
import { type ConflictReading, conflictsOf } from './conflicts/find-conflicts.ts';
import { readOpponent, type TextReader } from './order-texts.ts';
import { getOwnOrderRow } from './orders.moves.ts';
import { presentOrder } from './orders.present.ts';
import { getOrder } from './orders.queries.ts';
import { refundDueOf } from './state/refund-due.ts';
import { LAST_PAID_AT, WAS_PAID } from './was-paid.ts';

/** The orders that matter when a buyer's account is closed. */
export type OrdersAtClosing = {
  /** Ids of unpaid orders. */
  pending: number[];
  /** True when a payment is being confirmed, or a deposit is pending. */
  isPaying: boolean;
  /** Orders with a payment, refunded or not. */
  paidCount: number;
  lastPaidAt: Date | undefined;
};

/** Facts about an order that decide on a refund request of its buyer. */
export type RefundFacts = {
  isPaid: boolean;
  /** The refund by the policy; undefined for an order without a refund. */
  due: RefundDue | undefined;
  /** Status of the newest request. */
  requestStatus: RefundRequestStatus | undefined;
};

/** Reads the refund facts of the user's own order; throws ORDER_NOT_FOUND. */
export async function getRefundFacts(db: DbOrTrx, userId: number, orderId: number, now: Date): Promise<RefundFacts> {
  await getOwnOrderRow(db, userId, orderId);
  const bought = await getOrder(db, orderId);
  const { status, paid_price } = bought.order;
  return {
    isPaid: status === 'confirmed' && paid_price > 0,
    due: refundDueOf(bought, now),
    requestStatus: bought.refundRequest?.state,
  };
}

/** Describes what reading an order with its texts needs; `db` is the transaction within one. */
export type OrderReading = { db: DbOrTrx; dataKeys: TextReader };

/** Reads an order as presented to a person with a part in it; throws ORDER_NOT_FOUND. */
export async function getOrderAnswer(
  { db, dataKeys: texts }: OrderReading,
  userId: number,
  orderId: number,
  now: Date,
): Promise<Order> {
  const access = await getCaseAccess(db, userId, orderId, now);
  return presentOrder(await getOrder(db, orderId), access, { now, texts });
}

/** Reads which orders of the user keep an account from closing, or have to be retained. */
export async function getOrdersAtClosing(db: DbOrTrx, userId: number): Promise<OrdersAtClosing> {
  const orders = await db
    .selectFrom('orders')
    .select(['orders.id', 'orders.status', WAS_PAID.as('was_paid'), LAST_PAID_AT.as('last_paid_at')])
    .where('orders.user_id', '=', userId)
    .orderBy('orders.id')
    .execute();
  const paid = orders.filter((order) => order.was_paid);
  const paidAt = paid.map((order) => order.last_paid_at.getTime());
  return {
    pending: orders.filter((order) => order.status === 'pending').map((order) => order.id),
    isPaying: orders.some((order) => order.status === 'processing'),
    paidCount: paid.length,
    lastPaidAt: paidAt.length > 0 ? new Date(Math.max(...paidAt)) : undefined,
  };
}

/** `fourEyesWon`: above it a refund needs a second administrator; undefined: never. */
export type AdminOrderReading = ConflictReading & PaperReading & { clock: Clock; fourEyesWon: number | undefined };

/** An order as its work is read by: with the calls that the firm still owes. */
function caseOrderOf({ order, calls, callback }: AdminOrderDetail): AdminCaseOrder {
  const isOpen = order.status === 'confirmed' && order.work_closed_at === null;
  const isPromised = isOpen && order.contacted_at === null && order.work_started_at === null;
  return {
    ...order,
    callback,
    contactBy: isPromised ? wireTimeOrNull(order.contact_by) : null,
    againAt: isOpen ? wireTimeOrNull(calls.at(-1)?.again_at ?? null) : null,
  };
}

/** Reads any order as presented to an administrator; throws ORDER_NOT_FOUND. */
export async function getAdminOrderAnswer(
  { db, dataKeys, clock, fourEyesWon }: AdminOrderReading,
  orderId: number,
  viewer: Viewer,
): Promise<AdminOrder> {
  const detail = await getOrderDetail(db, orderId);
  const opponents = detail.opponents.map((opponent) => readOpponent(dataKeys, opponent));
  const parties = {
    orderId,
    customer: detail.user.fullname,
    soldier: detail.order.soldier?.fullname ?? null,
    opponents,
  };
  const mayReadCase = mayDo(viewer.permissions, 'orders');
  const conflicts = mayReadCase ? await conflictsOf({ db, dataKeys }, parties) : [];
  const now = clock.now();
  const work = mayReadCase ? await readCaseWorkForAdmin({ db, dataKeys, now }, caseOrderOf(detail)) : NO_CASE_WORK;
  const rooms = await listRooms(db, orderId, now);
  return presentAdminOrder(detail, { texts: dataKeys, fourEyesWon, viewer, opponents, conflicts, rooms, ...work });
}
