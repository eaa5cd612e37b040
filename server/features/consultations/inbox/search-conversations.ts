import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { byPairs, byTriples, foundIn, needlesOf, search, searchable } from '#server/db/search.ts';
import type { Db } from '#server/db/transaction.ts';
import { ORDER_SOLDIER_TEXT } from '#server/features/orders/order-filters.ts';
import { SOLDIER_TEXT } from '#server/features/soldiers/soldiers.lookup.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Place } from '#server/lib/keys/key-ring.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { joinNumbers, phonePart } from '#shared/format/phone.ts';
import { comparable } from '#shared/text/typed-text.ts';
import { type ConsultationDeps, type ReadingDeps, readText as readSealed } from '../consultation-deps.ts';

const MAX_FOUND = 20_000;
/** Texts are read back from the latest activity: those of the last year, and older ones on request. */
const NEWEST_MS = 365 * DAY_MS;
/** Texts that one search decrypts, give or take a conversation: some tenths of a second. */
const TEXTS_PER_SEARCH = 40_000;
const CONVERSATIONS_AT_ONCE = 200;
/** Texts of one statement; a conversation that alone has more is read in parts. */
const TEXTS_AT_ONCE = 500;
/** Texts between two pauses in which the process answers others. */
const TEXTS_BETWEEN_PAUSES = 250;

/** Latest activity and id of a conversation; a search reads the texts behind it. */
export type ActivityPlace = { at: number; id: number };

/** `subjects`: without messages and notes. */
export type SearchExtent = 'subjects' | 'all';

export type FoundConversations = {
  ids: readonly number[];
  /** Where a search of older texts goes on; undefined when there are none. */
  older: ActivityPlace | undefined;
};

type Row = { id: number; updated_at: Date; subject: Buffer; entries: number };
type Text = {
  source: 'conversation_messages' | 'conversation_notes';
  id: number;
  conversation_id: number;
  text: Buffer;
};

const USER = byTriples(searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`, sql`u.email`));
const NUMBER = byPairs(searchable(sql`o.order_number`));

/** The conversations of the customers, soldiers and orders that are found. */
async function findByCustomerOrOrder(db: Db, q: string): Promise<Set<number>> {
  const needles = needlesOf(q);
  const { rows } = await search(db, (trx) =>
    sql<{ id: number }>`
      select c.id from users u join conversations c on c.user_id = u.id where ${foundIn(USER, needles)}
      union
      select c.id from orders o join conversations c on c.order_id = o.id where ${foundIn(NUMBER, needles)}
      union
      select c.id from soldiers s join conversations c on c.user_id = s.user_id where ${foundIn(SOLDIER_TEXT, needles)}
      union
      select c.id from orders o join conversations c on c.order_id = o.id
        where o.soldier is not null and ${foundIn(ORDER_SOLDIER_TEXT, needles)}
      limit ${MAX_FOUND + 1}`.execute(trx),
  );
  if (rows.length > MAX_FOUND) throw new AppError('SEARCH_TOO_WIDE');
  return new Set(rows.map(({ id }) => id));
}

/** Conversations back from the place, the latest activity first. */
function readConversations(db: Db, behind: ActivityPlace | undefined, since: Date | undefined): Promise<Row[]> {
  let rows = db
    .selectFrom('conversations as c')
    .select(['c.id', 'c.updated_at', 'c.subject', sql<number>`c.last_seq + c.last_note`.as('entries')])
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(CONVERSATIONS_AT_ONCE);
  if (behind)
    rows = rows.where(sql<SqlBool>`(c.updated_at, c.id) < (${new Date(behind.at)}::timestamptz, ${behind.id})`);
  if (since) rows = rows.where('c.updated_at', '>', since);
  return rows.execute();
}

/** The messages with these numbers, and the notes behind them. */
async function readTexts(db: Db, ids: readonly number[], from: number, to: number): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select 'conversation_messages' as source, id, conversation_id, text from conversation_messages
    where conversation_id = any (${ids}::int[]) and seq >= ${from}::int and seq < ${to}::int and kind = 'message'
    union all
    select 'conversation_notes', id, conversation_id, text from conversation_notes
    where conversation_id = any (${ids}::int[]) and seq >= ${from}::int and seq < ${to}::int`.execute(db);
  return rows;
}

