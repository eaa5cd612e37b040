import { type RawBuilder, sql } from 'kysely';
import { byPairs, byTriples, foundIn, needlesOf, search, searchable } from '#server/db/search.ts';
import type { Db, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { needleForm, type Place, searchForm } from '#server/lib/keys/key-ring.ts';
import { type ReadingDeps, readText } from '../thread/consultation-deps.ts';

/** Encrypted texts that one search decrypts at most: some tens of milliseconds. */
const MAX_CANDIDATES = 20_000;

type Candidate = { id: number; conversation_id: number; text: Buffer };
type Source = { table: 'conversations' | 'conversation_messages' | 'conversation_notes'; column: string };

const SOURCES: readonly (Source & { rows: RawBuilder<unknown>; grams: RawBuilder<unknown> })[] = [
  {
    table: 'conversations',
    column: 'subject',
    rows: sql`select id, id as conversation_id, subject as text from conversations`,
    grams: sql.ref('subject_grams'),
  },
  {
    table: 'conversation_messages',
    column: 'text',
    rows: sql`select id, conversation_id, text from conversation_messages`,
    grams: sql.ref('grams'),
  },
  {
    table: 'conversation_notes',
    column: 'text',
    rows: sql`select id, conversation_id, text from conversation_notes`,
    grams: sql.ref('grams'),
  },
];

/** Adds the conversations with a text that holds the words: found by the keyed index, then read. */
async function searchTexts(deps: ReadingDeps, trx: Trx, q: string, found: Set<number>): Promise<void> {
  const needle = needleForm(q);
  const byKey = deps.dataKeys.needleGramsOf(q);
  const anyOf = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` or `);
  for (const { table, column, rows, grams } of SOURCES) {
    const hasGrams = anyOf(byKey.map((hashes) => sql`${grams} @> ${hashes.grams}::int[]`));
    const hasPairs = anyOf(byKey.map((hashes) => sql`${grams} @> ${hashes.pairs}::int[]`));
    // Apart from each other, so that rows of earlier versions are found by the small index of what
    // is left of them.
    const { rows: candidates } = await sql<Candidate>`
      (${rows} where has_triples and (${hasGrams})) union all (${rows} where not has_triples and (${hasPairs}))
      limit ${MAX_CANDIDATES + 1}`.execute(trx);
    if (candidates.length > MAX_CANDIDATES) throw new AppError('SEARCH_TOO_WIDE');
    for (const { id, conversation_id, text } of candidates) {
      if (found.has(conversation_id)) continue;
      const place: Place = `${table}.${column}:${id}`;
      if (searchForm(readText(deps, text, place)).includes(needle)) found.add(conversation_id);
    }
  }
}

const USER = byTriples(searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`, sql`u.email`));
const NUMBER = byPairs(searchable(sql`o.order_number`));

/** Adds the conversations of the customers and orders that are found. */
async function searchPlain(trx: Trx, q: string, found: Set<number>): Promise<void> {
  const needles = needlesOf(q);
  const { rows } = await sql<{ id: number }>`
    select c.id from users u join conversations c on c.user_id = u.id where ${foundIn(USER, needles)}
    union
    select c.id from orders o join conversations c on c.order_id = o.id where ${foundIn(NUMBER, needles)}
    limit ${MAX_CANDIDATES + 1}`.execute(trx);
  if (rows.length > MAX_CANDIDATES) throw new AppError('SEARCH_TOO_WIDE');
  for (const { id } of rows) found.add(id);
}

/**
 * The conversations whose subject, customer, order number, messages or notes hold the words.
 * @throws AppError SEARCH_TOO_WIDE
 */
export async function searchConversations(deps: ReadingDeps, db: Db, q: string): Promise<readonly number[]> {
  const found = new Set<number>();
  await search(db, async (trx) => {
    await searchPlain(trx, q, found);
    await searchTexts(deps, trx, q, found);
  });
  return [...found];
}
