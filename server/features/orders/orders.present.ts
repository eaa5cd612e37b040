import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import { workStateOf } from '#shared/rules/work/work-state.ts';
import {
  readCaseDescription,
  readEventNote,
  readRequestNote,
  readRequestReason,
  type TextReader,
} from './order-texts.ts';
import { contactByOf } from './state/contact-by.ts';
import type { OrderWithHistory, PaymentRow } from './state/order-row.ts';
import { refundDueOf } from './state/refund-due.ts';
import { presentStep } from './steps/steps.present.ts';

function presentPayment(payment: PaymentRow, { paid_at }: OrderWithHistory['order']): Order['payment'] {
  return {
    method: payment.method,
    transaction_id: payment.receipt_id,
    // The provider may leave the time out.
    paid_at: wireTimeOrNull(payment.paid_at ?? (payment.state === 'issued' ? null : paid_at)),
    receipt_url: payment.receipt_url,
    ...(payment.virtual_account && { virtual_account: payment.virtual_account }),
  };
}

/** The refundable amount depends on `now`. */
export type PresentOptions = { now: Date; texts: TextReader };

function presentRefund(bought: OrderWithHistory, { now, texts }: PresentOptions): Order['refund'] {
  const due = refundDueOf(bought, now);
  const { refundRequest: request } = bought;
  return {
    awaits_account: bought.awaitsAccountWon,
    policy: due ? { amount: due.amountWon, basis: due.basis, reason: due.reason } : null,
    request: request
      ? {
          status: request.state,
          amount: request.amount,
          basis: request.policy_basis,
          reason: readRequestReason(texts, request),
          note: readRequestNote(texts, request),
          granted_amount: request.granted_amount,
          refund_state: request.refund_state,
          created_at: request.created_at.toISOString(),
          due_on: refundDueOn(request.created_at),
          decided_at: request.decided_at?.toISOString() ?? null,
        }
      : null,
  };
}

function presentWork({ order, lawyer }: OrderWithHistory): Order['work'] {
  return {
    state: workStateOf(order),
    contact_by: contactByOf(order),
    started_at: wireTimeOrNull(order.work_started_at),
    closed_at: wireTimeOrNull(order.work_closed_at),
    lawyer,
  };
}

/** Presents an order to its buyer (contract §3). */
export function presentOrder(bought: OrderWithHistory, presenting: PresentOptions): Order {
  const { texts } = presenting;
  const { order, payment, events } = bought;
  return {
    id: order.id,
    order_number: order.order_number,
    user_id: order.user_id,
    soldier_id: order.soldier_id,
    service_id: order.service_id,
    service_name: order.service_title,
    service_title: order.service_title,
    category: order.category,
    selected_plan: order.selected_plan,
    price: order.price,
    paid_price: order.paid_price,
    status: order.status,
    created_at: order.created_at.toISOString(),
    soldier: order.soldier,
    agreed_terms: order.agreed_terms,
    payment: payment ? presentPayment(payment, order) : null,
    timeline: events.map((event) => ({
      status: event.status,
      timestamp: event.created_at.toISOString(),
      note: readEventNote(texts, event),
    })),
    refund: presentRefund(bought, presenting),
    case_description: readCaseDescription(texts, order),
    deadline_on: order.deadline_on,
    contact_window: order.contact_window,
    work: presentWork(bought),
    steps: bought.steps.filter(({ is_private }) => !is_private).map((step) => presentStep(step, texts)),
    callback: bought.callback
      ? {
          starts_at: bought.callback.starts_at.toISOString(),
          ends_at: bought.callback.ends_at.toISOString(),
          whom: bought.callback.whom,
        }
      : null,
    contact_phone: bought.contactPhone,
  };
}
