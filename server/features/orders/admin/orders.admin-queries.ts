import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type {
  CallbacksTable,
  OrderCallsTable,
  OrderEventsTable,
  OrderNotesTable,
  PaymentAttemptsTable,
  RefundProposalsTable,
  RefundRequestsTable,
  RefundsTable,
} from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { type ParticipantRow, participantsOf } from '#server/features/participants/participants.lookup.ts';
import { AppError } from '#server/lib/errors.ts';
import type { OrderAssignee } from '#shared/features/orders/work-schemas.ts';
import { type ProofRow, proofOf } from '../order-proofs.ts';
import type { OrderRow } from '../orders.moves.ts';
import { bookedCallOf, stepsOf } from '../state/order-parts.ts';
import type { RefundRequestRow } from '../state/order-row.ts';
import { refundStateOf } from '../state/refund-state.ts';
import type { StepRow } from '../state/step-row.ts';
import { assigneeOf } from '../work/assignee.ts';
import { type OtherOrderRow, otherOrdersOf } from './other-orders.ts';

/** Times and bytes in JSON built by the database are text. */
type InJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | Buffer | null ? string | null : Row[Key];
};
type Person = { user_id: string; fullname: string };

export type AdminOrderDetail = {
  order: OrderRow;
  user: Person & { id: number; phone: string; email: string };
  events: (InJson<
    Pick<
      Selectable<OrderEventsTable>,
      'id' | 'status' | 'note' | 'note_sealed' | 'actor' | 'created_at' | 'is_progress'
    >
  > & {
    login: string | null;
    fullname: string | null;
  })[];
  notes: (InJson<Pick<Selectable<OrderNotesTable>, 'id' | 'text_sealed' | 'is_visible' | 'created_at'>> & Person)[];
  requests: (InJson<Selectable<RefundRequestsTable>> &
    Pick<RefundRequestRow, 'refund_state'> & { login: string | null; fullname: string | null })[];
  proposals: (InJson<Omit<Selectable<RefundProposalsTable>, 'cancel_id'>> & {
    proposer_login: string;
    proposer_name: string;
    decider_login: string | null;
    decider_name: string | null;
  })[];
  refunds: InJson<Selectable<RefundsTable>>[];
  attempts: InJson<Selectable<PaymentAttemptsTable>>[];
  steps: StepRow[];
  calls: (InJson<
    Pick<Selectable<OrderCallsTable>, 'id' | 'called_at' | 'outcome' | 'note_sealed' | 'again_at' | 'told_at'>
  > &
    Person)[];
  assignee: OrderAssignee | null;
  contactedBy: Person | null;
  conversation_id: number | null;
  proof: ProofRow | null;
  opponents: { id: number; name_sealed: string }[];
  participants: ParticipantRow[];
  otherOrders: OtherOrderRow[];
  callback: InJson<Pick<Selectable<CallbacksTable>, 'starts_at' | 'ends_at' | 'whom'>> | null;
};

