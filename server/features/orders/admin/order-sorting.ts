import { type RawBuilder, sql } from 'kysely';
import type { OrderSort } from '#shared/rules/work/order-list.ts';

/** The head that a list is sorted by; the id decides between equals, in the same direction. */
export type Sorting = { sort: OrderSort; order: 'asc' | 'desc' };

export const NEWEST: Sorting = { sort: 'created_at', order: 'desc' };

export function isNewestFirst({ sort, order }: Sorting): boolean {
  return sort === NEWEST.sort && order === NEWEST.order;
}

/** Orders without a deadline come last in both directions. */
function keyOf(table: string, { sort, order }: Sorting): RawBuilder<unknown> {
  const column = sql.ref(`${table}.${sort}`);
  if (sort !== 'contact_by') return column;
  return sql`coalesce(${column}, ${sql.lit(order === 'asc' ? 'infinity' : '-infinity')}::timestamptz)`;
}

function direction({ order }: Sorting): RawBuilder<unknown> {
  return order === 'asc' ? sql`asc` : sql`desc`;
}

function beyond({ order }: Sorting): RawBuilder<unknown> {
  return order === 'asc' ? sql`>` : sql`<`;
}

export function orderBy(sorting: Sorting): RawBuilder<unknown> {
  return sql`order by ${keyOf('o', sorting)} ${direction(sorting)}, o.id ${direction(sorting)}`;
}

/** Condition on `orders o`: it comes after this order. */
export function behind(sorting: Sorting, after: number): RawBuilder<unknown> {
  const key = sql`(select ${keyOf('c', sorting)} from orders c where c.id = ${after})`;
  return sql`(${keyOf('o', sorting)}, o.id) ${beyond(sorting)} (${key}, ${after})`;
}

type Cut = { after: number | undefined; limit: number };

/** The orders of a page, each sort read from its own index. */
export function pageOfOrders(where: RawBuilder<unknown>, sorting: Sorting, cut: Cut): RawBuilder<unknown> {
  if (sorting.sort === 'contact_by') return pageByDeadline(where, sorting, cut);
  const rest = cut.after === undefined ? where : sql`${where} and ${behind(sorting, cut.after)}`;
  return sql`select * from orders o where ${rest} ${orderBy(sorting)} limit ${cut.limit}`;
}

/**
 * Those with a deadline, then those without, as two walks along one index: a single one would have
 * the orders without a deadline at the wrong end in one of the directions.
 */
function pageByDeadline(where: RawBuilder<unknown>, sorting: Sorting, { after, limit }: Cut): RawBuilder<unknown> {
  const walk = sql`order by o.contact_by ${direction(sorting)}, o.id ${direction(sorting)} limit ${limit}`;
  const from = (column: RawBuilder<unknown>) => sql`(select ${column} from orders c where c.id = ${after})`;
  const start = sorting.order === 'asc' ? 0 : 2_147_483_647;
  const withDeadline = after
    ? sql`and (o.contact_by, o.id) ${beyond(sorting)} (${from(sql`c.contact_by`)}, ${after})`
    : sql``;
  const without = after
    ? sql`and o.id ${beyond(sorting)} ${from(sql`case when c.contact_by is null then c.id else ${start}::integer end`)}`
    : sql``;
  return sql`
    select * from (
      (select * from orders o where ${where} and o.contact_by is not null ${withDeadline} ${walk})
      union all
      (select * from orders o where ${where} and o.contact_by is null ${without} ${walk})
    ) as o ${orderBy(sorting)} limit ${limit}`;
}
