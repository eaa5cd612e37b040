import type { Db } from '#server/db/transaction.ts';
import { recordFirmsView, recordPersonsView } from '#server/features/participants/case-views.ts';
import { listCaseAccess } from '#server/features/participants/participants.access.ts';

/**
 * Records for the client that another person read a room of the case (contract §8). The buyer's own room is none of
 * the client's.
 */
export async function recordRoomView(
  db: Db,
  conversationId: number,
  reader: { id: number; isAdmin: boolean },
  now: Date,
): Promise<void> {
  const place = await db
    .selectFrom('conversations')
    .select(['conversations.order_id', 'conversations.room'])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  if (!place || place.order_id === null || place.room === 'buyer') return;
  const orderId = place.order_id;
  if (reader.isAdmin) {
    await recordFirmsView(db, { orderId, adminId: reader.id }, ['conversation'], now);
    return;
  }
  const access = (await listCaseAccess(db, reader.id, [orderId], now)).get(orderId);
  if (access) await recordPersonsView(db, access, ['conversation'], now);
}
