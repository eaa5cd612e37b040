import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import { presentParticipant, presentToClient } from '#server/features/participants/participants.lookup.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { OrderRefund } from '#shared/features/orders/refund-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { mayReadCall } from '#shared/rules/case-access/booked-call.ts';
import { mayRead, mayReadBuyersWords, mayReadMoney } from '#shared/rules/case-access/case-access.ts';
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

function presentRefund(bought: OrderWithHistory, { now, texts }: PresentOptions): OrderRefund {
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
          created_at: wireTime(request.created_at),
          due_on: refundDueOn(request.created_at),
          decided_at: wireTimeOrNull(request.decided_at),
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

/** Entries about the work are of the case's progress, the others of the order and its money. */
function presentTimeline({ events }: OrderWithHistory, access: CaseAccess, texts: TextReader): Order['timeline'] {
  const readsProgress = mayRead(access, 'progress');
  const readsMoney = mayReadMoney(access);
  return events
    .filter(({ is_progress }) => (is_progress ? readsProgress : readsMoney))
    .map((event) => ({
      status: event.status,
      timestamp: wireTime(event.created_at),
      note: readEventNote(texts, event),
    }));
}

function presentCallback({ callback }: OrderWithHistory, access: CaseAccess): Order['callback'] {
  if (!callback || !mayReadCall(access, callback)) return null;
  const { starts_at, ends_at, whom } = callback;
  return { starts_at: wireTime(starts_at), ends_at: wireTime(ends_at), whom };
}

type Money = Pick<Order, 'price' | 'paid_price' | 'agreed_terms' | 'payment' | 'refund'>;

const NO_MONEY: Money = { price: null, paid_price: null, agreed_terms: null, payment: null, refund: null };

function presentMoney(bought: OrderWithHistory, presenting: PresentOptions): Money {
  const { order, payment } = bought;
  return {
    price: order.price,
    paid_price: order.paid_price,
    agreed_terms: order.agreed_terms,
    payment: payment ? presentPayment(payment, order) : null,
    refund: presentRefund(bought, presenting),
  };
}

type BuyersWords = Pick<Order, 'case_description' | 'deadline_on' | 'contact_window' | 'contact_phone'>;

/** Another reader reads of none; a client is called on the soldier's number. */
function withoutWords({ soldier }: OrderWithHistory['order'], { role }: CaseAccess): BuyersWords {
  const phone = role === 'client' ? soldier?.phone : undefined;
  return { case_description: '', deadline_on: null, contact_window: '', contact_phone: phone ?? '' };
}

function presentWords({ order, contactPhone }: OrderWithHistory, { texts }: PresentOptions): BuyersWords {
  return {
    case_description: readCaseDescription(texts, order),
    deadline_on: order.deadline_on,
    contact_window: order.contact_window,
    contact_phone: contactPhone,
  };
}

function presentPeople({ participants }: OrderWithHistory, { role }: CaseAccess, now: Date): Order['participants'] {
  if (role === 'guardian') return [];
  return role === 'client'
    ? participants.map((row) => presentToClient(row, now))
    : participants.map(presentParticipant);
}

/** Presents an order to a person with a part in it (contract §3, §8). */
export function presentOrder(bought: OrderWithHistory, access: CaseAccess, presenting: PresentOptions): Order {
  const { texts } = presenting;
  const { order, steps } = bought;
  const readsProgress = mayRead(access, 'progress');
  const isGuardian = access.role === 'guardian';
  return {
    id: order.id,
    order_number: order.order_number,
    my_role: access.role,
    participants: presentPeople(bought, access, presenting.now),
    user_id: order.user_id,
    soldier_id: order.soldier_id,
    service_id: order.service_id,
    service_name: order.service_title,
    service_title: order.service_title,
    category: order.category,
    selected_plan: order.selected_plan,
    status: order.status,
    created_at: wireTime(order.created_at),
    soldier: isGuardian ? null : order.soldier,
    timeline: presentTimeline(bought, access, texts),
    work: readsProgress ? presentWork(bought) : null,
    steps: readsProgress ? steps.filter(({ is_private }) => !is_private).map((step) => presentStep(step, texts)) : [],
    callback: presentCallback(bought, access),
    ...(mayReadMoney(access) ? presentMoney(bought, presenting) : NO_MONEY),
    ...(mayReadBuyersWords(access) ? presentWords(bought, presenting) : withoutWords(order, access)),
  };
}
