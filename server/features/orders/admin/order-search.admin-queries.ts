import { type RawBuilder, sql } from 'kysely';
import { byPairs, byTriples, foundIn, holds, needleOf, needlesOf, search, searchable } from '#server/db/search.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { EXACT_TOTAL } from '#server/http/api/paging.ts';
import { readAscii } from '#shared/text/typed-text.ts';
import { conditions, type ListFilters, ORDER_SOLDIER_TEXT } from '../order-filters.ts';
import { type AdminOrderRow, COLUMNS, type ListOptions } from './order-columns.ts';
import { behind, isNewestFirst, NEWEST, orderBy, sortKey } from './order-sorting.ts';

/** Orders scanned per row of the page in a search that finds more than are counted. */
const LOOKED_AT_PER_LINE = 40;
/**
 * Orders that a search reads in one statement though its page is short: a name has some hundred,
 * which are too few for a scan of the newest.
 */
const READ_AT_LEAST = 1000;
/** Characters of receipt ids of the provider and the sandbox. */
const RECEIPT_PART = /^[A-Za-z0-9_-]{2,}$/;

/** Holds what may stand in an order number: eight digits, a hyphen and eight more characters. */
const NUMBER_PART = /^(?=.*-|.{1,8}$)[A-Za-z0-9-]{1,17}$/;

const NEWEST_FIRST = orderBy(NEWEST);

/** Holds what the heads of the list sort by. */
const FOUND = sql`o.id, o.created_at, o.price, o.status, o.contact_by, o.last_day, o.work_closed_at`;