function details(db: DbOrTrx) {
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select(['users.id', 'users.user_id', 'users.fullname', 'users.phone', 'users.email'])
          .whereRef('users.id', '=', 'orders.user_id'),
      ).as('user'),
      jsonArrayFrom(
        eb
          .selectFrom('order_events')
          .leftJoin('users', 'users.id', 'order_events.actor_user_id')
          .select(['order_events.id', 'order_events.status', 'order_events.note', 'order_events.note_sealed'])
          .select(['order_events.actor', 'order_events.created_at', 'order_events.is_progress'])
          .select(['users.user_id as login', 'users.fullname'])
          .whereRef('order_events.order_id', '=', 'orders.id')
          .orderBy('order_events.id'),
      ).as('events'),
      jsonArrayFrom(
        eb
          .selectFrom('order_notes')
          .innerJoin('users', 'users.id', 'order_notes.author_id')
          .select(['order_notes.id', 'order_notes.text_sealed'])
          .select(['order_notes.is_visible', 'order_notes.created_at'])
          .select(['users.user_id', 'users.fullname'])
          .whereRef('order_notes.order_id', '=', 'orders.id')
          .orderBy('order_notes.id'),
      ).as('notes'),
      jsonArrayFrom(
        eb
          .selectFrom('refund_requests')
          .leftJoin('users', 'users.id', 'refund_requests.decided_by')
          .selectAll('refund_requests')
          .select(['users.user_id as login', 'users.fullname'])
          .select(refundStateOf)
          .whereRef('refund_requests.order_id', '=', 'orders.id')
          .orderBy('refund_requests.id'),
      ).as('requests'),
      jsonArrayFrom(
        eb
          .selectFrom('refund_proposals as p')
          .innerJoin('users as proposer', 'proposer.id', 'p.proposed_by')
          .leftJoin('users as decider', 'decider.id', 'p.decided_by')
          .select([
            'p.id',
            'p.order_id',
            'p.receipt_id',
            'p.amount',
            'p.request_id',
            'p.refund_id',
            'p.state',
            'p.account',
          ])
          .select(['p.note_sealed', 'p.decision_note_sealed'])
          .select(['p.proposed_by', 'p.decided_by', 'p.created_at', 'p.decided_at'])
          .select(['proposer.user_id as proposer_login', 'proposer.fullname as proposer_name'])
          .select(['decider.user_id as decider_login', 'decider.fullname as decider_name'])
          .whereRef('p.order_id', '=', 'orders.id')
          .orderBy('p.id'),
      ).as('proposals'),
      jsonArrayFrom(
        eb.selectFrom('refunds').selectAll().whereRef('refunds.order_id', '=', 'orders.id').orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .selectAll()
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy('payment_attempts.id'),
      ).as('attempts'),
      stepsOf(eb),
      jsonArrayFrom(
        eb
          .selectFrom('order_calls')
          .innerJoin('users', 'users.id', 'order_calls.called_by')
          .select(['order_calls.id', 'order_calls.called_at', 'order_calls.outcome', 'order_calls.note_sealed'])
          .select(['order_calls.again_at', 'order_calls.told_at', 'users.user_id', 'users.fullname'])
          .whereRef('order_calls.order_id', '=', 'orders.id')
          .orderBy('order_calls.id'),
      ).as('calls'),
      bookedCallOf(eb),
      participantsOf(eb),
      otherOrdersOf(eb),
      eb
        .selectFrom('conversations')
        .select('conversations.id')
        .whereRef('conversations.order_id', '=', 'orders.id')
        .orderBy('conversations.id', 'desc')
        .limit(1)
        .as('conversation_id'),
      proofOf(eb),
      jsonArrayFrom(
        eb
          .selectFrom('order_opponents')
          .select(['order_opponents.id', 'order_opponents.name_sealed'])
          .whereRef('order_opponents.order_id', '=', 'orders.id')
          .orderBy('order_opponents.id'),
      ).as('opponents'),
      assigneeOf(sql`orders.assignee_id`).as('assignee'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select(['users.user_id', 'users.fullname'])
          .whereRef('users.id', '=', 'orders.contacted_by'),
      ).as('contactedBy'),
    ]);
}

/** Reads any order with everything that belongs to it in one statement. */
export async function getOrderDetail(db: DbOrTrx, orderId: number): Promise<AdminOrderDetail> {
  const row = await details(db).where('orders.id', '=', orderId).executeTakeFirst();
  if (!row?.user) throw new AppError('ORDER_NOT_FOUND');
  const { user, events, notes, requests, proposals, refunds, attempts, steps, ...rest } = row;
  const {
    calls,
    assignee,
    contactedBy,
    callback,
    conversation_id,
    proof,
    opponents,
    participants,
    otherOrders,
    ...order
  } = rest;
  const money = { requests, proposals, refunds, attempts };
  const people = { assignee, contactedBy, opponents, participants, otherOrders };
  const facts = { steps, calls, callback, conversation_id, proof, ...people };
  return { order, user, events, notes, ...money, ...facts };
}
