import { z } from 'zod';
import { deadlineDay, line, text } from '#shared/contract/fields.ts';
import { PROOF_KINDS } from '#shared/rules/payments/proof.ts';

/** Longest number and note of a proof, in characters. */
export const MAX_PROOF_NUMBER = 50;
export const MAX_PROOF_NOTE = 500;

export const proofKind = z.enum(PROOF_KINDS, { error: '증빙의 종류를 선택해주세요.' });

export const orderProof = z.object({
  kind: z.enum(PROOF_KINDS),
  number: z.string().nullable(),
  issued_on: z.string().nullable(),
  note: z.string().nullable(),
});
export type OrderProof = z.infer<typeof orderProof>;

/**
 * Replaces the proof; `none` has neither number nor day. `seen` is the proof that the form was
 * opened with: another one by now is refused.
 */
export const setProofBody = z.object({
  kind: proofKind,
  number: line(MAX_PROOF_NUMBER).nullish(),
  /** The day in Korea on which it was issued. */
  issued_on: deadlineDay,
  note: text(MAX_PROOF_NOTE, '메모를 문자로 입력해주세요.').nullish(),
  seen: orderProof.optional(),
});
export type SetProofBody = z.input<typeof setProofBody>;
export type ValidSetProofBody = z.output<typeof setProofBody>;
