import type { DbOrTrx } from '#server/db/transaction.ts';
import { recordFirmsView, recordPersonsView } from '#server/features/participants/case-views.ts';
import { listCaseAccess } from '#server/features/participants/participants.access.ts';
import type { VisibleFile } from './storing/stored-files.queries.ts';

/**
 * Records for the client that another person read a file of the case (contract §8). The buyer's own room is none of
 * the client's, and a note is the firm's.
 */
export async function recordFileView(
  db: DbOrTrx,
  file: VisibleFile,
  reader: { id: number; isStaff: boolean },
  now: Date,
): Promise<void> {
  const orderId = file.case_id ?? file.paper_case_id;
  if (orderId === null || file.room === 'buyer' || file.note_id !== null || file.owner_id === reader.id) return;
  const areas = [file.paper_id === null ? 'conversation' : 'papers'] as const;
  if (reader.isStaff) {
    await recordFirmsView(db, { orderId, adminId: reader.id }, areas, now);
    return;
  }
  const access = (await listCaseAccess(db, reader.id, [orderId], now)).get(orderId);
  if (access) await recordPersonsView(db, access, areas, now);
}
