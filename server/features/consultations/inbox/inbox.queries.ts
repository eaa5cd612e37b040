import { type SqlBool, sql } from 'kysely';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { allOf, countRows } from '#server/http/api/list-page.ts';
import type { Page } from '#server/http/api/paging.ts';
import type { ConversationStatus } from '#shared/rules/conversation-status.ts';
import {
  type ConversationView,
  type Customer,
  listReadable,
  type Reader,
  selectConversations,
} from '../thread/conversations.queries.ts';

export type InboxFilters = {
  status: ConversationStatus | undefined;
  /** An administrator, or null for none. */
  assigneeId: number | null | undefined;
  /** Those that a search found. */
  ids?: readonly number[];
};

/**
 * `[0, waiting since, id]` of what waits, `[1, latest activity, id]` of the others; times in
 * milliseconds.
 */
export type InboxPlace = readonly number[];

export type InboxOptions = { filters: InboxFilters; limit: number; after: InboxPlace | undefined };
type Entry = { id: number; place: InboxPlace };

/**
 * A value as part of the statement. As a parameter it would be unknown to the plan that a prepared
 * statement keeps, which then has no use for the index of what waits.
 */
const literal = (status: ConversationStatus) => sql.lit(status);

function filtered(db: DbOrTrx, { status, assigneeId, ids }: InboxFilters) {
  let rows = db.selectFrom('conversations as c').select('c.id');
  if (status) rows = rows.where('c.status', '=', literal(status));
  if (assigneeId !== undefined) {
    rows = assigneeId === null ? rows.where('c.assignee_id', 'is', null) : rows.where('c.assignee_id', '=', assigneeId);
  }
  return ids ? rows.where(sql<SqlBool>`c.id = any (${ids}::int[])`) : rows;
}

/** Returns what waits, the oldest first: one walk along its index. */
async function findWaiting(db: Db, { filters, limit, after }: InboxOptions): Promise<Entry[]> {
  const [isBehind, since = 0, id = 0] = after ?? [];
  if (isBehind === 1 || (filters.status ?? 'waiting') !== 'waiting') return [];
  const found = filtered(db, filters)
    .select((eb) => eb.ref('c.waiting_since').$notNull().as('at'))
    .where('c.status', '=', literal('waiting'))
    .orderBy('c.waiting_since')
    .orderBy('c.id')
    .limit(limit + 1);
  const place = sql<SqlBool>`(c.waiting_since, c.id) > (${new Date(since)}::timestamptz, ${id}::int)`;
  const rows = await (after ? found.where(place) : found).execute();
  return rows.map((row) => ({ id: row.id, place: [0, row.at.getTime(), row.id] }));
}

/** The others by latest activity. */
async function findOthers(db: Db, { filters, limit, after }: InboxOptions): Promise<Entry[]> {
  if (filters.status === 'waiting') return [];
  const found = filtered(db, filters)
    .select('c.updated_at as at')
    .where('c.status', '<>', literal('waiting'))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1);
  const [isBehind, at = 0, id = 0] = after ?? [];
  const place = sql<SqlBool>`(c.updated_at, c.id) < (${new Date(at)}::timestamptz, ${id}::int)`;
  const rows = await (isBehind === 1 ? found.where(place) : found).execute();
  return rows.map((row) => ({ id: row.id, place: [1, row.at.getTime(), row.id] }));
}

function countInbox(db: Db, { status, assigneeId, ids }: InboxFilters): Promise<number> {
  const conditions = allOf([
    status && sql`l.status = ${literal(status)}`,
    assigneeId === null && sql`l.assignee_id is null`,
    typeof assigneeId === 'number' && sql`l.assignee_id = ${assigneeId}`,
    ids && sql`l.id = any (${ids}::int[])`,
  ]);
  return countRows(db, sql`conversations`, conditions);
}

/**
 * Finds the places first: a small statement, and the wide one over eight tables reads by ids and
 * keeps its plan, which would take longer to make than to run.
 */
async function listEntries(db: Db, reader: Reader, options: InboxOptions) {
  const waiting = await findWaiting(db, options);
  const left = options.limit - waiting.length;
  const entries = left < 0 ? waiting : [...waiting, ...(await findOthers(db, { ...options, limit: left }))];
  const page = entries.slice(0, options.limit);
  const ids = page.map(({ id }) => id);
  const found = await selectConversations(db, reader).where(sql<SqlBool>`c.id = any (${ids}::int[])`).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    next: entries.length > options.limit ? page.at(-1)?.place : undefined,
  };
}

/** A page of the inbox: the oldest waiting first, then the others by latest activity. */
export async function listInbox(
  db: Db,
  { reader, ...options }: InboxOptions & { reader: Reader },
): Promise<Page<ConversationView, InboxPlace>> {
  const [page, total] = await Promise.all([listEntries(db, reader, options), countInbox(db, options.filters)]);
  return { ...page, total };
}

/**
 * The conversations that a customer reads, latest activity first. `after` is `[latest activity, id]`.
 */
export async function listOwn(
  db: Db,
  { reader, limit, after }: Pick<InboxOptions, 'limit' | 'after'> & { reader: Customer },
): Promise<Page<ConversationView, InboxPlace>> {
  const ids = await listReadable(db, reader);
  const found = selectConversations(db, reader)
    .where(sql<SqlBool>`c.id = any (${ids}::int[])`)
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1);
  const [at = 0, id = 0] = after ?? [];
  const place = sql<SqlBool>`(c.updated_at, c.id) < (${new Date(at)}::timestamptz, ${id}::int)`;
  const rows = await (after ? found.where(place) : found).execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > limit && last ? [last.updated_at.getTime(), last.id] : undefined,
    total: ids.length,
  };
}
