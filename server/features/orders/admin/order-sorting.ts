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

const OPEN = { contact_by: sql`true`, last_day: sql`o.status = 'confirmed' and o.work_closed_at is null` };
/** Sorts by a day that not every order has; the condition on `orders o` says which ones count. */
type OptionalSort = keyof typeof OPEN;

function isOptional(sort: OrderSort): sort is OptionalSort {
  return sort in OPEN;
}

/** Orders without the day come last in both directions. */
function endOf({ sort, order }: Sorting): RawBuilder<unknown> {
  return sql`${sql.lit(order === 'asc' ? 'infinity' : '-infinity')}::${sql.raw(sort === 'last_day' ? 'date' : 'timestamptz')}`;
}

/** The value of `orders o`; null for one that does not count. */
function sortValueOf(sort: OrderSort): RawBuilder<unknown> {
  const column = sql.ref(`o.${sort}`);
  return isOptional(sort) ? sql`(case when ${OPEN[sort]} then ${column} end)` : column;
}

function keyOf(sorting: Sorting): RawBuilder<unknown> {
  const value = sortValueOf(sorting.sort);
  return isOptional(sorting.sort) ? sql`coalesce(${value}, ${endOf(sorting)})` : value;
}

function direction({ order }: Sorting): RawBuilder<unknown> {
  return order === 'asc' ? sql`asc` : sql`desc`;
}

function beyond({ order }: Sorting): RawBuilder<unknown> {
  return order === 'asc' ? sql`>` : sql`<`;
}

export function orderBy(sorting: Sorting): RawBuilder<unknown> {
  return sql`order by ${keyOf(sorting)} ${direction(sorting)}, o.id ${direction(sorting)}`;
}

const KINDS: Record<OrderSort, SortKey['kind']> = {
  created_at: 'time',
  contact_by: 'time',
  last_day: 'day',
  price: 'number',
  status: 'text',
};

/** In a cursor: the order before the page had no such day. */
const NONE = 'none';

/** The sort value of `orders o` as a cursor has it. */
export function sortKey({ sort }: Sorting): RawBuilder<string> {
  return sql`coalesce(${keyText(sortValueOf(sort), KINDS[sort])}, ${sql.lit(NONE)})`;
}

/** Condition on `orders o`: it comes after the place. */
export function behind(sorting: Sorting, after: After): RawBuilder<unknown> {
  const isLast = isOptional(sorting.sort) && after.key === NONE;
  const key = isLast ? endOf(sorting) : keyValue(after.key, KINDS[sorting.sort]);
  return sql`(${keyOf(sorting)}, o.id) ${beyond(sorting)} (${key}, ${after.id})`;
}

type Cut = { after: After | undefined; limit: number };

/** The orders of a page, each sort read from its own index. */
export function pageOfOrders(where: RawBuilder<unknown>, sorting: Sorting, cut: Cut): RawBuilder<unknown> {
  if (isOptional(sorting.sort)) return pageByDay(where, { ...sorting, sort: sorting.sort }, cut);
  const rest = cut.after === undefined ? where : sql`${where} and ${behind(sorting, cut.after)}`;
  return sql`select * from orders o where ${rest} ${orderBy(sorting)} limit ${cut.limit}`;
}

type ByDay = Sorting & { sort: OptionalSort };

/**
 * Those with the day, then those without, as two walks along one index: a single one would have
 * the orders without it at the wrong end in one of the directions.
 */
function pageByDay(where: RawBuilder<unknown>, sorting: ByDay, { after, limit }: Cut): RawBuilder<unknown> {
  const column = sql.ref(`o.${sorting.sort}`);
  const has = sql`${column} is not null and ${OPEN[sorting.sort]}`;
  const walk = (by: RawBuilder<unknown>) =>
    sql`order by ${by} ${direction(sorting)}, o.id ${direction(sorting)} limit ${limit}`;
  const hasPassed = after?.key === NONE;
  const place = after && !hasPassed && keyValue(after.key, KINDS[sorting.sort]);
  const withDay = place
    ? sql`and (${column}, o.id) ${beyond(sorting)} (${place}, ${after.id})`
    : sql`and ${!hasPassed}::boolean`;
  const without = hasPassed ? sql`and o.id ${beyond(sorting)} ${after.id}` : sql``;
  return sql`
    select * from (
      (select * from orders o where ${where} and ${has} ${withDay} ${walk(column)})
      union all
      (select * from orders o where ${where} and (${has}) is not true ${without} ${walk(
        sorting.sort === 'contact_by' ? column : sql`null::date`,
      )})
    ) as o ${orderBy(sorting)} limit ${limit}`;
}
