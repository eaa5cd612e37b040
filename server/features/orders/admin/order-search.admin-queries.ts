import { type RawBuilder, sql } from 'kysely';
import { byPairs, byTriples, foundIn, holds, needleOf, needlesOf, search, searchable } from '#server/db/search.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { type AdminOrderRow, COLUMNS, type ListOptions } from './order-columns.ts';
import { conditions } from './order-filters.ts';
import { behind, isNewestFirst, NEWEST, orderBy } from './order-sorting.ts';

/** Orders scanned per row of the page in a search that finds more than are counted. */
const LOOKED_AT_PER_LINE = 40;
/** Characters of receipt ids of the provider and the sandbox. */
const RECEIPT_PART = /^[A-Za-z0-9_-]{2,}$/;

const NEWEST_FIRST = orderBy(NEWEST);

/** What the heads of the list sort by. */
const FOUND = sql`o.id, o.created_at, o.price, o.status, o.contact_by`;

const USER = byTriples(searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`, sql`u.email`));
const NUMBER = byPairs(searchable(sql`o.order_number`));
const RECEIPT = byTriples(searchable(sql`a.receipt_id`));
const TITLE_TEXT = searchable(sql`o.service_title`);
/**
 * The index of the users' list contains the e-mail too, but orders are not searched by it (contract
 * §3).
 */
const BUYER_TEXT = searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`);

type SearchOptions = ListOptions & { q: string };

/**
 * The statement's `found`: all matching orders, using one index per searched field. `most` limits
 * each field; service titles are few, so their index is scanned.
 */
function foundOrders({ q, filters, now }: SearchOptions, most: number | undefined): RawBuilder<unknown> {
  const needle = [needleOf(q)];
  const bound = most === undefined ? sql`` : sql`limit ${most}`;
  const where = conditions(filters, now);
  const byReceipt = RECEIPT_PART.test(q)
    ? sql`union (select ${FOUND} from payment_attempts a join orders o on o.id = a.order_id
        where ${foundIn(RECEIPT, needle)} and ${where} ${bound})`
    : sql``;
  return sql`
    with recursive titles (service_title) as (
      (select min(service_title) from orders)
      union all
      select (select min(o.service_title) from orders o where o.service_title > t.service_title)
      from titles t where t.service_title is not null
    ), found as (
      (select ${FOUND} from users u join orders o on o.user_id = u.id
        where ${foundIn(USER, needlesOf(q))} and ${holds(BUYER_TEXT, needlesOf(q))} and ${where} ${bound})
      union (select ${FOUND} from orders o where ${foundIn(NUMBER, needle)} and ${where} ${bound})
      union (select listed.*
        from (select * from titles o where o.service_title is not null and ${holds(TITLE_TEXT, needle)}) as t
        cross join lateral (
          select ${FOUND} from orders o where o.service_title = t.service_title and ${where}
          ${NEWEST_FIRST} ${bound}
        ) as listed ${bound})
      ${byReceipt}
    )`;
}

type Found = { rows: AdminOrderRow[]; total: number };

/** The page's rows among the found orders, and their number. The rows are wrong if `most` limits a field. */
async function readFound(db: DbOrTrx, options: SearchOptions, most: number | undefined): Promise<Found> {
  const { sorting = NEWEST, after, limit } = options;
  const sorted = orderBy(sorting);
  const rest = after === undefined ? sql`` : sql`where ${behind(sorting, after)}`;
  const { rows } = await sql<AdminOrderRow & { total: number }>`
    ${foundOrders(options, most)}
    select ${COLUMNS}, counted.total from (select count(*) as total from found) as counted
    left join (select * from found o ${rest} ${sorted} limit ${limit + 1}) as page on true
    left join orders o on o.id = page.id left join users u on u.id = o.user_id ${sorted}`.execute(db);
  return {
    // Behind the last page there is the number alone.
    rows: rows.flatMap(({ total, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
  };
}

/** Scans the newest orders: fast when many match, such as a family name. */
async function readAmongNewest(db: Db, { q, filters, now, after, limit }: SearchOptions): Promise<AdminOrderRow[]> {
  const needle = [needleOf(q)];
  const where = conditions(filters, now);
  const rest = after === undefined ? where : sql`${where} and ${behind(NEWEST, after)}`;
  const byReceipt = RECEIPT_PART.test(q)
    ? sql`or exists (select from payment_attempts a where a.order_id = o.id and ${holds(RECEIPT.text, needle)})`
    : sql``;
  const { rows } = await sql<AdminOrderRow>`
    with newest as materialized (
      select * from orders o where ${rest} ${NEWEST_FIRST} limit ${limit * LOOKED_AT_PER_LINE}
    )
    select ${COLUMNS} from newest o join users u on u.id = o.user_id
    where ${holds(NUMBER.text, needle)} or ${holds(TITLE_TEXT, needle)} or ${holds(BUYER_TEXT, needlesOf(q))} ${byReceipt}
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
  most = options.limit * LOOKED_AT_PER_LINE,
): Promise<Found> {
  const few = await search(db, (trx) => readFound(trx, options, most + 1));
  if (few.total <= most) return few;
  if (isNewestFirst(options.sorting ?? NEWEST)) {
    const rows = await readAmongNewest(db, options);
    if (rows.length > options.limit) return { rows, total: few.total };
  }
  return search(db, (trx) => readFound(trx, options, undefined));
}
