import type { z } from 'zod';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
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

/** Presents an order in the own-data file, with everything that was written about it. */
export function presentPersonalOrder(order: PersonalOrder, texts: TextReader): Wire {
  const { case_description_sealed: _sealed, ...columns } = order;
  return {
    ...columns,
    created_at: wireTime(order.created_at),
    case_description: readCaseDescription(texts, order),
    agreed_terms: (order.agreed_terms ?? []).map((terms) => ({ ...terms, agreed_at: wireTime(order.created_at) })),
    timeline: order.timeline.map((event) => ({
      status: event.status,
      note: readEventNote(texts, event),
      created_at: wireTime(event.created_at),
    })),
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
    steps: order.steps.map((step) => ({
      title: step.title,
      due_on: step.due_on,
      done_at: wireTimeOrNull(step.done_at),
      note: readStepNote(texts, step),
    })),
    notes: order.notes.map((note) => ({ text: readNoteText(texts, note), created_at: wireTime(note.created_at) })),
    callbacks: order.callbacks.map(({ starts_at, ends_at, contacted_at, created_at }) => ({
      starts_at: wireTime(starts_at),
      ends_at: wireTime(ends_at),
      contacted_at: wireTimeOrNull(contacted_at),
      created_at: wireTime(created_at),
    })),
  };
}
