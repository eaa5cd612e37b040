import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Slice } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { orderIdsOf } from '#server/features/participants/participants.lookup.ts';
import { proofOf } from '../order-proofs.ts';

/** Everything about some orders in which a person has a part: what was given, paid and noted. */
export function listPersonalOrders(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('orders')
    .select(['id', 'order_number', 'service_title', 'selected_plan', 'price', 'paid_price', 'status', 'soldier'])
    .select(['created_at', 'case_description_sealed', 'deadline_on', 'contact_window'])
    .select('agreed_terms')
    .select((eb) => [
      proofOf(eb),
      jsonArrayFrom(
        eb
          .selectFrom('order_events')
          .select(['order_events.id', 'order_events.status', 'order_events.note', 'order_events.note_sealed'])
          .select(['order_events.created_at', 'order_events.is_progress'])
          .whereRef('order_events.order_id', '=', 'orders.id')
          .orderBy('order_events.id'),
      ).as('timeline'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select(['payment_attempts.receipt_id', 'payment_attempts.state', 'payment_attempts.method'])
          .select('payment_attempts.paid_at')
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy('payment_attempts.id'),
      ).as('payments'),
      jsonArrayFrom(
        eb
          .selectFrom('refund_requests')
          .select(['refund_requests.id', 'refund_requests.state', 'refund_requests.amount'])
          .select(['refund_requests.reason_sealed', 'refund_requests.created_at'])
          .whereRef('refund_requests.order_id', '=', 'orders.id')
          .orderBy('refund_requests.id'),
      ).as('refund_requests'),
      jsonArrayFrom(
        eb
          .selectFrom('refunds')
          .select(['refunds.id', 'refunds.receipt_id', 'refunds.amount', 'refunds.reason', 'refunds.reason_sealed'])
          .select(['refunds.state', 'refunds.created_at'])
          .whereRef('refunds.order_id', '=', 'orders.id')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        eb
          .selectFrom('order_steps')
          .select(['order_steps.id', 'order_steps.title', 'order_steps.due_on', 'order_steps.done_at'])
          .select(['order_steps.note_sealed'])
          .whereRef('order_steps.order_id', '=', 'orders.id')
          .where('order_steps.is_private', '=', false)
          .orderBy('order_steps.position'),
      ).as('steps'),
      jsonArrayFrom(
        eb
          .selectFrom('order_notes')
          .select(['order_notes.id', 'order_notes.text_sealed', 'order_notes.created_at'])
          .whereRef('order_notes.order_id', '=', 'orders.id')
          .orderBy('order_notes.id'),
      ).as('notes'),
      jsonArrayFrom(
        eb
          .selectFrom('callbacks')
          .select(['callbacks.starts_at', 'callbacks.ends_at', 'callbacks.contacted_at', 'callbacks.created_at'])
          .select(['callbacks.whom', 'callbacks.booked_by'])
          .whereRef('callbacks.order_id', '=', 'orders.id')
          .orderBy('callbacks.id'),
      ).as('callbacks'),
    ])
    .where('orders.id', 'in', (eb) => orderIdsOf(eb, userId))
    .where('orders.id', '>', after)
    .orderBy('orders.id')
    .limit(limit)
    .execute();
}

export type PersonalOrder = Awaited<ReturnType<typeof listPersonalOrders>>[number];
