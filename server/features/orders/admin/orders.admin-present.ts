import { presentParticipant } from '#server/features/participants/participants.lookup.ts';
import { adminName, type Viewer } from '#server/http/acting-admin.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { AdminOrder, AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import type { AdminRefundProposal, AdminRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import type { OrderCall } from '#shared/features/orders/work-schemas.ts';
import { CAPTURED, isOneOf } from '#shared/rules/payments/payment-status.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import { refundableAlone } from '#shared/rules/payments/second-person.ts';
import { workStateOf } from '#shared/rules/work/work-state.ts';
import { presentProof } from '../order-proofs.ts';
import {
  readCallNote,
  readCaseDescription,
  readEventNote,
  readNoteText,
  readProposalDecision,
  readProposalNote,
  readRefundReason,
  readRequestNote,
  readRequestReason,
  type TextReader,
} from '../order-texts.ts';
import { contactByOf } from '../state/contact-by.ts';
import { presentAdminStep } from '../steps/steps.present.ts';
import type { AdminOrderRow } from './order-columns.ts';
import type { AdminOrderDetail } from './orders.admin-queries.ts';

export function presentOrderRow(row: AdminOrderRow): AdminOrderListItem {
  const {
    contact_by,
    contacted_at,
    work_started_at,
    work_closed_at,
    last_day,
    firm_tasks,
    next_step,
    last_contact_at,
    ...order
  } = row;
  return {
    ...order,
    ...(last_day !== null && { last_day }),
    ...(firm_tasks > 0 && { firm_tasks }),
    created_at: wireTime(order.created_at),
    ...(next_step && { next_step }),
    ...(last_contact_at && { last_contact_at: wireTime(last_contact_at) }),
    work: {
      state: workStateOf(row),
      contact_by: order.status === 'confirmed' ? wireTimeOrNull(contact_by) : null,
      started_at: wireTimeOrNull(work_started_at),
      closed_at: wireTimeOrNull(work_closed_at),
      contacted_at: wireTimeOrNull(contacted_at),
    },
  };
}

function presentPayment({ order, attempts }: AdminOrderDetail): AdminOrder['payment'] {
  const shown = attempts.findLast(({ state }) => state === 'issued' || state === 'paid' || state === 'cancelled');
  if (!shown) return null;
  return {
    method: shown.method,
    transaction_id: shown.receipt_id,
    // The provider may leave the time out.
    paid_at: wireTimeOrNull(shown.paid_at ?? (shown.state === 'issued' ? null : order.paid_at)),
    receipt_url: shown.receipt_url,
    ...(shown.virtual_account && { virtual_account: shown.virtual_account }),
  };
}

/**
 * Returns the refundable amount of a receipt in won. Zero while a refund is open, because only one
 * runs at a time; one that waits for the buyer's account can be replaced.
 */
function refundableOf(
  { refunds }: Pick<AdminOrderDetail, 'refunds'>,
  attempt: AdminOrderDetail['attempts'][number],
): number {
  const isOpen = refunds.some(
    (refund) =>
      refund.state === 'requested' &&
      refund.receipt_id === attempt.receipt_id &&
      !(refund.awaits_account && refund.sent_at === null),
  );
  if (isOpen || !isOneOf(CAPTURED, attempt.state)) return 0;
  return Math.max(0, (attempt.amount ?? 0) - attempt.cancelled_amount - attempt.returned_outside);
}

function presentAttempt(
  detail: AdminOrderDetail,
  attempt: AdminOrderDetail['attempts'][number],
): AdminOrder['attempts'][number] {
  return {
    receipt_id: attempt.receipt_id,
    state: attempt.state,
    amount: attempt.amount,
    cancelled_amount: attempt.cancelled_amount,
    returned_outside: attempt.returned_outside,
    refundable: refundableOf(detail, attempt),
    needs_account: attempt.virtual_account !== null,
    method: attempt.method,
    paid_at: wireTimeOrNull(attempt.paid_at),
    note: attempt.note,
    dropped_at: wireTimeOrNull(attempt.dropped_at),
    created_at: wireTime(attempt.created_at),
    updated_at: wireTime(attempt.updated_at),
  };
}

