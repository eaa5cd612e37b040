import type { z } from 'zod';
import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import { mayReadCall } from '#shared/rules/case-access/booked-call.ts';
import { mayRead, mayReadBuyersWords, mayReadMoney } from '#shared/rules/case-access/case-access.ts';
import { presentProof } from '../order-proofs.ts';
import {
  readCaseDescription,
  readEventNote,
  readNoteText,
  readRefundReason,
  readRequestReason,
  readStepNote,
  type TextReader,
} from '../order-texts.ts';
import type { PersonalOrder } from './personal-orders.queries.ts';

type Wire = z.input<typeof personalData>['orders'][number];

type Money = Pick<Wire, 'price' | 'paid_price' | 'agreed_terms' | 'payments' | 'refund_requests' | 'refunds' | 'proof'>;

function presentMoney(order: PersonalOrder, access: CaseAccess, texts: TextReader): Money {
  if (!mayReadMoney(access)) {
    const none = { price: null, paid_price: null, agreed_terms: [], payments: [], refund_requests: [], refunds: [] };
    return { ...none, proof: presentProof(null, texts) };
  }
  return {
    price: order.price,
    paid_price: order.paid_price,
    agreed_terms: (order.agreed_terms ?? []).map((terms) => ({ ...terms, agreed_at: wireTime(order.created_at) })),
    payments: order.payments.map((payment) => ({ ...payment, paid_at: wireTimeOrNull(payment.paid_at) })),
    refund_requests: order.refund_requests.map((asked) => ({
      state: asked.state,
      amount: asked.amount,
      reason: readRequestReason(texts, asked),
      created_at: wireTime(asked.created_at),
    })),
    refunds: order.refunds.map((refund) => ({
      receipt_id: refund.receipt_id,
      amount: refund.amount,
      reason: readRefundReason(texts, refund),
      state: refund.state,
      created_at: wireTime(refund.created_at),
    })),
    proof: presentProof(order.proof, texts),
  };
}

type Work = Pick<Wire, 'timeline' | 'steps' | 'notes' | 'callbacks'>;

function presentWork(order: PersonalOrder, access: CaseAccess, texts: TextReader): Work {
  const readsProgress = mayRead(access, 'progress');
  const readsMoney = mayReadMoney(access);
  // Notes of administrators are about the client once one has joined, and about money.
  const readsNotes = readsMoney && !access.hadClient;
  return {
    timeline: order.timeline
      .filter(({ is_progress }) => (is_progress ? readsProgress : readsMoney))
      .map((event) => ({
        status: event.status,
        note: readEventNote(texts, event),
        created_at: wireTime(event.created_at),
      })),
    steps: (readsProgress ? order.steps : []).map((step) => ({
      title: step.title,
      due_on: step.due_on,
      done_at: wireTimeOrNull(step.done_at),
      note: readStepNote(texts, step),
    })),
    notes: (readsNotes ? order.notes : []).map((note) => ({
      text: readNoteText(texts, note),
      created_at: wireTime(note.created_at),
    })),
    callbacks: order.callbacks
      .filter((call) => mayReadCall(access, call))
      .map(({ starts_at, ends_at, contacted_at, created_at }) => ({
        starts_at: wireTime(starts_at),
        ends_at: wireTime(ends_at),
        contacted_at: wireTimeOrNull(contacted_at),
        created_at: wireTime(created_at),
      })),
  };
}

/** Presents an order in the own-data file, as the person reads it by the part in it (contract §8). */
export function presentPersonalOrder(order: PersonalOrder, access: CaseAccess, texts: TextReader): Wire {
  const readsWords = mayReadBuyersWords(access);
  return {
    id: order.id,
    order_number: order.order_number,
    my_role: access.role,
    service_title: order.service_title,
    selected_plan: order.selected_plan,
    status: order.status,
    soldier: access.role === 'guardian' ? null : order.soldier,
    created_at: wireTime(order.created_at),
    case_description: readsWords ? readCaseDescription(texts, order) : '',
    deadline_on: readsWords ? order.deadline_on : null,
    contact_window: readsWords ? order.contact_window : '',
    ...presentMoney(order, access, texts),
    ...presentWork(order, access, texts),
  };
}
