import type { ConsultationDeps } from '../consultation-deps.ts';
import { getPlace, type Reader } from './conversations.queries.ts';
import { countUnread, dropReplyNotice, moveReadMark } from './read-marks.queries.ts';

/**
 * Marks a conversation as read up to `seq`; a mark never moves backwards. Returns what is unread
 * then.
 * @throws AppError CONVERSATION_NOT_FOUND
 */
export async function markRead(
  { db, events }: Pick<ConsultationDeps, 'db' | 'events'>,
  reader: Reader,
  conversationId: number,
  seq: number,
): Promise<number> {
  await getPlace(db, reader, conversationId);
  const moved = await moveReadMark(db, { conversationId, reader, seq });
  if (moved) {
    const by = reader.isAdmin ? 'staff' : 'customer';
    const data = { conversation_id: conversationId, seq: moved.seq, by } as const;
    // Customers do not see what of theirs the firm has read (contract §5).
    events.publish({ name: 'read', data, to: { users: reader.isAdmin ? [] : [reader.id], staff: 'consultations' } });
    if (!reader.isAdmin) await dropReplyNotice(db, conversationId, moved.seq);
  }
  return countUnread(db, conversationId, reader);
}
