import type { Db } from '#server/db/transaction.ts';
import { type CaseAccess, getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import { readsLetter } from './letter-access.ts';
import type { LetterDeps } from './letter-deps.ts';

/** The newest sealed letter of a case. @throws AppError LETTER_NOT_FOUND */
async function getSealed(db: Db, orderId: number) {
  const sealed = await db
    .selectFrom('letters')
    .select(['letters.id', 'letters.pdf_sealed', 'letters.evidence_sealed'])
    .where('letters.order_id', '=', orderId)
    .where('letters.sealed_at', 'is not', null)
    .orderBy('letters.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!sealed) throw new AppError('LETTER_NOT_FOUND');
  return sealed;
}

type Files = Pick<LetterDeps, 'db' | 'dataKeys' | 'clock'>;

/** Reads the file of a case's letter. @throws AppError LETTER_NOT_FOUND */
export async function readPdf({ db, dataKeys }: Files, orderId: number): Promise<Buffer> {
  const { id, pdf_sealed } = await getSealed(db, orderId);
  if (pdf_sealed === null) throw new AppError('LETTER_NOT_FOUND');
  return dataKeys.decrypt(pdf_sealed, `letters.pdf_sealed:${id}`);
}

/** Reads the evidence beside the file, as JSON. @throws AppError LETTER_NOT_FOUND */
export async function readEvidenceFile({ db, dataKeys }: Files, orderId: number): Promise<string> {
  const { id, evidence_sealed } = await getSealed(db, orderId);
  if (evidence_sealed === null) throw new AppError('LETTER_NOT_FOUND');
  return dataKeys.decryptText(evidence_sealed, `letters.evidence_sealed:${id}`);
}

/** @throws AppError ORDER_NOT_FOUND; LETTER_NOT_FOUND for a payer with whom the letter is not shared */
export async function requireReader({ db, clock }: Files, userId: number, orderId: number): Promise<CaseAccess> {
  const access = await getCaseAccess(db, userId, orderId, clock.now());
  if (!readsLetter(access)) throw new AppError('LETTER_NOT_FOUND');
  return access;
}
