import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ConversationsTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { type ConversationPlace, filterReadable, mayReadPlace } from '#server/features/participants/room-access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { UnreadCount } from '#shared/features/consultations/schemas.ts';

export type ConversationRow = Selectable<ConversationsTable>;

/** A person on one of the two sides: unread messages are those of the other one. */
export type Side = { id: number; isAdmin: boolean };

/** A customer reads by the rooms of the moment; administrators read all. */
export type Customer = { id: number; isAdmin: false; now: Date };
export type Reader = { id: number; isAdmin: true } | Customer;

/** A conversation for a reader, with what its row does not hold itself. */
export function selectConversations(db: DbOrTrx, reader: Side) {
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
        .on('customers.user_id', '=', reader.isAdmin ? sql.ref('c.user_id') : sql.lit(reader.id)),
    )
    .select([
      'c.id',
      'c.user_id',
      'c.subject',
      'c.order_id',
      'c.room',
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

/** @throws AppError CONVERSATION_NOT_FOUND where there is none, and where the reader may not read it */
async function requireReadable<Place extends ConversationPlace>(
  db: DbOrTrx,
  reader: Reader,
  place: Place | undefined,
): Promise<Place> {
  const isReadable = place && (reader.isAdmin || (await mayReadPlace(db, reader.id, place, reader.now)));
  if (!isReadable) throw new AppError('CONVERSATION_NOT_FOUND');
  return place;
}

/** @throws AppError CONVERSATION_NOT_FOUND, also for one that the reader may not read */
export async function getConversation(db: DbOrTrx, reader: Reader, id: number): Promise<ConversationView> {
  const row = await selectConversations(db, reader).where('c.id', '=', id).executeTakeFirst();
  return requireReadable(db, reader, row);
}

/** The conversations that a customer reads: the own ones, and those of the rooms of cases. */
export async function listReadable(db: DbOrTrx, { id, now }: Customer): Promise<number[]> {
  const { rows } = await sql<ConversationPlace & { id: number }>`
    select c.id, c.user_id, c.order_id, c.room from conversations c where c.user_id = ${id}
    union
    select c.id, c.user_id, c.order_id, c.room from participants
      join conversations c on c.order_id = participants.order_id
      where participants.user_id = ${id} and participants.state = 'joined'`.execute(db);
  return (await filterReadable(db, id, rows, now)).map((row) => row.id);
}

/** Returns what a customer has not read of all conversations, by the counts that each row holds. */
export async function countUnread(db: DbOrTrx, customer: Customer): Promise<UnreadCount> {
  const ids = await listReadable(db, customer);
  const { unread } = await db
    .selectFrom('conversations as c')
    .leftJoin('conversation_reads as own', (join) =>
      join.onRef('own.conversation_id', '=', 'c.id').on('own.is_staff', '=', false).on('own.user_id', '=', customer.id),
    )
    .select(sql<number>`coalesce(sum(c.staff_count - coalesce(own.read_count, 0)), 0)::int`.as('unread'))
    .where(sql<SqlBool>`c.id = any (${ids}::int[])`)
    .executeTakeFirstOrThrow();
  return { unread, has_conversations: ids.length > 0 };
}

/**
 * Locks a conversation: numbers are given out and statuses change one writer after the other.
 * @throws AppError CONVERSATION_NOT_FOUND, also for one that the reader may not read
 */
export async function lockConversation(trx: Trx, reader: Reader, id: number): Promise<ConversationRow> {
  const row = await trx.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return requireReadable(trx, reader, row);
}

/**
 * Reads where a conversation belongs.
 * @throws AppError CONVERSATION_NOT_FOUND, also for one that the reader may not read
 */
export async function getPlace(db: DbOrTrx, reader: Reader, id: number): Promise<ConversationPlace> {
  const row = await db
    .selectFrom('conversations')
    .select(['user_id', 'order_id', 'room'])
    .where('id', '=', id)
    .executeTakeFirst();
  return requireReadable(db, reader, row);
}

/** The open conversation of a place; else the one that was closed last. */
export function findLatest(db: DbOrTrx, place: ConversationPlace) {
  return db
    .selectFrom('conversations')
    .select(['id', 'closed_at'])
    .where('user_id', '=', place.user_id)
    .where('order_id', 'is not distinct from', place.order_id)
    .where('room', '=', place.room)
    .orderBy(sql`closed_at is null`, 'desc')
    .orderBy('closed_at', 'desc')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
