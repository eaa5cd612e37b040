import { type RawBuilder, sql } from 'kysely';
import { compileOnce, type Slots } from '#server/db/statements/compile-once.ts';
import { type Db, inOneStatement } from '#server/db/transaction.ts';
import type { Limit } from '#server/lib/limits/consume.ts';
import type { ConsultationDeps } from '../thread/consultation-deps.ts';
import type { ConversationRow, Reader } from '../thread/conversations.queries.ts';
import type { EntryRow } from '../thread/messages.queries.ts';
import { type Author, publishChanges } from './append-message.ts';
import { BEFORE_A_MESSAGE, type MessageChanges } from './message-changes.ts';
import type { MessageContent } from './send-message.ts';

/** An open conversation as it was read without a lock. */
export type SeenConversation = Pick<
  ConversationRow,
  (typeof BEFORE_A_MESSAGE)[number] | 'id' | 'user_id' | 'customer_count' | 'staff_count'
> & {
  /** The transaction that wrote the row: another one after any change. */
  row_version: string;
  /** The id of an entry that may be written. */
  entry_id: number;
};

const readOpen = compileOnce((db, slot: Slots<{ id: number }>) =>
  db
    .selectFrom('conversations')
    .select(BEFORE_A_MESSAGE)
    .select(['id', 'user_id', 'customer_count', 'staff_count'])
    .select(sql<string>`xmin::text`.as('row_version'))
    .select(sql<number>`nextval('conversation_entry_ids')`.as('entry_id'))
    .where('id', '=', slot('id'))
    .where('status', '<>', sql.lit('closed')),
);

/**
 * The open conversation, for `appendAtOnce`; undefined where it is closed, unknown or another
 * customer's.
 */
export async function findOpen(db: Db, reader: Reader, id: number): Promise<SeenConversation | undefined> {
  const [row] = await readOpen(db, { id });
  return row && (reader.isAdmin || row.user_id === reader.id) ? row : undefined;
}

type Values = {
  id: number;
  rowVersion: string;
  entryId: number;
  authorId: number;
  clientId: string;
  seq: number;
  status: string;
  version: number;
  waitingSince: Date | null;
  waitingDueAt: Date | null;
  firstAskedAt: Date | null;
  firstAnsweredAt: Date | null;
  firstResponseMinutes: number | null;
  lastStaffSeq: number;
  customerCount: number;
  staffCount: number;
  text: Buffer;
  grams: readonly number[];
  now: Date;
};
type CustomerValues = Values & { limitKey: string; points: number; nowMs: number; windowEndsMs: number };
type AdminValues = Values & { replyNoticeAt: Date };

/**
 * The statement of a message. It locks the row only if it is as it was read, and if the message was
 * not written before: any change since then, and any repeated `client_id`, gives no row. `gate` is
 * a CTE that has to have a row; `set` and `also` are what one of the two sides writes besides.
 */
function messageStatement(
  slot: Slots<Values>,
  authorKind: 'customer' | 'staff',
  { gate, set, also }: { gate: RawBuilder<unknown>; set: RawBuilder<unknown>; also: RawBuilder<unknown> },
): RawBuilder<{ id: number }> {
  const isRepeated = (table: string) => sql`exists (select from ${sql.table(table)} as known
    where known.conversation_id = ${slot('id')} and known.author_id = ${slot('authorId')}
      and known.client_id = ${slot('clientId')}::uuid)`;
  return sql<{ id: number }>`
    with locked as (
      select id from conversations where id = ${slot('id')} and xmin = ${slot('rowVersion')}::xid
        and not ${isRepeated('conversation_messages')} and not ${isRepeated('conversation_notes')}
      for update
    ), gate as (${gate}), numbered as (
      update conversations set last_seq = ${slot('seq')}, last_message_seq = ${slot('seq')}, status = ${slot('status')},
        version = ${slot('version')}, hold_until = null, waiting_since = ${slot('waitingSince')},
        waiting_due_at = ${slot('waitingDueAt')}, first_asked_at = ${slot('firstAskedAt')},
        first_answered_at = ${slot('firstAnsweredAt')}, first_response_minutes = ${slot('firstResponseMinutes')},
        last_staff_seq = ${slot('lastStaffSeq')}, customer_count = ${slot('customerCount')},
        staff_count = ${slot('staffCount')}, updated_at = ${slot('now')}, changed_at = clock_timestamp() ${set}
      where id = ${slot('id')} and exists (select from gate)
      returning id, last_seq, customer_count, staff_count
    ), written as (
      insert into conversation_messages (id, conversation_id, seq, kind, author_kind, author_id, client_id, text, grams,
        has_triples, customer_count, staff_count, created_at)
      select ${slot('entryId')}::integer, id, last_seq, 'message', ${sql.lit(authorKind)}, ${slot('authorId')}::integer,
        ${slot('clientId')}::uuid, ${slot('text')}::bytea, ${slot('grams')}::integer[], true, customer_count, staff_count,
        ${slot('now')}::timestamptz
      from numbered
    ) ${also}
    select id from numbered`;
}

