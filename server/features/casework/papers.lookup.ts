import type { Selectable } from 'kysely';
import type { OrderPapersTable } from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { listOfPapers, presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { type CaseAccess, listCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import { mayRead } from '#shared/rules/case-access/case-access.ts';

export type PaperReading = { db: DbOrTrx; dataKeys: Pick<DataKeys, 'readText' | 'decrypt' | 'decryptText'> };
export type PaperRow = Selectable<OrderPapersTable>;

async function present({ db, dataKeys }: PaperReading, rows: readonly PaperRow[]): Promise<Paper[]> {
  const files = await listOfPapers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, title, why_sealed, asked_of, due_on, state, reason_sealed, is_filing, form, created_at }) => ({
    id,
    title,
    why: dataKeys.readText(why_sealed, `order_papers.why_sealed:${id}`),
    asked_of,
    due_on,
    state,
    reason: dataKeys.readText(reason_sealed, `order_papers.reason_sealed:${id}`) || null,
    ...(is_filing && { filing: true as const }),
    ...(form && { form }),
    requested_at: wireTime(created_at),
    files: files
      .filter(({ paper_id }) => paper_id === id)
      .map((file) => ({ ...presentAttachment(dataKeys, file), uploaded_at: wireTime(file.created_at) })),
  }));
}

/** Lists the papers of a case, whatever the reader may see. */
export async function listPapers(reading: PaperReading, orderId: number): Promise<Paper[]> {
  const rows = await reading.db
    .selectFrom('order_papers')
    .selectAll()
    .where('order_papers.order_id', '=', orderId)
    .orderBy('order_papers.id')
    .execute();
  return present(reading, rows);
}

/** Lists the papers that a person with a part in the case may see; cancelled ones are for staff. */
export async function listPapersFor(reading: PaperReading, access: CaseAccess): Promise<Paper[]> {
  const papers = await listPapers(reading, access.orderId);
  return papers.filter(
    ({ state, asked_of: askedOf }) => state !== 'cancelled' && mayRead(access, 'papers', { askedOf }),
  );
}

export async function getPaperRow(db: DbOrTrx, orderId: number, paperId: number): Promise<PaperRow> {
  const row = await db
    .selectFrom('order_papers')
    .selectAll()
    .where('order_papers.id', '=', paperId)
    .where('order_papers.order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new AppError('PAPER_NOT_FOUND');
  return row;
}

/** @throws AppError PAPER_NOT_FOUND */
export async function getPaper(reading: PaperReading, orderId: number, paperId: number): Promise<Paper> {
  const [paper] = await present(reading, [await getPaperRow(reading.db, orderId, paperId)]);
  if (!paper) throw new AppError('PAPER_NOT_FOUND');
  return paper;
}

/** Returns whether a person reads the files that others uploaded for a paper. */
export async function mayReadPaper(db: DbOrTrx, userId: number, paperId: number, now: Date): Promise<boolean> {
  const paper = await db.selectFrom('order_papers').selectAll().where('id', '=', paperId).executeTakeFirst();
  if (!paper) return false;
  const access = (await listCaseAccess(db, userId, [paper.order_id], now)).get(paper.order_id);
  return access !== undefined && mayRead(access, 'papers', { askedOf: paper.asked_of });
}
