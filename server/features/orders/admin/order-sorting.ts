import { type RawBuilder, sql } from 'kysely';
import { keyText, keyValue, type SortKey } from '#server/http/api/list-page.ts';
import type { After } from '#server/http/api/paging.ts';
import type { OrderSort } from '#shared/rules/work/order-list.ts';

/** The head that a list is sorted by; the id decides between equals, in the same direction. */
export type Sorting = { sort: OrderSort; order: 'asc' | 'desc' };

export const NEWEST: Sorting = { sort: 'created_at', order: 'desc' };

export function isNewestFirst({ sort, order }: Sorting): boolean {
  return sort === NEWEST.sort && order === NEWEST.order;
}

/** Orders without a deadline come last in both directions. */
function endOf({ order }: Sorting): RawBuilder<unknown> {
  return sql`${sql.lit(order === 'asc' ? 'infinity' : '-infinity')}::timestamptz`;
}

function keyOf(table: string, sorting: Sorting): RawBuilder<unknown> {
  const column = sql.ref(`${table}.${sorting.sort}`);
  return sorting.sort === 'contact_by' ? sql`coalesce(${column}, ${endOf(sorting)})` : column;
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

const KINDS: Record<OrderSort, SortKey['kind']> = {
  created_at: 'time',
  contact_by: 'time',
  price: 'number',
  status: 'text',
};

/** In a cursor: the order before the page had no deadline. */
const NONE = 'none';

/** The sort value of `orders o` as a cursor has it. */
export function sortKey({ sort }: Sorting): RawBuilder<string> {
  return sql`coalesce(${keyText(sql.ref(`o.${sort}`), KINDS[sort])}, ${sql.lit(NONE)})`;
}

/** Condition on `orders o`: it comes after the place. */
export function behind(sorting: Sorting, after: After): RawBuilder<unknown> {
  const isLast = sorting.sort === 'contact_by' && after.key === NONE;
  const key = isLast ? endOf(sorting) : keyValue(after.key, KINDS[sorting.sort]);
  return sql`(${keyOf('o', sorting)}, o.id) ${beyond(sorting)} (${key}, ${after.id})`;
}

type Cut = { after: After | undefined; limit: number };

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
  const hasPassed = after?.key === NONE;
  const place = after && !hasPassed && keyValue(after.key, 'time');
  const withDeadline = place
    ? sql`and (o.contact_by, o.id) ${beyond(sorting)} (${place}, ${after.id})`
    : sql`and ${!hasPassed}::boolean`;
  const without = hasPassed ? sql`and o.id ${beyond(sorting)} ${after.id}` : sql``;
  return sql`
    select * from (
      (select * from orders o where ${where} and o.contact_by is not null ${withDeadline} ${walk})
      union all
      (select * from orders o where ${where} and o.contact_by is null ${without} ${walk})
    ) as o ${orderBy(sorting)} limit ${limit}`;
}
