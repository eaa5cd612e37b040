import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { phoneDigits } from '#shared/format/phone.ts';
import { type Db, type Trx, transaction } from './transaction.ts';

/**
 * Time limit of a search. A slower one is refused, and the user is asked for a more specific text.
 */
const PATIENCE_MS = 3 * SECOND_MS;
const QUERY_CANCELED = '57014';

/**
 * Joins the searched fields into one text, each after a line break, as in the indexes of migration
 * 0006.
 */
export function searchable(...fields: RawBuilder<unknown>[]): RawBuilder<string> {
  return sql`lower(E'\n' || ${sql.join(fields, sql` || E'\n' || `)})`;
}

/** Builds the search pattern. A single character matches only the beginning of a field. */
export function needleOf(text: string): string {
  return [...text].length === 1 ? `\n${text}` : text;
}

/** Returns the texts to search for: the input, and the digits of a phone number with hyphens. */
export function needlesOf(text: string): string[] {
  const isPhone = /^[\d -]+$/.test(text) && /[ -]/.test(text);
  const digits = isPhone ? phoneDigits(text) : '';
  return [needleOf(text), ...(digits.length > 1 ? [digits] : [])];
}

/** Condition: the text contains one of the needles, without an index. */
export function holds(text: RawBuilder<string>, needles: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    needles.map((needle) => sql`strpos(${text}, lower(${needle})) > 0`),
    sql` or `,
  )})`;
}

/**
 * Number of pairs to look up: enough to be selective; each further pair scans one more posting
 * list.
 */
const PAIRS_AT_START = 2;
const PAIRS_AT_END = 6;

/**
 * Returns the character pairs that cover the needle, or both its ends when it is long. Counts code
 * points, as PostgreSQL does.
 */
function pairsOf(needle: string): string[] {
  const characters = [...needle];
  const starts = characters.map((_, at) => at).filter((at) => at % 2 === 0 && at + 1 < characters.length);
  const pairs = [...starts, characters.length - 2].map((at) => characters.slice(at, at + 2).join(''));
  if (pairs.length <= PAIRS_AT_START + PAIRS_AT_END) return pairs;
  return [...pairs.slice(0, PAIRS_AT_START), ...pairs.slice(-PAIRS_AT_END)];
}

/**
 * Condition that uses the index on character pairs, and then checks the text itself, because pairs
 * may occur apart from each other.
 */
export function foundIn(text: RawBuilder<string>, needles: readonly string[]): RawBuilder<boolean> {
  const byPairs = needles.map((needle) => {
    const pairs = pairsOf(needle).map((pair) => sql`lower(${pair})`);
    return sql`search_grams(${text}) @> array[${sql.join(pairs)}]`;
  });
  return sql`((${sql.join(byPairs, sql` or `)}) and ${holds(text, needles)})`;
}

/**
 * Runs a search whose cost depends on the text: planned with the actual values, and cancelled after
 * the time limit.
 * @throws AppError SEARCH_TOO_WIDE
 */
export async function search<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (trx) => {
      await sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx);
      return work(trx);
    });
  } catch (error) {
    const isTooWide = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
    throw isTooWide ? new AppError('SEARCH_TOO_WIDE', { cause: error }) : error;
  }
}
