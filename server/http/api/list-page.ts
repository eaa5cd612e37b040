import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { isDay } from '#shared/text/day.ts';
import { type After, cutPage, EXACT_TOTAL, invalidCursor, type Page } from './paging.ts';

/**
 * Sort expression for the row under this alias. Must not be null: a row with null would be missing
 * after the first page. A cursor has a time in microseconds.
 */
export type SortKey = { of: (row: string) => RawBuilder<unknown>; kind: 'text' | 'number' | 'time' | 'day' };

/** Ties are sorted by the id, in the same direction; without a key the id alone sorts. */
export type Sorting = { key?: SortKey | undefined; order: 'asc' | 'desc' };

export const NEWEST_FIRST: Sorting = { order: 'desc' };

/** Sorts by a column. */
export function column(name: string, kind: SortKey['kind'] = 'text'): SortKey {
  return { of: (row) => sql.ref(`${row}.${name}`), kind };
}

/** Sorts by what is made of a column. */
export function madeOf(name: string, make: (value: RawBuilder<unknown>) => RawBuilder<unknown>): SortKey {
  return { of: (row) => make(sql.ref(`${row}.${name}`)), kind: 'text' };
}

/** The sort value as a cursor has it. */
export function keyText(value: RawBuilder<unknown>, kind: SortKey['kind']): RawBuilder<string> {
  return kind === 'time' ? sql`(extract(epoch from ${value}) * 1000000)::bigint::text` : sql`(${value})::text`;
}

/**
 * The sort value of a cursor.
 * @throws AppError VALIDATION_FAILED for one that the list has not issued
 */
export function keyValue(key: string | undefined, kind: SortKey['kind']): RawBuilder<unknown> {
  if (key === undefined) throw invalidCursor();
  if (kind === 'text') return sql`${key}::text`;
  if (kind === 'day') {
    if (!isDay(key)) throw invalidCursor();
    return sql`${key}::date`;
  }
  if (!/^-?\d{1,16}$/.test(key)) throw invalidCursor();
  return kind === 'number'
    ? sql`${key}::bigint`
    : sql`('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond')`;
}

/** The `order by` of a list whose rows have this alias. */
export function orderBy({ key, order }: Sorting, row = 'l'): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const id = sql`${sql.ref(`${row}.id`)} ${direction}`;
  return key ? sql`order by ${key.of(row)} ${direction}, ${id}` : sql`order by ${id}`;
}

/** Condition: a row of the list comes after the place. */
function behind({ key, order }: Sorting, after: After): RawBuilder<unknown> {
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  if (key) return sql`(${key.of('l')}, l.id) ${beyond} (${keyValue(after.key, key.kind)}, ${after.id})`;
  if (after.key !== undefined) throw invalidCursor();
  return sql`l.id ${beyond} ${after.id}`;
}

/** Counts rows under the alias `l`; beyond `EXACT_TOTAL` the result is any larger number. */
export async function countRows(db: DbOrTrx, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${from} as l where ${where} limit ${EXACT_TOTAL + 1}) as counted`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Joins the conditions of the filters that are set. */
export function allOf(conditions: readonly (RawBuilder<unknown> | false | '' | undefined)[]): RawBuilder<unknown> {
  const set = conditions.filter((condition) => condition !== false && condition !== '' && condition !== undefined);
  return set.length > 0 ? sql.join(set, sql` and `) : sql`true`;
}

type Cut = { sorting: Sorting; limit: number; after: After | undefined };

/**
 * Selects the rows of one page with their sort values, and one more that shows whether another page
 * follows.
 */
export function rowsOfPage(from: RawBuilder<unknown>, where: RawBuilder<unknown>, { sorting, limit, after }: Cut) {
  const rest = after === undefined ? where : sql`${where} and ${behind(sorting, after)}`;
  const { key } = sorting;
  const sortKey = key ? keyText(key.of('l'), key.kind) : sql`null::text`;
  return sql`select l.*, ${sortKey} as sort_key from ${from} as l where ${rest} ${orderBy(sorting)} limit ${limit + 1}`;
}

type List = Cut & {
  /** A table, or a query in parentheses. */
  from: RawBuilder<unknown>;
  /** Condition on the rows as `l`. */
  where?: RawBuilder<unknown>;
  /**
   * Selects from the rows of the page, again as `l`, with `l.sort_key`: joins cost one page whatever
   * the filters are.
   */
  select: (page: RawBuilder<unknown>) => RawBuilder<unknown>;
};

/** Reads one page of a list, and counts the list. */
export async function listPage<Row extends { id: number }>(
  db: DbOrTrx,
  { from, where = sql`true`, select, ...cut }: List,
): Promise<Page<Row>> {
  const page = sql`(${rowsOfPage(from, where, cut)}) as l`;
  const [{ rows }, total] = await Promise.all([
    sql<Row & { sort_key: string | null }>`${select(page)} ${orderBy(cut.sorting)}`.execute(db),
    countRows(db, from, where),
  ]);
  return { ...cutPage(rows, cut.limit), total };
}
