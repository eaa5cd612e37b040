import type { ExpressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '#server/db/tables.ts';
import type { SealedText } from '#server/lib/keys/sealed-text.ts';
import type { OrderProof } from '#shared/features/orders/money-schemas.ts';
import type { ProofKind } from '#shared/rules/payments/proof.ts';
import { readProofNote, readProofNumber, type TextReader } from './order-texts.ts';

export type ProofRow = {
  id: number;
  kind: ProofKind;
  issued_on: string | null;
  number_sealed: SealedText;
  note_sealed: SealedText;
};

/** The order's proof as a column `proof`. */
export function proofOf(eb: ExpressionBuilder<Database, 'orders'>) {
  return jsonObjectFrom(
    eb
      .selectFrom('order_proofs')
      .select(['order_proofs.id', 'order_proofs.kind', 'order_proofs.issued_on'])
      .select(['order_proofs.number_sealed', 'order_proofs.note_sealed'])
      .whereRef('order_proofs.order_id', '=', 'orders.id'),
  ).as('proof');
}

/** An order without a row has none. */
export function presentProof(proof: ProofRow | null, texts: TextReader): OrderProof {
  if (!proof) return { kind: 'none', number: null, issued_on: null, note: null };
  return {
    kind: proof.kind,
    number: readProofNumber(texts, proof) || null,
    issued_on: proof.issued_on,
    note: readProofNote(texts, proof) || null,
  };
}
