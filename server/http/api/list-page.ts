import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from './paging.ts';

/**
 * Sort expression for the row under this alias. Must not be null: a row with null would be missing
 * after the first page.
 */
export type SortKey = (row: string) => RawBuilder<unknown>;

/** Ties are sorted by the id, in the same direction; without a key the id alone sorts. */
export type Sorting = { key?: SortKey | undefined; order: 'asc' | 'desc' };

export const NEWEST_FIRST: Sorting = { order: 'desc' };

/** Sorts by a column. */
export function column(name: string): SortKey {
  return (row) => sql.ref(`${row}.${name}`);
}

/** The `order by` of a list whose rows have this alias. */
export function orderBy({ key, order }: Sorting, row = 'l'): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const id = sql`${sql.ref(`${row}.id`)} ${direction}`;
  return key ? sql`order by ${key(row)} ${direction}, ${id}` : sql`order by ${id}`;
}

/**
 * Condition: a row of the list comes after the one with this id. Its key is read from the row and
 * not from the cursor, so that no name or address gets into a URL.
 */
export function behind(from: RawBuilder<unknown>, { key, order }: Sorting, after: number, row = 'l') {
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const id = sql.ref(`${row}.id`);
  if (!key) return sql`${id} ${beyond} ${after}`;
  return sql`(${key(row)}, ${id}) ${beyond} ((select ${key('c')} from ${from} as c where c.id = ${after}), ${after})`;
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

type Cut = { sorting: Sorting; limit: number; after: number | undefined };

/** Selects the rows of one page, and one more that shows whether another page follows. */
export function rowsOfPage(from: RawBuilder<unknown>, where: RawBuilder<unknown>, { sorting, limit, after }: Cut) {
  const rest = after === undefined ? where : sql`${where} and ${behind(from, sorting, after)}`;
  return sql`select l.* from ${from} as l where ${rest} ${orderBy(sorting)} limit ${limit + 1}`;
}

type List = Cut & {
  /** A table, or a query in parentheses. */
  from: RawBuilder<unknown>;
  /** Condition on the rows as `l`. */
  where?: RawBuilder<unknown>;
  /**
   * Selects from the rows of the page, again as `l`: joins cost one page whatever the filters are.
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
    sql<Row>`${select(page)} ${orderBy(cut.sorting)}`.execute(db),
    countRows(db, from, where),
  ]);
  return { ...cutPage(rows, cut.limit), total };
}