const USER = byTriples(searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`, sql`u.email`));
const NUMBER = byPairs(searchable(sql`o.order_number`));
const RECEIPT = byTriples(searchable(sql`a.receipt_id`));
const TITLE_TEXT = searchable(sql`o.service_title`);
type SearchOptions = ListOptions & { q: string };
type Sought = Pick<SearchOptions, 'q' | 'filters' | 'now' | 'maySeeSoldier'>;

/**
 * The statement's `wide`: how many orders the buyers and titles that match have, up to `most` each.
 * Reads their indexes alone, which filters would not allow: then it counts nothing.
 */
function wideCount(filters: ListFilters, most: number | undefined): RawBuilder<unknown> {
  if (most === undefined || Object.values(filters).some((filter) => filter)) return sql`select 0 as total`;
  const ofBuyers = sql`select from buyers u join orders o on o.user_id = u.id limit ${most}`;
  const ofTitles = sql`select from matching_titles t
    cross join lateral (select from orders o where o.service_title = t.service_title limit ${most}) as listed limit ${most}`;
  return sql`select greatest((select count(*) from (${ofBuyers}) as o), (select count(*) from (${ofTitles}) as o)) as total`;
}

/**
 * The statement's `found`: all matching orders, using one index per searched field. `most` limits
 * each field, and nothing is read where one of them alone has as many; service titles are few, so
 * their index is scanned.
 */
function foundOrders({ q, filters, now, maySeeSoldier = true }: Sought, most: number | undefined): RawBuilder<unknown> {
  const needle = [needleOf(q)];
  const id = readAscii(q);
  const bound = most === undefined ? sql`` : sql`limit ${most}`;
  const isNarrow = most === undefined ? sql`true` : sql`(select total from wide) < ${most}`;
  const where = sql`${isNarrow} and ${conditions(filters, now)}`;
  const byNumber = NUMBER_PART.test(id)
    ? sql`union (select ${FOUND} from orders o where ${foundIn(NUMBER, [needleOf(id)])} and ${where} ${bound})`
    : sql``;
  const byReceipt = RECEIPT_PART.test(id)
    ? sql`union (select ${FOUND} from payment_attempts a join orders o on o.id = a.order_id
        where ${foundIn(RECEIPT, [needleOf(id)])} and ${where} ${bound})`
    : sql``;
  const bySoldier = maySeeSoldier
    ? sql`union (select ${FOUND} from orders o
        where o.soldier is not null and ${foundIn(ORDER_SOLDIER_TEXT, needlesOf(q))} and ${where} ${bound})`
    : sql``;
  return sql`
    with recursive titles (service_title) as (
      (select min(service_title) from orders)
      union all
      select (select min(o.service_title) from orders o where o.service_title > t.service_title)
      from titles t where t.service_title is not null
    ), matching_titles as materialized (
      select * from titles o where o.service_title is not null and ${holds(TITLE_TEXT, needle)}
    ), buyers as materialized (
      select u.id from users u where ${foundIn(USER, needlesOf(q))}
    ), wide as (${wideCount(filters, most)}
    ), found as (
      (select ${FOUND} from buyers u join orders o on o.user_id = u.id where ${where} ${bound})
      ${bySoldier}
      ${byNumber}
      union (select listed.* from matching_titles t
        cross join lateral (
          select ${FOUND} from orders o where o.service_title = t.service_title and ${where}
          ${NEWEST_FIRST} ${bound}
        ) as listed ${bound})
      ${byReceipt}
    )`;
}

type SearchResult = { rows: AdminOrderRow[]; total: number };

/**
 * The page's rows among the found orders, and their number. The rows are wrong if `most` limits a
 * field.
 */
async function readFound(db: DbOrTrx, options: SearchOptions, most: number | undefined): Promise<SearchResult> {
  const { sorting = NEWEST, after, limit } = options;
  const sorted = orderBy(sorting);
  const rest = after === undefined ? sql`` : sql`where ${behind(sorting, after)}`;
  const { rows } = await sql<AdminOrderRow & { total: number }>`
    ${foundOrders(options, most)}
    select ${COLUMNS}, ${sortKey(sorting)} as sort_key, counted.total
    from (select greatest((select count(*) from found), (select total from wide)) as total) as counted
    left join (select * from found o ${rest} ${sorted} limit ${limit + 1}) as page on true
    left join orders o on o.id = page.id left join users u on u.id = o.user_id ${sorted}`.execute(db);
  return {
    // Behind the last page there is the number alone.
    rows: rows.flatMap(({ total, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
  };
}

/** Scans the newest orders: fast when many match, such as a family name. */
async function readAmongNewest(db: Db, options: SearchOptions): Promise<AdminOrderRow[]> {
  const { q, filters, now, after, limit, maySeeSoldier = true } = options;
  const needle = [needleOf(q)];
  const id = readAscii(q);
  const where = conditions(filters, now);
  const bySoldier = maySeeSoldier ? sql`or ${holds(ORDER_SOLDIER_TEXT.text, needlesOf(q))}` : sql``;
  const rest = after === undefined ? where : sql`${where} and ${behind(NEWEST, after)}`;
  const byReceipt = RECEIPT_PART.test(id)
    ? sql`or exists (select from payment_attempts a where a.order_id = o.id and ${holds(RECEIPT.text, [needleOf(id)])})`
    : sql``;
  const { rows } = await sql<AdminOrderRow>`
    with newest as materialized (
      select * from orders o where ${rest} ${NEWEST_FIRST} limit ${limit * LOOKED_AT_PER_LINE}
    )
    select ${COLUMNS}, ${sortKey(NEWEST)} as sort_key from newest o join users u on u.id = o.user_id
    where ${holds(NUMBER.text, [needleOf(id)])} or ${holds(TITLE_TEXT, needle)} or ${holds(USER.text, needlesOf(q))} ${bySoldier} ${byReceipt}
    ${NEWEST_FIRST} limit ${limit + 1}`.execute(db);
  return rows;
}

/**
 * Searches the orders: one row more than the page, and their number, exact up to `most`. One
 * statement finds both unless there are more.
 */
export async function searchOrders(
  db: Db,
  options: SearchOptions,
  most = Math.max(options.limit * LOOKED_AT_PER_LINE, READ_AT_LEAST),
): Promise<SearchResult> {
  const few = await search(db, (trx) => readFound(trx, options, most + 1));
  if (few.total <= most) return few;
  if (isNewestFirst(options.sorting ?? NEWEST)) {
    const rows = await readAmongNewest(db, options);
    if (rows.length > options.limit) return { rows, total: few.total };
  }
  return search(db, (trx) => readFound(trx, options, undefined));
}

/** The ids of the found orders, of any among more than `EXACT_TOTAL`. */
export async function searchOrderIds(db: Db, options: Sought): Promise<number[]> {
  const { rows } = await search(db, (trx) =>
    sql<{ id: number }>`${foundOrders(options, undefined)} select id from found limit ${EXACT_TOTAL}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}
