import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { orderIdsOf, participantsOf } from '#server/features/participants/participants.lookup.ts';
import { cutPage, type Page } from '#server/http/api/paging.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import { SHOWN } from '#shared/rules/payments/payment-status.ts';
import { bookedCallOf, stepsOf } from './state/order-parts.ts';
import type { OrderWithHistory } from './state/order-row.ts';
import { refundStateOf } from './state/refund-state.ts';

/**
 * The state of an order's payment, as no index has it: an order has few payments, and with
 * statistics of a smaller shop PostgreSQL read an index of states whole beside theirs.
 */
const STATE_BY_ORDER = sql<string>`payment_attempts.state || ''`;

function ordersWithHistory(db: DbOrTrx) {
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_events')
          .select(['order_events.id', 'order_events.status', 'order_events.note', 'order_events.note_sealed'])
          .select(['order_events.created_at', 'order_events.is_progress'])
          .whereRef('order_events.order_id', '=', 'orders.id')
          .orderBy('order_events.id'),
      ).as('events'),
      jsonObjectFrom(
        eb
          .selectFrom('payment_attempts')
          .select([
            'payment_attempts.state',
            'payment_attempts.receipt_id',
            'payment_attempts.method',
            'payment_attempts.paid_at',
            'payment_attempts.receipt_url',
            'payment_attempts.virtual_account',
          ])
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .where(STATE_BY_ORDER, 'in', SHOWN)
          .orderBy('payment_attempts.id', 'desc')
          .limit(1),
      ).as('payment'),
      jsonObjectFrom(
        eb
          .selectFrom('refund_requests')
          .select(['refund_requests.id', 'refund_requests.state', 'refund_requests.amount'])
          .select(['refund_requests.reason_sealed', 'refund_requests.note_sealed'])
          .select(['refund_requests.granted_amount', 'refund_requests.created_at', 'refund_requests.decided_at'])
          .select('refund_requests.policy_basis')
          .select(refundStateOf)
          .whereRef('refund_requests.order_id', '=', 'orders.id')
          .orderBy('refund_requests.id', 'desc')
          .limit(1),
      ).as('refund_request'),
      jsonObjectFrom(
        eb
          .selectFrom('soldiers')
          .select('soldiers.military_status')
          .select(sql<boolean>`coalesce(soldiers.status_changed_at > orders.created_at, false)`.as('is_status_edited'))
          .whereRef('soldiers.id', '=', 'orders.soldier_id'),
      ).as('present_soldier'),
      eb
        .exists(
          eb
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.order_id', '=', 'orders.id')
            .where('refunds.state', '=', 'requested')
            // The refund of a rejected payment does not concern the order's own payment.
            .where((of) =>
              of.not(
                of.exists(
                  of
                    .selectFrom('payment_attempts as other')
                    .select('other.id')
                    .whereRef('other.receipt_id', '=', 'refunds.receipt_id')
                    .where('other.state', '=', 'returning'),
                ),
              ),
            ),
        )
        .as('is_refunding'),
      eb
        .selectFrom('refunds')
        .select((of) => of.fn.coalesce(of.fn.sum<number>('refunds.amount'), of.lit(0)).as('amount'))
        .whereRef('refunds.order_id', '=', 'orders.id')
        .where('refunds.state', '=', 'requested')
        .where('refunds.awaits_account', '=', true)
        .as('awaits_account'),
      stepsOf(eb),
      bookedCallOf(eb),
      participantsOf(eb),
      eb.selectFrom('users').select('users.phone').whereRef('users.id', '=', 'orders.user_id').as('contact_phone'),
      sql<Lawyer | null>`lawyer_of(orders.assignee_id)`.as('lawyer'),
    ]);
}

type JoinedRow = Awaited<ReturnType<ReturnType<typeof ordersWithHistory>['execute']>>[number];

// Times in JSON built by the database are text.
function toOrderWithHistory(row: JoinedRow): OrderWithHistory {
  const { events, payment, refund_request: request, present_soldier: presentSoldier, ...rest } = row;
  const { is_refunding, awaits_account, contact_phone, lawyer, steps, callback, participants, ...order } = rest;
  return {
    order,
    contactPhone: contact_phone ?? '',
    lawyer,
    steps,
    participants,
    callback: callback
      ? { ...callback, starts_at: new Date(callback.starts_at), ends_at: new Date(callback.ends_at) }
      : undefined,
    isRefunding: Boolean(is_refunding),
    awaitsAccountWon: Number(awaits_account),
    presentSoldier: presentSoldier ?? undefined,
    refundRequest: request
      ? {
          ...request,
          created_at: new Date(request.created_at),
          decided_at: request.decided_at ? new Date(request.decided_at) : null,
        }
      : undefined,
    payment: payment ? { ...payment, paid_at: payment.paid_at ? new Date(payment.paid_at) : null } : undefined,
    events: events.map((event) => ({ ...event, created_at: new Date(event.created_at) })),
  };
}

/** Orders on one page (contract §3). */
const PAGE = 200;

/** Reads a page of the orders in which the user has a part, newest first. `after` is the id before the page. */
export async function listOrders(
  db: Db,
  userId: number,
  after: number | undefined,
): Promise<Omit<Page<OrderWithHistory>, 'total'>> {
  const own = ordersWithHistory(db).where('orders.id', 'in', (eb) => orderIdsOf(eb, userId));
  const rest = after === undefined ? own : own.where('orders.id', '<', after);
  const { rows, next } = cutPage(
    await rest
      .orderBy('orders.id', 'desc')
      .limit(PAGE + 1)
      .execute(),
    PAGE,
  );
  return { rows: rows.map(toOrderWithHistory), next };
}

/**
 * Reads an order, whatever its reader may see.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function getOrder(db: DbOrTrx, orderId: number): Promise<OrderWithHistory> {
  const row = await ordersWithHistory(db).where('orders.id', '=', orderId).executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  return toOrderWithHistory(row);
}
