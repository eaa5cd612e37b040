import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { ValidAddNoteBody } from '#shared/features/orders/admin-schemas.ts';
import { addTimelineEntry, lockOrder, markHandled } from '../orders.moves.ts';
import { insertNote } from '../state/insert-note.ts';

/**
 * Adds a note to an order. A visible one is shown in the customer's timeline too; a private one
 * only in the admin area.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function addOrderNote(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  admin: ActingAdmin,
  orderId: number,
  { text, isVisible }: ValidAddNoteBody,
): Promise<void> {
  const authorId = admin.actor.id;
  if (authorId === null) throw new AppError('ADMIN_FORBIDDEN');
  const seal = await dataKeys.forSealing();
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const noteId = await insertNote(trx, seal, { orderId, authorId, text, isVisible });
    if (isVisible) {
      const entry = { actor: 'admin', actorUserId: authorId, note: text, seal, isProgress: true } as const;
      await addTimelineEntry(trx, order, entry);
    }
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...admin,
      action: 'order.note',
      subjectType: 'order',
      subjectId: orderId,
      after: { note_id: noteId, isVisible },
    });
  });
}