function presentRequest(asked: AdminOrderDetail['requests'][number], texts: TextReader): AdminRefundRequest {
  const { state, login, fullname, policy_basis: basis, reason_sealed: _reason, note_sealed: _note, ...request } = asked;
  return {
    ...request,
    reason: readRequestReason(texts, asked),
    note: readRequestNote(texts, asked),
    basis,
    status: state,
    created_at: wireTime(request.created_at),
    due_on: refundDueOn(new Date(request.created_at)),
    decided_at: wireTimeOrNull(request.decided_at),
    decided_by: login === null ? null : adminName(login, fullname),
  };
}

function presentProposal(proposed: AdminOrderDetail['proposals'][number], texts: TextReader): AdminRefundProposal {
  const { id, receipt_id, amount, request_id, account, state, decider_login } = proposed;
  return {
    id,
    receipt_id,
    amount,
    request_id,
    account,
    status: state,
    note: readProposalNote(texts, proposed),
    proposed_by: adminName(proposed.proposer_login, proposed.proposer_name),
    proposed_by_id: proposed.proposed_by,
    decided_by: decider_login === null ? null : adminName(decider_login, proposed.decider_name),
    decision_note: readProposalDecision(texts, proposed),
    created_at: wireTime(proposed.created_at),
    decided_at: wireTimeOrNull(proposed.decided_at),
  };
}

function presentCall(call: AdminOrderDetail['calls'][number], texts: TextReader): OrderCall {
  return {
    id: call.id,
    at: wireTime(call.called_at),
    by: adminName(call.user_id, call.fullname),
    outcome: call.outcome,
    note: readCallNote(texts, call),
    again_at: wireTimeOrNull(call.again_at),
    told_at: wireTimeOrNull(call.told_at),
  };
}

/** Sums what went back of an order or is on its way, as `require-clearance.ts` does. */
function givenBackOf({ attempts, refunds }: Pick<AdminOrderDetail, 'attempts' | 'refunds'>): number {
  const onTheirWay = refunds.filter(({ state, awaits_account }) => state === 'requested' && !awaits_account);
  return (
    attempts.reduce((sum, { cancelled_amount, returned_outside }) => sum + cancelled_amount + returned_outside, 0) +
    onTheirWay.reduce((sum, { amount }) => sum + amount, 0)
  );
}

/** Authors of timeline notes that may tell about the case; the others' are the shop's sentences. */
const WRITTEN_BY_PEOPLE = new Set(['admin', 'customer']);

/**
 * The case of an order is for those who work on it: `money` alone sees the payment and the buyer
 * (contract §6).
 */
function hideCase(order: AdminOrder): AdminOrder {
  return {
    ...order,
    soldier: null,
    participants: [],
    case_description: '',
    deadline_on: null,
    contact_window: '',
    steps: [],
    calls: [],
    callback: null,
    notes: [],
    opponents: [],
    conflicts: [],
    other_orders: [],
    questions: [],
    deadlines: [],
    papers: [],
    letter: null,
    gate: { is_open: false, overrides: [] },
    tasks: [],
    timeline: order.timeline.map((entry) => (WRITTEN_BY_PEOPLE.has(entry.actor) ? { ...entry, note: '' } : entry)),
  };
}

type Presenting = Pick<
  AdminOrder,
  'opponents' | 'conflicts' | 'rooms' | 'questions' | 'deadlines' | 'papers' | 'letter' | 'gate' | 'tasks'
> & {
  texts: TextReader;
  fourEyesWon: number | undefined;
};

