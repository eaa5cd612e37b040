import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { phonePart } from '#shared/format/phone.ts';
import { readAscii } from '#shared/text/typed-text.ts';
import { type Db, type Trx, transaction } from './transaction.ts';

/**
 * Time limit of a search. A slower one is refused, and the user is asked for a more specific text.
 */
const PATIENCE_MS = 3 * SECOND_MS;
const QUERY_CANCELED = '57014';

/**
 * Joins the searched fields into one text, each after a line break, as in the indexes of migrations
 * 0006 and 0043.
 */
export function searchable(...fields: RawBuilder<unknown>[]): RawBuilder<string> {
  return sql`lower(E'\n' || ${sql.join(fields, sql` || E'\n' || `)})`;
}

/** Builds the search pattern. A single character matches only the beginning of a field. */
export function needleOf(text: string): string {
  return [...text].length === 1 ? `\n${text}` : text;
}

/**
 * Returns the texts to search for: the input, the same in ASCII, and the digits of a phone number or
 * a part of one.
 */
export function needlesOf(text: string): string[] {
  const digits = phonePart(text) ?? '';
  const texts = [text, readAscii(text)].map(needleOf);
  return [...new Set(digits.length > 1 ? [...texts, digits] : texts)];
}

/** Condition: the text contains one of the needles, without an index. */
export function holds(text: RawBuilder<string>, needles: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    needles.map((needle) => sql`strpos(${text}, lower(${needle})) > 0`),
    sql` or `,
  )})`;
}

/** How many grams of a needle are looked up, of its start and of its end. */
type Cover = { start: number; end: number };

/**
 * Returns the pieces of this size that cover the needle, or parts of it when it is long: each
 * further piece reads one more list of the index. Counts code points, as PostgreSQL does.
 */
function gramsOf(needle: string, size: number, { start, end }: Cover): string[] {
  const characters = [...needle];
  const last = Math.max(0, characters.length - size);
  const starts = characters.map((_, at) => at).filter((at) => at % size === 0 && at < last);
  const grams = [...starts, last].map((at) => characters.slice(at, at + size).join(''));
  return grams.length > start + end ? [...grams.slice(0, start), ...grams.slice(-end)] : grams;
}

/** A text that is searched, with the condition that its index serves. */
export type SearchedText = { text: RawBuilder<string>; hasGrams: (needle: string) => RawBuilder<boolean> };

/**
 * A text with an index on pairs of characters, which are cheap to write. Looks up the end of a
 * needle: order numbers begin with a day, which has few pairs that tell them apart.
 */
export function byPairs(text: RawBuilder<string>): SearchedText {
  return {
    text,
    hasGrams: (needle) => {
      const pairs = gramsOf(needle, 2, { start: 0, end: 4 }).map((pair) => sql`lower(${pair})`);
      return sql`search_grams(${text}) @> array[${sql.join(pairs)}]`;
    },
  };
}

/**
 * A text with an index on three characters each: among hundreds of thousands, pairs of digits are
 * in every tenth one. A needle of two characters is looked up as the beginning of three.
 */
export function byTriples(text: RawBuilder<string>): SearchedText {
  return {
    text,
    hasGrams: (needle) => {
      const triples = gramsOf(needle, 3, { start: 2, end: 2 }).map((triple) => sql`lower(${triple})`);
      return sql`search_triples(${text}) @@ search_triples_query(array[${sql.join(triples)}])`;
    },
  };
}

/**
 * Condition that uses the index of the text, and then checks the text itself, because grams may
 * occur apart from each other.
 */
export function foundIn({ text, hasGrams }: SearchedText, needles: readonly string[]): RawBuilder<boolean> {
  return sql`((${sql.join(needles.map(hasGrams), sql` or `)}) and ${holds(text, needles)})`;
}

/**
 * Runs a search whose cost depends on the text: planned with the actual values, and cancelled after
 * the time limit.
 * @throws AppError SEARCH_TOO_WIDE
 */
export async function search<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (trx) => {
      // Parallel plans take longer to consider than indexes to read.
      await sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx);
      return work(trx);
    });
  } catch (error) {
    const isTooWide = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
    throw isTooWide ? new AppError('SEARCH_TOO_WIDE', { cause: error }) : error;
  }
}
