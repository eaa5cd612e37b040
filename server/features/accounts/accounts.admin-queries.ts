import { type RawBuilder, sql } from 'kysely';
import { byTriples, foundIn, holds, needlesOf, search, searchable } from '#server/db/search.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { SOLDIER_COLUMNS, SOLDIER_TEXT } from '#server/features/soldiers/soldiers.lookup.ts';
import {
  column,
  countRows,
  listPage,
  madeOf,
  orderBy,
  rowsOfPage,
  type Sorting,
  type SortKey,
} from '#server/http/api/list-page.ts';
import { type After, cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import type { UserSort } from '#shared/platform/list-sorts.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';

/** The words, and whether they may be of a soldier, whom not every administrator may see. */
export type Sought = { text: string; maySeeSoldiers: boolean };

export type AdminUserRow = Actor & { closed_at: Date | null; soldier_count: number; order_count: number };

type ListOptions = {
  q: Sought | undefined;
  sort: UserSort;
  order: 'asc' | 'desc';
  limit: number;
  after: After | undefined;
};

const SORT_KEYS: Record<UserSort, SortKey | undefined> = {
  created_at: undefined,
  user_id: madeOf('user_id', (login) => sql`lower(${login})`),
  fullname: column('fullname'),
};

/** Accounts scanned per row of the page before the query uses the search index. */
const LOOKED_AT_PER_LINE = 40;
/** Soldiers and orders shown on the page of a user. */
const SHOWN = 50;

const SOLDIERS = sql.join(SOLDIER_COLUMNS.map((column) => sql.ref(column)));
const TEXT = searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`, sql`u.email`);
const LISTED = byTriples(searchable(sql`l.user_id`, sql`l.fullname`, sql`l.phone`, sql`l.email`));
const COLUMNS = sql`u.id, u.user_id, u.fullname, u.phone, u.phone_verified, u.email, u.military_status, u.role, u.created_at, u.closed_at,
  (select count(*) from soldiers s where s.user_id = u.id) as soldier_count,
  (select count(*) from orders o where o.user_id = u.id) as order_count`;

/**
 * The soldiers as an array, so that the planner joins their index with that of the accounts; `most`
 * of them, where a count needs no more.
 */
function matches({ text, maySeeSoldiers }: Sought, most?: number): RawBuilder<unknown> {
  const needles = needlesOf(text);
  const bound = most === undefined ? sql`` : sql`limit ${most}`;
  const bySoldier = sql`l.id = any (array(select s.user_id from soldiers s where ${foundIn(SOLDIER_TEXT, needles)} ${bound}))`;
  return maySeeSoldiers ? sql`(${foundIn(LISTED, needles)} or ${bySoldier})` : foundIn(LISTED, needles);
}

/** The accounts of one page. Counts per account are computed for these accounts only. */
async function listFrom(db: DbOrTrx, accounts: RawBuilder<unknown>, sorting: Sorting): Promise<AdminUserRow[]> {
  const { rows } = await sql<AdminUserRow>`
    select ${COLUMNS}, u.sort_key from (${accounts}) as u ${orderBy(sorting, 'u')}`.execute(db);
  return rows;
}

/**
 * Returns a page of accounts, newest first unless sorted otherwise, and the cursor of the next
 * page.
 */
export async function listUserRows(
  db: Db,
  { q, sort, order, limit, after }: ListOptions,
): Promise<Omit<Page<AdminUserRow>, 'total'>> {
  const sorting = { key: SORT_KEYS[sort], order };
  const cut = { sorting, limit, after };
  const users = sql`users`;
  if (q === undefined) return cutPage(await listFrom(db, rowsOfPage(users, sql`true`, cut), sorting), limit);
  const needles = needlesOf(q.text);
  const bySoldier = sql`exists (select from soldiers s where s.user_id = u.id and ${holds(SOLDIER_TEXT.text, needles)})`;
  if (sort === 'created_at' && order === 'desc') {
    // A scan is fast when many accounts match, such as a family name. Rare matches need the index.
    const newest = rowsOfPage(users, sql`true`, { ...cut, limit: limit * LOOKED_AT_PER_LINE });
    const matching = sql`select * from (${newest}) as u where ${q.maySeeSoldiers ? sql`(${holds(TEXT, needles)} or ${bySoldier})` : holds(TEXT, needles)} ${orderBy(sorting, 'u')} limit ${limit + 1}`;
    const rows = await listFrom(db, matching, sorting);
    if (rows.length > limit) return cutPage(rows, limit);
  }
  const all = rowsOfPage(users, matches(q), cut);
  return cutPage(await search(db, (trx) => listFrom(trx, all, sorting)), limit);
}

/** Counts the accounts that match; beyond `EXACT_TOTAL` the result is any larger number. */
export async function countUsers(db: Db, q: Sought | undefined): Promise<number> {
  if (q === undefined) return countRows(db, sql`users`, sql`true`);
  return search(db, (trx) => countRows(trx, sql`users`, matches(q, EXACT_TOTAL + 1)));
}

export type AdminUserDetail = AdminUserRow & {
  is_active: boolean;
  permissions: Permission[];
  last_login_at: Date | null;
  consents: { document: string; version: string; agreed_at: string; withdrawn_at: string | null }[];
  soldiers: Soldier[];
  orders: {
    id: number;
    order_number: string;
    service_title: string;
    selected_plan: string;
    price: number;
    paid_price: number;
    status: OrderStatus;
    created_at: string;
  }[];
};

/** Reads an account with what belongs to it in one statement; throws USER_NOT_FOUND. */
export async function getUserDetail(db: DbOrTrx, userId: number): Promise<AdminUserDetail> {
  const { rows } = await sql<AdminUserDetail>`
    select ${COLUMNS}, u.is_active,
      array(select p.permission from user_permissions p where p.user_id = u.id order by p.permission) as permissions,
      (select max(x.created_at) from login_events x where x.user_id = u.id and x.result = 'success') as last_login_at,
      (select coalesce(json_agg(c order by c.agreed_at), '[]') from (
        select document, version, agreed_at, withdrawn_at from consents where user_id = u.id) as c) as consents,
      (select coalesce(json_agg(s order by s.id), '[]') from (
        select ${SOLDIERS} from soldiers where soldiers.user_id = u.id
        order by soldiers.id limit ${SHOWN}) as s) as soldiers,
      (select coalesce(json_agg(o order by o.id desc), '[]') from (
        select id, order_number, service_title, selected_plan, price, paid_price, status, created_at from orders
        where user_id = u.id order by id desc limit ${SHOWN}) as o) as orders
    from users u where u.id = ${userId}`.execute(db);
  if (!rows[0]) throw new AppError('USER_NOT_FOUND');
  return rows[0];
}

/** Reads a page of the soldiers of an account, oldest first. */
export function listSoldiersOf(
  db: DbOrTrx,
  userId: number,
  { limit, after }: { limit: number; after: After | undefined },
): Promise<Page<Soldier>> {
  return listPage(db, {
    from: sql`soldiers`,
    where: sql`l.user_id = ${userId}`,
    select: (page) => sql`select ${SOLDIERS} from ${page} join soldiers on soldiers.id = l.id`,
    sorting: { order: 'asc' },
    limit,
    after,
  });
}