/** Presents an order to an administrator, by the viewer's permissions (contract §3, §6). */
export function presentAdminOrder(
  detail: AdminOrderDetail,
  { viewer, ...reading }: Presenting & { viewer: Viewer },
): AdminOrder {
  const order = presentWhole(detail, { ...reading, viewerId: viewer.id });
  return mayDo(viewer.permissions, 'orders') ? order : hideCase(order);
}

function presentWhole(
  detail: AdminOrderDetail,
  {
    texts,
    fourEyesWon,
    opponents,
    conflicts,
    rooms,
    questions,
    deadlines,
    papers,
    letter,
    gate,
    tasks,
    viewerId,
  }: Presenting & { viewerId: number },
): AdminOrder {
  const { order, user, events, notes, requests, proposals, refunds, attempts } = detail;
  return {
    id: order.id,
    order_number: order.order_number,
    selected_plan: order.selected_plan,
    plan_description: order.plan_description,
    price: order.price,
    paid_price: order.paid_price,
    refundable: attempts
      .filter(({ state }) => state === 'paid')
      .reduce((sum, paid) => sum + refundableOf(detail, paid), 0),
    refundable_alone: refundableAlone(
      { givenBackWon: givenBackOf(detail), isOwnOrder: user.id === viewerId },
      fourEyesWon,
    ),
    status: order.status,
    created_at: wireTime(order.created_at),
    service: { id: order.service_id, title: order.service_title, category: order.category, price: order.price },
    user,
    soldier: order.soldier,
    participants: detail.participants.map(presentParticipant),
    agreed_terms: order.agreed_terms,
    payment: presentPayment(detail),
    timeline: events.map((event) => ({
      status: event.status,
      timestamp: wireTime(event.created_at),
      note: readEventNote(texts, event),
      actor: event.actor,
      is_progress: event.is_progress,
      actor_name: event.login === null ? null : adminName(event.login, event.fullname),
    })),
    work_started_at: wireTimeOrNull(order.work_started_at),
    case_description: readCaseDescription(texts, order),
    deadline_on: order.deadline_on,
    contact_window: order.contact_window,
    work: {
      state: workStateOf(order),
      contact_by: contactByOf(order),
      started_at: wireTimeOrNull(order.work_started_at),
      closed_at: wireTimeOrNull(order.work_closed_at),
      contacted_at: wireTimeOrNull(order.contacted_at),
      contacted_by: detail.contactedBy && adminName(detail.contactedBy.user_id, detail.contactedBy.fullname),
    },
    assignee: detail.assignee,
    steps: detail.steps.map((step) => presentAdminStep(step, texts)),
    calls: detail.calls.map((call) => presentCall(call, texts)),
    callback: detail.callback && {
      whom: detail.callback.whom,
      starts_at: wireTime(detail.callback.starts_at),
      ends_at: wireTime(detail.callback.ends_at),
    },
    conversation_id: detail.conversation_id,
    rooms,
    opponents,
    conflicts,
    other_orders: detail.otherOrders.map((other) => ({ ...other, created_at: wireTime(other.created_at) })),
    questions,
    deadlines,
    papers,
    letter,
    gate,
    tasks,
    proof: presentProof(detail.proof, texts),
    refund_requests: requests.map((request) => presentRequest(request, texts)),
    refund_proposals: proposals.map((proposal) => presentProposal(proposal, texts)),
    refunds: refunds.map(({ reason_sealed, ...refund }) => ({
      ...refund,
      reason: readRefundReason(texts, { ...refund, reason_sealed }),
      created_at: wireTime(refund.created_at),
      updated_at: wireTime(refund.updated_at),
    })),
    notes: notes.map((note) => ({
      id: note.id,
      text: readNoteText(texts, note),
      isVisible: note.is_visible,
      author: adminName(note.user_id, note.fullname),
      created_at: wireTime(note.created_at),
    })),
    attempts: attempts.map((attempt) => presentAttempt(detail, attempt)),
  };
}