/** Counts the message as `counting` does; no row beyond the limit. */
const writeAsCustomer = compileOnce((db, slot: Slots<CustomerValues>) => {
  const [at, points] = [sql`${slot('nowMs')}::bigint`, sql`${slot('points')}::integer`];
  const gate = sql`
    insert into rate_limits as kept (key, points, expire)
    select ${slot('limitKey')}, 1, ${slot('windowEndsMs')}::bigint from locked
    on conflict (key) do update set
      points = case when kept.expire <= ${at} then 1 else kept.points + 1 end,
      expire = case when kept.expire <= ${at} then excluded.expire else kept.expire end
    where ${points} = 0 or kept.expire <= ${at} or kept.points < ${points}
    returning key`;
  const statement = messageStatement(slot, 'customer', { gate, set: sql``, also: sql`` });
  return { compile: () => statement.compile(db) };
});

/**
 * Marks the conversation as read by its author, and plans the mail about the reply: one until the
 * customer has read.
 */
const writeAsAdmin = compileOnce((db, slot: Slots<AdminValues>) => {
  const statement = messageStatement(slot, 'staff', {
    gate: sql`select id from locked`,
    set: sql`, reply_due_at = coalesce(reply_due_at, case when reply_noticed_seq <= coalesce(
      (select max(mark.seq) from conversation_reads mark where mark.conversation_id = conversations.id and not mark.is_staff), 0)
      then ${slot('replyNoticeAt')}::timestamptz end)`,
    also: sql`, marked as (
      insert into conversation_reads as mark (conversation_id, user_id, is_staff, seq, read_count)
      select id, ${slot('authorId')}::integer, true, last_seq, customer_count from numbered
      on conflict (conversation_id, is_staff, user_id) do update
        set seq = greatest(mark.seq, excluded.seq), read_count = greatest(mark.read_count, excluded.read_count)
    )`,
  });
  return { compile: () => statement.compile(db) };
});

type NewMessage = { author: Author; content: MessageContent; changes: MessageChanges; now: Date };

function valuesOf(
  seen: SeenConversation,
  { author, content, changes, now }: NewMessage,
  { text, grams }: Pick<Values, 'text' | 'grams'>,
): Values {
  return {
    id: seen.id,
    rowVersion: seen.row_version,
    entryId: seen.entry_id,
    authorId: author.id,
    clientId: content.clientId,
    seq: seen.last_seq + 1,
    status: changes.status,
    version: changes.version,
    waitingSince: changes.waiting_since,
    waitingDueAt: changes.waiting_due_at,
    firstAskedAt: changes.first_asked_at,
    firstAnsweredAt: changes.first_answered_at,
    firstResponseMinutes: changes.first_response_minutes,
    lastStaffSeq: changes.last_staff_seq,
    customerCount: seen.customer_count + (author.isAdmin ? 0 : 1),
    staffCount: seen.staff_count + (author.isAdmin ? 1 : 0),
    text,
    grams,
    now,
  };
}

/**
 * Adds a message without files to a conversation that is as it was read: one statement, a
 * transaction of its own. Returns undefined, with nothing written, when the row changed since, the
 * message is a repeated one or its author is beyond the limit: then the caller decides under the
 * row's lock.
 */
export async function appendAtOnce(
  { db, dataKeys, events }: Pick<ConsultationDeps, 'db' | 'dataKeys' | 'events'>,
  seen: SeenConversation,
  message: NewMessage,
  side: { limit: Limit } | { replyNoticeAt: Date },
): Promise<EntryRow | undefined> {
  const { author, content, changes, now } = message;
  const cipher = await dataKeys.forWriting();
  const text = cipher.encryptText(content.text, `conversation_messages.text:${seen.entry_id}`);
  const values = valuesOf(seen, message, { text, grams: cipher.gramsOf(content.text) });
  const rows = await inOneStatement(db, () => {
    if ('replyNoticeAt' in side) return writeAsAdmin(db, { ...values, replyNoticeAt: side.replyNoticeAt });
    const { name, points, windowMs } = side.limit;
    const nowMs = now.getTime();
    const counted = { limitKey: `${name}:${author.id}`, points, nowMs, windowEndsMs: nowMs + windowMs };
    return writeAsCustomer(db, { ...values, ...counted });
  });
  if (rows.length === 0) return undefined;
  publishChanges(events, seen, { ...seen, last_seq: values.seq, version: changes.version });
  return {
    id: seen.entry_id,
    seq: values.seq,
    note: 0,
    kind: 'message',
    event: null,
    author_kind: author.isAdmin ? 'staff' : 'customer',
    author_id: author.id,
    author_name: author.fullname,
    client_id: content.clientId,
    text,
    created_at: now,
    attachments: [],
  };
}
