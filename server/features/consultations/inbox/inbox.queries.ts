import { type SqlBool, sql } from 'kysely';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
import type { ConversationStatus } from '#shared/rules/conversation-status.ts';
import { type ConversationView, type Reader, selectConversations } from '../thread/conversations.queries.ts';

export type InboxFilters = {
  status: ConversationStatus | undefined;
  /** An administrator, or null for none. */
  assigneeId: number | null | undefined;
  /** Those that a search found. */
  ids: readonly number[] | undefined;
};

/** `[0, waiting since, id]` of what waits, `[1, latest activity, id]` of the others; times in milliseconds. */
export type InboxPlace = readonly number[];

type Part = { reader: Reader; filters: InboxFilters; limit: number; after: InboxPlace | undefined };

/**
 * A value as part of the statement. As a parameter it would be unknown to the plan that a prepared statement keeps:
 * without the status that plan has no use for the index of what waits, and without the limit it seems so dear that
 * the statement, of eight tables, is planned each time.
 */
const literal = <T extends ConversationStatus | number>(value: T) => sql.lit(value);

function filtered(db: DbOrTrx, reader: Reader, { status, assigneeId, ids }: InboxFilters) {
  let rows = selectConversations(db, reader);
  if (status) rows = rows.where('c.status', '=', literal(status));
  if (assigneeId !== undefined) {
    rows = assigneeId === null ? rows.where('c.assignee_id', 'is', null) : rows.where('c.assignee_id', '=', assigneeId);
  }
  return ids ? rows.where(sql<SqlBool>`c.id = any (${ids}::int[])`) : rows;
}

/** What waits, the oldest first: one walk along its index. */
async function listWaiting(db: Db, { reader, filters, limit, after }: Part): Promise<ConversationView[]> {
  const [isBehind, since = 0, id = 0] = after ?? [];
  if (isBehind === 1 || (filters.status ?? 'waiting') !== 'waiting') return [];
  const rows = filtered(db, reader, filters)
    .where('c.status', '=', literal('waiting'))
    .orderBy('c.waiting_since')
    .orderBy('c.id')
    .limit(literal(limit + 1));
  const place = sql<SqlBool>`(c.waiting_since, c.id) > (${new Date(since)}::timestamptz, ${id}::int)`;
  return (after ? rows.where(place) : rows).execute();
}

/** The others by latest activity. */
async function listOthers(db: Db, { reader, filters, limit, after }: Part): Promise<ConversationView[]> {
  if (filters.status === 'waiting') return [];
  const rows = filtered(db, reader, filters)
    .where('c.status', '<>', literal('waiting'))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(literal(limit + 1));
  if (after?.[0] !== 1) return rows.execute();
  const [, at = 0, id = 0] = after;
  return rows.where(sql<SqlBool>`(c.updated_at, c.id) < (${new Date(at)}::timestamptz, ${id}::int)`).execute();
}

function placeOf({ status, waiting_since, updated_at, id }: ConversationView): InboxPlace {
  return status === 'waiting' && waiting_since ? [0, waiting_since.getTime(), id] : [1, updated_at.getTime(), id];
}

async function countInbox(db: Db, { status, assigneeId, ids }: InboxFilters): Promise<number> {
  let rows = db.selectFrom('conversations as c').select('c.id');
  if (status) rows = rows.where('c.status', '=', literal(status));
  if (assigneeId === null) rows = rows.where('c.assignee_id', 'is', null);
  else if (assigneeId !== undefined) rows = rows.where('c.assignee_id', '=', assigneeId);
  if (ids) rows = rows.where(sql<SqlBool>`c.id = any (${ids}::int[])`);
  const { total } = await db
    .selectFrom(rows.limit(literal(EXACT_TOTAL + 1)).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function listRows(db: Db, part: Part): Promise<ConversationView[]> {
  const waiting = await listWaiting(db, part);
  if (waiting.length > part.limit) return waiting;
  return [...waiting, ...(await listOthers(db, part))];
}

/** A page of the inbox: the oldest waiting first, then the others by latest activity. */
export async function listInbox(db: Db, part: Part): Promise<Page<ConversationView, InboxPlace>> {
  const [rows, total] = await Promise.all([listRows(db, part), countInbox(db, part.filters)]);
  const page = rows.slice(0, part.limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > part.limit && last ? placeOf(last) : undefined, total };
}

/** The own conversations of a customer, latest activity first. `after` is `[latest activity, id]`. */
export async function listOwn(
  db: Db,
  { reader, limit, after }: Pick<Part, 'reader' | 'limit' | 'after'>,
): Promise<Page<ConversationView, InboxPlace>> {
  const found = selectConversations(db, reader)
    .where('c.user_id', '=', reader.id)
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1);
  const [at = 0, id = 0] = after ?? [];
  const place = sql<SqlBool>`(c.updated_at, c.id) < (${new Date(at)}::timestamptz, ${id}::int)`;
  const [rows, { total }] = await Promise.all([
    (after ? found.where(place) : found).execute(),
    db
      .selectFrom('conversations')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', reader.id)
      .executeTakeFirstOrThrow(),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > limit && last ? [last.updated_at.getTime(), last.id] : undefined,
    total,
  };
}
