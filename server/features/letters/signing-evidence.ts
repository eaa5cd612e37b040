import { z } from 'zod';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { SignatureRow } from './letters.queries.ts';

/** Evidence of a signature beside role, account and time; never a birth date or the person's identifier. */
const signatureEvidence = z.object({
  name: z.string(),
  consent: z.string(),
  document_sha256: z.string(),
  /** A drawn signature as the path of an SVG. */
  mark: z.string().nullable(),
  identity: z
    .object({ method: z.string(), check: z.string(), at: z.string(), person_hash: z.string().nullable() })
    .nullable(),
  address: z.string(),
  port: z.int().nullable(),
  browser: z.string(),
  session: z.int(),
});
export type SignatureEvidence = z.infer<typeof signatureEvidence>;

const UNREADABLE: SignatureEvidence = {
  name: '읽을 수 없는 서명',
  consent: '',
  document_sha256: '',
  mark: null,
  identity: null,
  address: '',
  port: null,
  browser: '',
  session: 0,
};

export function readEvidence(
  dataKeys: Pick<DataKeys, 'readText'>,
  { id, evidence_sealed }: Pick<SignatureRow, 'id' | 'evidence_sealed'>,
): SignatureEvidence {
  const text = dataKeys.readText(evidence_sealed, `letter_signatures.evidence_sealed:${id}`);
  try {
    return signatureEvidence.parse(JSON.parse(text));
  } catch {
    // A text that cannot be decrypted was replaced by a sentence, which is no JSON.
    return UNREADABLE;
  }
}
