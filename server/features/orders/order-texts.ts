import type { Place } from '#server/lib/keys/key-ring.ts';
import type { SealedText } from '#server/lib/keys/sealed-text.ts';

/** Reads the free texts of orders and their refunds, which are stored encrypted (decision 045). */
export type TextReader = { readText: (sealed: SealedText, place: Place) => string };

type Row<Column extends string> = { id: number } & Record<Column, SealedText>;

export function readCaseDescription(texts: TextReader, order: Row<'case_description_sealed'>): string {
  return texts.readText(order.case_description_sealed, `orders.case_description_sealed:${order.id}`);
}

/** A note is the shop's own sentence, or what a person wrote. */
export function readEventNote(texts: TextReader, event: Row<'note_sealed'> & { note: string }): string {
  return event.note || texts.readText(event.note_sealed, `order_events.note_sealed:${event.id}`);
}

export function readNoteText(texts: TextReader, note: Row<'text_sealed'>): string {
  return texts.readText(note.text_sealed, `order_notes.text_sealed:${note.id}`);
}

export function readStepNote(texts: TextReader, step: Row<'note_sealed'>): string {
  return texts.readText(step.note_sealed, `order_steps.note_sealed:${step.id}`);
}

export function readOpponent(texts: TextReader, opponent: Row<'name_sealed'>): string {
  return texts.readText(opponent.name_sealed, `order_opponents.name_sealed:${opponent.id}`);
}

export function readProofNumber(texts: TextReader, proof: Row<'number_sealed'>): string {
  return texts.readText(proof.number_sealed, `order_proofs.number_sealed:${proof.id}`);
}

export function readProofNote(texts: TextReader, proof: Row<'note_sealed'>): string {
  return texts.readText(proof.note_sealed, `order_proofs.note_sealed:${proof.id}`);
}

export function readCallNote(texts: TextReader, call: Row<'note_sealed'>): string {
  return texts.readText(call.note_sealed, `order_calls.note_sealed:${call.id}`);
}

/** A reason is the shop's own sentence, or what an administrator wrote. */
export function readRefundReason(texts: TextReader, refund: Row<'reason_sealed'> & { reason: string }): string {
  return refund.reason || texts.readText(refund.reason_sealed, `refunds.reason_sealed:${refund.id}`);
}

export function readRequestReason(texts: TextReader, asked: Row<'reason_sealed'>): string {
  return texts.readText(asked.reason_sealed, `refund_requests.reason_sealed:${asked.id}`);
}

export function readRequestNote(texts: TextReader, asked: Row<'note_sealed'>): string {
  return texts.readText(asked.note_sealed, `refund_requests.note_sealed:${asked.id}`);
}

export function readProposalNote(texts: TextReader, proposed: Row<'note_sealed'>): string {
  return texts.readText(proposed.note_sealed, `refund_proposals.note_sealed:${proposed.id}`);
}

export function readProposalDecision(texts: TextReader, proposed: Row<'decision_note_sealed'>): string {
  return texts.readText(proposed.decision_note_sealed, `refund_proposals.decision_note_sealed:${proposed.id}`);
}
