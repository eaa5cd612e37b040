import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Side } from './conversations.queries.ts';

type Mark = { conversationId: number; reader: Side; seq: number };

/**
 * Moves a read mark forward: to `seq`, or to the end where that is less. Returns the mark if it
 * moved. The counts rise with the numbers, so the greater of two marks has the greater count.
 */
export async function moveReadMark(
  db: DbOrTrx,
  { conversationId, reader, seq }: Mark,
): Promise<{ seq: number } | undefined> {
  const count = reader.isAdmin ? sql.ref('customer_count') : sql.ref('staff_count');
  const { rows } = await sql<{ seq: number }>`
    insert into conversation_reads as mark (conversation_id, user_id, is_staff, seq, read_count)
    select ${conversationId}, ${reader.id}, ${reader.isAdmin}, seq, ${count} from (
      select * from conversation_messages where conversation_id = ${conversationId} and seq <= ${seq}
      order by seq desc limit 1) as last
    on conflict (conversation_id, is_staff, user_id) do update
      set seq = greatest(mark.seq, excluded.seq), read_count = greatest(mark.read_count, excluded.read_count)
      where excluded.seq > mark.seq
    returning seq`.execute(db);
  return rows[0];
}

/** How many messages of the other side a person has not read. */
export async function countUnread(db: DbOrTrx, conversationId: number, reader: Side): Promise<number> {
  const written = reader.isAdmin ? sql.ref('c.customer_count') : sql.ref('c.staff_count');
  const { rows } = await sql<{ unread: number }>`
    select ${written} - coalesce(mark.read_count, 0) as unread
    from conversations c left join conversation_reads mark on mark.conversation_id = c.id
      and mark.is_staff = ${reader.isAdmin} and mark.user_id = ${reader.id}
    where c.id = ${conversationId}`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** No mail goes out about a reply that was read; in the shared room each reader is looked at when it is due. */
export async function dropReplyNotice(db: DbOrTrx, conversationId: number, readSeq: number): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ reply_due_at: null })
    .where('id', '=', conversationId)
    .where('room', '<>', 'shared')
    .where('reply_due_at', 'is not', null)
    .where('last_staff_seq', '<=', readSeq)
    .execute();
}
