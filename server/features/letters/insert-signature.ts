import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { Trx } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import { afterSigning, isComplete, type SignerRole } from '#shared/rules/letters/letter-state.ts';
import { announceLetter } from './letter-access.ts';
import type { LetterDeps } from './letter-deps.ts';
import { sha256Of } from './letter-html.ts';
import { addLetterEvent, changeLetter, factsOf, getLetter } from './letters.queries.ts';
import type { SignatureEvidence } from './signing-evidence.ts';

/** Where a signature came from. */
export type Place = { address: string; port: number | null; browser: string };

type NewSignature = {
  order: { id: number; user_id: number };
  documentId: number;
  role: SignerRole;
  userId: number;
  clientId: string | null;
  evidence: SignatureEvidence;
  /** The administrator who signs for the firm; customers have no part in the log but their signature's hash. */
  admin?: ActingAdmin;
  now: Date;
};

const SYSTEM: ActingAdmin = { actor: { id: null, user_id: 'system' }, address: 'system' };

/** Writes a signature and the letter's state after it. The audit log keeps the hash of the evidence. */
export async function insertSignature(
  trx: Trx,
  deps: LetterDeps,
  { order, documentId, role, userId, clientId, evidence, admin = SYSTEM, now }: NewSignature,
): Promise<void> {
  const { id: orderId } = order;
  const cipher = await deps.dataKeys.forWriting();
  const id = await nextId(trx, 'letter_signatures');
  const text = JSON.stringify(evidence);
  await trx
    .insertInto('letter_signatures')
    .values({
      id,
      document_id: documentId,
      role,
      user_id: userId,
      client_id: clientId,
      evidence_sealed: cipher.encryptText(text, `letter_signatures.evidence_sealed:${id}`),
      signed_at: now,
    })
    .execute();
  const { row, letter, sheet, signatures } = await getLetter(trx, orderId, { withDraft: false });
  const state = afterSigning(row.state, role);
  const isDone = isComplete(factsOf({ row: { ...row, state }, letter, sheet, signatures }));
  await changeLetter(trx, row.id, { state, ...(isDone && { completed_at: now }) });
  if (isDone) wakeAfterCommit(trx, 'seal_letters');
  await addLetterEvent(trx, { letterId: row.id, kind: 'signed', role, user_id: userId, at: now });
  const after = { letter_id: documentId, role, sha256: evidence.document_sha256, evidence_sha256: sha256Of(text) };
  const act = { action: 'order.sign_letter', subjectType: 'order', subjectId: orderId } as const;
  await recordAudit(trx, { ...admin, ...act, after });
  await announceLetter(trx, deps, { order, isOfSheet: role === 'payer' });
}
