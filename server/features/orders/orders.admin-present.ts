import { staffName } from '#server/http/staff.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminOrder, AdminOrderListItem } from '#shared/contract/admin-orders.ts';
import type { StaffRefundRequest } from '#shared/contract/refund-requests.ts';
import type { AdminOrderRow } from './order-list.admin-queries.ts';
import type { AdminOrderDetail } from './orders.admin-queries.ts';

export function presentOrderRow({ user_phone: _phone, ...order }: AdminOrderRow): AdminOrderListItem {
  return { ...order, created_at: order.created_at.toISOString() };
}

function presentPayment(attempts: AdminOrderDetail['attempts']): AdminOrder['payment'] {
  const shown = attempts.findLast(({ state }) => state === 'issued' || state === 'paid' || state === 'cancelled');
  if (!shown) return null;
  return {
    method: shown.method,
    transaction_id: shown.receipt_id,
    paid_at: wireTimeOrNull(shown.paid_at),
    receipt_url: shown.receipt_url,
    ...(shown.virtual_account && { virtual_account: shown.virtual_account }),
  };
}

/** What can be given back now. One refund of a payment runs at a time, so while one is open it is nothing. */
function refundableOf({ order, attempts, refunds }: AdminOrderDetail): number {
  const paid = attempts.find(({ state }) => state === 'paid');
  const isOpen = refunds.some(({ state, receipt_id }) => state === 'requested' && receipt_id === paid?.receipt_id);
  return paid && !isOpen ? order.paid_price : 0;
}

function presentRequest({
  state,
  login,
  fullname,
  policy_basis: basis,
  ...request
}: AdminOrderDetail['requests'][number]): StaffRefundRequest {
  return {
    ...request,
    basis,
    status: state,
    created_at: wireTime(request.created_at),
    decided_at: wireTimeOrNull(request.decided_at),
    decided_by: login === null ? null : staffName(login, fullname),
  };
}

/** An order as staff see it (contract §3). */
export function presentAdminOrder(detail: AdminOrderDetail): AdminOrder {
  const { order, user, events, notes, requests, refunds, attempts } = detail;
  return {
    id: order.id,
    order_number: order.order_number,
    selected_plan: order.selected_plan,
    plan_description: order.plan_description,
    price: order.price,
    paid_price: order.paid_price,
    refundable: refundableOf(detail),
    status: order.status,
    created_at: order.created_at.toISOString(),
    service: { id: order.service_id, title: order.service_title, category: order.category, price: order.price },
    user,
    soldier: order.soldier,
    agreed_terms: order.agreed_terms,
    payment: presentPayment(attempts),
    timeline: events.map(({ status, note, actor, created_at, login, fullname }) => ({
      status,
      timestamp: wireTime(created_at),
      note,
      actor,
      actor_name: login === null ? null : staffName(login, fullname),
    })),
    work_started_at: wireTimeOrNull(order.work_started_at),
    refund_requests: requests.map(presentRequest),
    refunds: refunds.map((refund) => ({
      ...refund,
      created_at: wireTime(refund.created_at),
      updated_at: wireTime(refund.updated_at),
    })),
    notes: notes.map(({ id, text, is_visible, created_at, user_id, fullname }) => ({
      id,
      text,
      isVisible: is_visible,
      author: staffName(user_id, fullname),
      created_at: wireTime(created_at),
    })),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      paid_at: wireTimeOrNull(attempt.paid_at),
      created_at: wireTime(attempt.created_at),
      updated_at: wireTime(attempt.updated_at),
    })),
  };
}
