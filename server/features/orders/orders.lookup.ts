import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Viewer } from '#server/http/acting-admin.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RefundDue } from '#shared/rules/payments/refund-policy.ts';
import type { RefundRequestStatus } from '#shared/rules/payments/refund-status.ts';
import { presentAdminOrder } from './admin/orders.admin-present.ts';
import { getOrderDetail } from './admin/orders.admin-queries.ts';
import { type ConflictReading, conflictsOf } from './conflicts/find-conflicts.ts';
import { readOpponent, type TextReader } from './order-texts.ts';
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
  const bought = await getOrder(db, userId, orderId);
  const { status, paid_price } = bought.order;
  return {
    isPaid: status === 'confirmed' && paid_price > 0,
    due: refundDueOf(bought, now),
    requestStatus: bought.refundRequest?.state,
  };
}

/** Describes what reading an order with its texts needs; `db` is the transaction within one. */
export type OrderReading = { db: DbOrTrx; dataKeys: TextReader };

/** Reads the user's own order as presented to the buyer; throws ORDER_NOT_FOUND. */
export async function getOrderAnswer(
  { db, dataKeys: texts }: OrderReading,
  userId: number,
  orderId: number,
  now: Date,
): Promise<Order> {
  return presentOrder(await getOrder(db, userId, orderId), { now, texts });
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
export type AdminOrderReading = ConflictReading & { fourEyesWon: number | undefined };

/** Reads any order as presented to an administrator; throws ORDER_NOT_FOUND. */
export async function getAdminOrderAnswer(
  { db, dataKeys, fourEyesWon }: AdminOrderReading,
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
  const conflicts = mayDo(viewer.permissions, 'orders') ? await conflictsOf({ db, dataKeys }, parties) : [];
  return presentAdminOrder(detail, { texts: dataKeys, fourEyesWon, viewer, opponents, conflicts });
}
