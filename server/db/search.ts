import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { phoneDigits } from '#shared/format/phone.ts';
import { type Db, type Trx, transaction } from './transaction.ts';

/**
 * A search that would take longer than this is refused: staff are asked to say more instead of
 * keeping the database busy.
 */
const PATIENCE_MS = 3 * SECOND_MS;
const QUERY_CANCELED = '57014';

/**
 * How the searched fields are written into one text: each begins with a line break, as in the
 * indexes of migration 0006.
 */
export function searchable(...fields: RawBuilder<unknown>[]): RawBuilder<string> {
  return sql`lower(E'\n' || ${sql.join(fields, sql` || E'\n' || `)})`;
}

/** What is looked for. A single character is looked for at the beginning of a field. */
export function needleOf(text: string): string {
  return [...text].length === 1 ? `\n${text}` : text;
}

/** What may have been meant: the text itself, and the digits of a phone number that was written with hyphens. */
export function needlesOf(text: string): string[] {
  const isPhone = /^[\d -]+$/.test(text) && /[ -]/.test(text);
  const digits = isPhone ? phoneDigits(text) : '';
  return [needleOf(text), ...(digits.length > 1 ? [digits] : [])];
}

/** Whether the text holds one of the needles, looked at as it stands. */
export function holds(text: RawBuilder<string>, needles: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    needles.map((needle) => sql`strpos(${text}, lower(${needle})) > 0`),
    sql` or `,
  )})`;
}

/** Enough to tell one text from the others; each further pair has the database go through one more long list. */
const PAIRS_AT_START = 2;
const PAIRS_AT_END = 6;

/**
 * Pairs of characters that cover the needle, or its two ends where it is long. Whole characters, as
 * the database counts them.
 */
function pairsOf(needle: string): string[] {
  const characters = [...needle];
  const starts = characters.map((_, at) => at).filter((at) => at % 2 === 0 && at + 1 < characters.length);
  const pairs = [...starts, characters.length - 2].map((at) => characters.slice(at, at + 2).join(''));
  if (pairs.length <= PAIRS_AT_START + PAIRS_AT_END) return pairs;
  return [...pairs.slice(0, PAIRS_AT_START), ...pairs.slice(-PAIRS_AT_END)];
}

/**
 * The same by the index on the pairs of characters of the text; the text is looked at once more, as
 * pairs may stand apart.
 */
export function foundIn(text: RawBuilder<string>, needles: readonly string[]): RawBuilder<boolean> {
  const byPairs = needles.map((needle) => {
    const pairs = pairsOf(needle).map((pair) => sql`lower(${pair})`);
    return sql`search_grams(${text}) @> array[${sql.join(pairs)}]`;
  });
  return sql`((${sql.join(byPairs, sql` or `)}) and ${holds(text, needles)})`;
}

/**
 * Runs a search whose cost depends on what is looked for: planned for its very words, and ended when it takes too long.
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