/** Groups of conversations whose texts are read together. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let entries = TEXTS_AT_ONCE;
  for (const row of rows) {
    if (entries >= TEXTS_AT_ONCE) {
      groups.push([]);
      entries = 0;
    }
    groups.at(-1)?.push(row);
    entries += row.entries + 1;
  }
  return groups;
}

/** Tells whether texts hold the words; pauses now and then, so that it holds up no other call. */
function createReader(deps: ReadingDeps, q: string) {
  const needle = comparable(q);
  const number = phonePart(q);
  const isIn = (text: string) =>
    comparable(text).includes(needle) || (number !== undefined && joinNumbers(text).includes(number));
  let read = 0;
  return {
    count: () => read,
    async holds(value: Buffer, place: Place): Promise<boolean> {
      read += 1;
      if (read % TEXTS_BETWEEN_PAUSES === 0) await setImmediate();
      return isIn(readSealed(deps, value, place));
    },
  };
}

type Reader = ReturnType<typeof createReader>;

type Group = { rows: readonly Row[]; found: Set<number>; extent: SearchExtent };

async function searchGroup(db: Db, reader: Reader, { rows: group, found, extent }: Group): Promise<void> {
  for (const { id, subject } of group) {
    if (!found.has(id) && (await reader.holds(subject, `conversations.subject:${id}`))) found.add(id);
  }
  if (extent === 'subjects') return;
  for (let from = 0; ; from += TEXTS_AT_ONCE) {
    const open = group.filter(({ id, entries }) => !found.has(id) && entries >= from).map(({ id }) => id);
    if (open.length === 0) return;
    for (const { source, id, conversation_id, text } of await readTexts(db, open, from, from + TEXTS_AT_ONCE)) {
      if (!found.has(conversation_id) && (await reader.holds(text, `${source}.text:${id}`))) found.add(conversation_id);
    }
  }
}

async function hasOlder(db: Db, behind: ActivityPlace): Promise<boolean> {
  const [row] = await readConversations(db, behind, undefined);
  return row !== undefined;
}

/**
 * The conversations whose subject, customer, soldier, order number, messages or notes hold the words. Texts
 * are sealed and have no index: those behind `behind`, or else those of the last year, are decrypted
 * and compared, without a connection or a transaction that is held.
 * @throws AppError SEARCH_TOO_WIDE
 */
export async function searchConversations(
  { db, clock, ...deps }: ReadingDeps & Pick<ConsultationDeps, 'db' | 'clock'>,
  q: string,
  behind: ActivityPlace | undefined,
  extent: SearchExtent = 'all',
): Promise<FoundConversations> {
  const known = await findByCustomerOrOrder(db, q);
  const found = new Set(known);
  const reader = createReader(deps, q);
  const since = behind ? undefined : new Date(clock.now().getTime() - NEWEST_MS);
  let end = behind ?? { at: clock.now().getTime() + DAY_MS, id: 1 };
  let isOver = false;
  while (!isOver && reader.count() < TEXTS_PER_SEARCH) {
    const rows = await readConversations(db, end, since);
    isOver = rows.length < CONVERSATIONS_AT_ONCE;
    for (const group of groupsOf(rows)) {
      if (reader.count() >= TEXTS_PER_SEARCH) break;
      await searchGroup(db, reader, { rows: group, found, extent });
      const last = group.at(-1);
      if (last) end = { at: last.updated_at.getTime(), id: last.id };
    }
  }
  // The first search listed those of the customer or order, of whatever age.
  const ids = behind ? [...found].filter((id) => !known.has(id)) : [...found];
  return { ids, older: (await hasOlder(db, end)) ? end : undefined };
}
