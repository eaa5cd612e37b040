import type { Selectable } from 'kysely';
import type {
  LetterDocumentsTable,
  LetterEventsTable,
  LetterSignaturesTable,
  LettersTable,
} from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { LetterFacts } from '#shared/rules/letters/letter-state.ts';

export type LetterRow = Omit<Selectable<LettersTable>, 'pdf_sealed' | 'evidence_sealed'>;
export type DocumentRow = Selectable<LetterDocumentsTable>;
export type SignatureRow = Selectable<LetterSignaturesTable>;

/** A letter with its documents and signatures. */
export type CaseLetter = {
  row: LetterRow;
  letter: DocumentRow;
  /** Undefined where the client pays, and in a draft. */
  sheet: DocumentRow | undefined;
  /** In the order of signing. */
  signatures: readonly SignatureRow[];
};

/** All but the files, which are large. */
const COLUMNS = [
  ...(['id', 'order_id', 'state', 'template', 'scope_sealed', 'terms_sealed', 'fee', 'is_minor'] as const),
  ...(['has_sole_custody', 'offered_at', 'expires_at', 'declined_by', 'reason_sealed', 'completed_at'] as const),
  ...(['seal', 'seal_failures', 'seal_problem', 'sealed_at', 'created_at'] as const),
] as const;

function selectLetters(db: DbOrTrx) {
  return db.selectFrom('letters').select(COLUMNS);
}

export async function readLetter(db: DbOrTrx, row: LetterRow): Promise<CaseLetter> {
  const documents = await db
    .selectFrom('letter_documents')
    .selectAll()
    .where('letter_documents.letter_id', '=', row.id)
    .execute();
  const letter = documents.find(({ kind }) => kind === 'letter');
  if (!letter) throw new Error(`letter ${row.id} has a text`);
  const signatures = await db
    .selectFrom('letter_signatures')
    .selectAll()
    .where(
      'letter_signatures.document_id',
      'in',
      documents.map(({ id }) => id),
    )
    .orderBy('letter_signatures.id')
    .execute();
  return { row, letter, sheet: documents.find(({ kind }) => kind === 'payer_sheet'), signatures };
}

/** The newest letter of a case; without `withDraft` the newest that was offered. */
export async function findLetter(
  db: DbOrTrx,
  orderId: number,
  { withDraft }: { withDraft: boolean },
): Promise<CaseLetter | undefined> {
  const row = await selectLetters(db)
    .where('letters.order_id', '=', orderId)
    .$if(!withDraft, (query) => query.where('letters.offered_at', 'is not', null))
    .orderBy('letters.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readLetter(db, row);
}

/** @throws AppError LETTER_NOT_FOUND */
export async function getLetter(db: DbOrTrx, orderId: number, options: { withDraft: boolean }): Promise<CaseLetter> {
  const found = await findLetter(db, orderId, options);
  if (!found) throw new AppError('LETTER_NOT_FOUND');
  return found;
}

export function getLetterById(db: DbOrTrx, letterId: number): Promise<LetterRow> {
  return selectLetters(db).where('letters.id', '=', letterId).executeTakeFirstOrThrow();
}

export function factsOf({ row, sheet, signatures }: CaseLetter): LetterFacts {
  return {
    state: row.state,
    expiresAt: row.expires_at,
    isMinor: row.is_minor,
    hasSoleCustody: row.has_sole_custody,
    hasPayerSheet: sheet !== undefined,
    signed: signatures.map(({ role }) => role),
  };
}

type NewEvent = Pick<Selectable<LetterEventsTable>, 'kind' | 'role' | 'user_id' | 'at'> & { letterId: number };

/** Adds to the course of a letter; a person's first reading is noted once. */
export async function addLetterEvent(db: DbOrTrx, { letterId, ...event }: NewEvent): Promise<void> {
  await db
    .insertInto('letter_events')
    .values({ letter_id: letterId, ...event })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Change = Partial<Pick<Selectable<LettersTable>, 'state' | 'is_minor' | 'offered_at' | 'expires_at'>> &
  Partial<Pick<Selectable<LettersTable>, 'declined_by' | 'reason_sealed' | 'completed_at' | 'fee'>> &
  Partial<Pick<Selectable<LettersTable>, 'scope_sealed' | 'terms_sealed' | 'template' | 'has_sole_custody'>>;

export async function changeLetter(trx: Trx, letterId: number, change: Change): Promise<void> {
  await trx.updateTable('letters').set(change).where('letters.id', '=', letterId).execute();
}
