import { type Selectable, sql } from 'kysely';
import type { ConversationsTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { UnreadCount } from '#shared/features/consultations/schemas.ts';

export type ConversationRow = Selectable<ConversationsTable>;

/** Who reads: unread messages are those of the other side. */
export type Reader = { id: number; isAdmin: boolean };

/** A conversation for a reader, with what its row does not hold itself. */
export function selectConversations(db: DbOrTrx, reader: Reader) {
  const written = reader.isAdmin ? sql`c.customer_count` : sql`c.staff_count`;
  return db
    .selectFrom('conversations as c')
    .innerJoin('users as customer', 'customer.id', 'c.user_id')
    .leftJoin('users as assignee', 'assignee.id', 'c.assignee_id')
    .leftJoin('conversation_messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'c.id').onRef('last.seq', '=', 'c.last_message_seq'),
    )
    .leftJoin('users as author', 'author.id', 'last.author_id')
    .leftJoin('conversation_reads as own', (join) =>
      join
        .onRef('own.conversation_id', '=', 'c.id')
        .on('own.is_staff', '=', reader.isAdmin)
        .on('own.user_id', '=', reader.id),
    )
    .leftJoin('conversation_reads as customers', (join) =>
      join
        .onRef('customers.conversation_id', '=', 'c.id')
        .on('customers.is_staff', '=', false)
        .onRef('customers.user_id', '=', 'c.user_id'),
    )
    .select([
      'c.id',
      'c.user_id',
      'c.subject',
      'c.order_id',
      'c.service_id',
      'c.previous_id',
      'c.status',
      'c.hold_until',
      'c.version',
      'c.last_seq',
      'c.created_at',
      'c.updated_at',
      'c.closed_at',
      'c.waiting_since',
      'c.assignee_id',
      'assignee.fullname as assignee_name',
      'customer.fullname as customer_name',
      'customer.user_id as customer_login',
      'last.id as last_id',
      'last.text as last_text',
      'last.author_kind as last_author_kind',
      'last.created_at as last_at',
      'author.fullname as last_author_name',
      sql<number>`${written} - coalesce(own.read_count, 0)`.as('unread'),
      sql<number>`coalesce(customers.seq, 0)`.as('customer_read_seq'),
      sql<number>`(select count(*) from attachments a where a.message_id = last.id)`.as('last_attachment_count'),
      sql<string | null>`(select o.order_number from orders o where o.id = c.order_id)`.as('order_number'),
    ]);
}

/** A conversation as it is read from the database. */
export type ConversationView = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];

/** One conversation; a customer's only if it is their own. Throws CONVERSATION_NOT_FOUND. */
export async function getConversation(db: DbOrTrx, reader: Reader, id: number): Promise<ConversationView> {
  const found = selectConversations(db, reader).where('c.id', '=', id);
  const row = await (reader.isAdmin ? found : found.where('c.user_id', '=', reader.id)).executeTakeFirst();
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return row;
}

/** Returns what a customer has not read of all their conversations, by the counts that each row holds. */
export async function countUnread(db: DbOrTrx, userId: number): Promise<UnreadCount> {
  const { unread, conversations } = await db
    .selectFrom('conversations as c')
    .leftJoin('conversation_reads as own', (join) =>
      join
        .onRef('own.conversation_id', '=', 'c.id')
        .on('own.is_staff', '=', false)
        .onRef('own.user_id', '=', 'c.user_id'),
    )
    .select([
      sql<number>`coalesce(sum(c.staff_count - coalesce(own.read_count, 0)), 0)::int`.as('unread'),
      sql<number>`count(*)`.as('conversations'),
    ])
    .where('c.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { unread, has_conversations: conversations > 0 };
}

/**
 * Locks a conversation: numbers are given out and statuses change one writer after the other.
 * Throws CONVERSATION_NOT_FOUND, for a customer also where it is another's.
 */
export async function lockConversation(trx: Trx, reader: Reader, id: number): Promise<ConversationRow> {
  const found = trx.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate();
  const row = await (reader.isAdmin ? found : found.where('user_id', '=', reader.id)).executeTakeFirst();
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return row;
}

/**
 * Whose a conversation is; throws CONVERSATION_NOT_FOUND, for a customer also where it is
 * another's.
 */
export async function getOwner(db: DbOrTrx, reader: Reader, id: number): Promise<number> {
  const found = db.selectFrom('conversations').select('user_id').where('id', '=', id);
  const row = await (reader.isAdmin ? found : found.where('user_id', '=', reader.id)).executeTakeFirst();
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return row.user_id;
}

/** The open conversation of an order, or undefined. */
export async function findOpenOfOrder(db: DbOrTrx, orderId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '<>', 'closed')
    .executeTakeFirst();
  return row?.id;
}
