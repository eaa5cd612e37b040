import type { Place } from '#server/lib/keys/key-ring.ts';
import type { StoredText } from '#server/lib/keys/sealed-text.ts';

/** Reads the free texts of orders and their refunds, which are stored encrypted (decision 045). */
export type TextReader = { readText: (stored: StoredText, place: Place) => string };

type Sealed = StoredText['sealed'];

export function readCaseDescription(
  texts: TextReader,
  order: { id: number; case_description: string; case_description_sealed: Sealed },
): string {
  const stored = { plain: order.case_description, sealed: order.case_description_sealed };
  return texts.readText(stored, `orders.case_description_sealed:${order.id}`);
}

export function readEventNote(texts: TextReader, event: { id: number; note: string; note_sealed: Sealed }): string {
  return texts.readText({ plain: event.note, sealed: event.note_sealed }, `order_events.note_sealed:${event.id}`);
}

export function readNoteText(texts: TextReader, note: { id: number; text: string; text_sealed: Sealed }): string {
  return texts.readText({ plain: note.text, sealed: note.text_sealed }, `order_notes.text_sealed:${note.id}`);
}

export function readStepNote(texts: TextReader, step: { id: number; note: string; note_sealed: Sealed }): string {
  return texts.readText({ plain: step.note, sealed: step.note_sealed }, `order_steps.note_sealed:${step.id}`);
}

export function readRefundReason(texts: TextReader, refund: { id: number; reason: string; reason_sealed: Sealed }) {
  return texts.readText({ plain: refund.reason, sealed: refund.reason_sealed }, `refunds.reason_sealed:${refund.id}`);
}

export function readRequestReason(texts: TextReader, asked: { id: number; reason: string; reason_sealed: Sealed }) {
  const stored = { plain: asked.reason, sealed: asked.reason_sealed };
  return texts.readText(stored, `refund_requests.reason_sealed:${asked.id}`);
}

export function readRequestNote(texts: TextReader, asked: { id: number; note: string; note_sealed: Sealed }): string {
  return texts.readText({ plain: asked.note, sealed: asked.note_sealed }, `refund_requests.note_sealed:${asked.id}`);
}

type ProposalTexts = { id: number; note: string; note_sealed: Sealed };

export function readProposalNote(texts: TextReader, proposed: ProposalTexts): string {
  const stored = { plain: proposed.note, sealed: proposed.note_sealed };
  return texts.readText(stored, `refund_proposals.note_sealed:${proposed.id}`);
}

type DecisionTexts = { id: number; decision_note: string; decision_note_sealed: Sealed };

export function readProposalDecision(texts: TextReader, proposed: DecisionTexts): string {
  const stored = { plain: proposed.decision_note, sealed: proposed.decision_note_sealed };
  return texts.readText(stored, `refund_proposals.decision_note_sealed:${proposed.id}`);
}
