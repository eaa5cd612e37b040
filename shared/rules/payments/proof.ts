/** The proofs of a payment for the tax office. */
export const PROOF_KINDS = ['none', 'cash_receipt', 'tax_invoice'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

const LABELS: Record<ProofKind, string> = { none: '미발급', cash_receipt: '현금영수증', tax_invoice: '세금계산서' };

export function proofLabel(kind: ProofKind): string {
  return LABELS[kind];
}
