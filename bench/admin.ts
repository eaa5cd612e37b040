/**
 * `npm run bench -- --admin`: cost of the admin lists and statistics with 1,000 and with 1,000,000
 * orders. Filling the large database takes some minutes.
 */
import type pg from 'pg';
import {
  AUDIT_SORTS,
  DISCREPANCY_SORTS,
  MAIL_SORTS,
  REFUND_REQUEST_SORTS,
  USER_SORTS,
  WEBHOOK_SORTS,
} from '#shared/platform/list-sorts.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { fillWithOrders } from './admin-data.ts';
import { ADMIN, createFilledDatabase, MEASURED, timedStart, withPostgres } from './environment.ts';

const SORTED_LISTS: readonly (readonly [string, readonly string[]])[] = [
  ['/api/admin/users', USER_SORTS],
  ['/api/admin/mails', MAIL_SORTS],
  ['/api/admin/audit', AUDIT_SORTS],
  ['/api/admin/refund-requests?status=all', REFUND_REQUEST_SORTS],
  ['/api/admin/payment-differences?state=all', DISCREPANCY_SORTS],
  ['/api/admin/payment-webhooks?state=all', WEBHOOK_SORTS],
];

/** Each list by each of its heads, in both directions. */
const SORTED_CALLS = Object.fromEntries(
  SORTED_LISTS.flatMap(([path, sorts]) =>
    sorts.flatMap((sort) =>
      ['desc', 'asc'].map((order) => {
        const url = `${path}${path.includes('?') ? '&' : '?'}sort=${sort}&order=${order}`;
        return [url.replace('/api/admin/', ''), url];
      }),
    ),
  ),
);

const SIZES = [1000, 1_000_000] as const;
const CALLS = 40;

/** An order in the middle of the data, and the values to find it by. */
type Sample = {
  order_number: string;
  receipt_id: string;
  phone: string;
  fullname: string;
  user_id: string;
  cursor: string;
  /** Who takes many of the cases. */
  assignee_id: number;
};

async function sampleOf(client: pg.Pool): Promise<Sample> {
  const { rows } = await client.query<Sample & { id: number }>(`
    select o.id, o.order_number, o.assignee_id, a.receipt_id, u.phone, u.fullname, u.user_id
    from orders o join users u on u.id = o.user_id join payment_attempts a on a.order_id = o.id
    where o.assignee_id is not null and o.id >= (select (min(id) + max(id)) / 2 from orders) order by o.id limit 1`);
  const { rows: far } = await client.query<{ id: number }>(
    'select id from orders order by created_at, id offset (select count(*) / 100 from orders) limit 1',
  );
  if (!rows[0] || !far[0]) throw new Error('no order to look for');
  return { ...rows[0], cursor: Buffer.from(`after:${far[0].id}`).toString('base64url') };
}

function callsFor({
  order_number,
  receipt_id,
  phone,
  fullname,
  user_id,
  cursor,
  assignee_id,
}: Sample): Record<string, string> {
  const find = (q: string) => `/api/admin/orders?${new URLSearchParams({ q })}`;
  return {
    'orders, first page': '/api/admin/orders',
    'orders, page far away': `/api/admin/orders?cursor=${cursor}`,
    'orders of a status': '/api/admin/orders?status=completed',
    'orders of a period': '/api/admin/orders?from=2025-01-01&to=2026-12-31',
    ...Object.fromEntries(
      ['price', 'status', 'contact_by', 'created_at'].flatMap((sort) =>
        ['asc', 'desc'].flatMap((order) => [
          [`orders by ${sort} ${order}`, `/api/admin/orders?sort=${sort}&order=${order}`],
          [
            `orders by ${sort} ${order}, page far away`,
            `/api/admin/orders?sort=${sort}&order=${order}&cursor=${cursor}`,
          ],
        ]),
      ),
    ),
    'orders that wait for work, by deadline': '/api/admin/orders?work=waiting&sort=contact_by&order=asc',
    'orders of a lawyer': `/api/admin/orders?assignee=${assignee_id}`,
    'orders of no lawyer': '/api/admin/orders?assignee=none&work=waiting',
    'counts of the filters': '/api/admin/orders/counts',
    'counts of the navigation': '/api/admin/badges',
    'search of everything': `/api/admin/search?${new URLSearchParams({ q: fullname })}`,
    'search: order number': find(order_number),
    'search: end of an order number': find(order_number.slice(-5)),
    'search: receipt id': find(receipt_id),
    'search: phone': find(phone),
    'search: login id': find(user_id),
    'search: name': find(fullname),
    'search: family name': find(fullname.slice(0, 1)),
    'search: two syllables': find(fullname.slice(1)),
    'search: service': find('서비스 17'),
    'search: nothing': find('없는 이름'),
    'users, first page': '/api/admin/users',
    'users, search: name': `/api/admin/users?${new URLSearchParams({ q: fullname })}`,
    'users, search: nothing': `/api/admin/users?${new URLSearchParams({ q: '없는 이름' })}`,
    ...SORTED_CALLS,
    dashboard: '/api/admin/dashboard',
    'work statistics of 90 days': '/api/admin/work-statistics?days=90',
    'statistics of 90 days': '/api/admin/statistics?days=90',
  };
}

async function medianMs(browser: Browser, path: string): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await browser.expect(200, 'GET', path);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[CALLS / 2] ?? 0;
}

/** Milliseconds per call over HTTP, on a database with this many orders. */
async function measure(server: pg.ClientConfig, orders: number, dataDir: string): Promise<Record<string, number>> {
  let calls: Record<string, string> = {};
  const url = await createFilledDatabase(server, `bench_${orders}`, async (pool) => {
    const startedAt = performance.now();
    await fillWithOrders(pool, orders);
    console.log(`${orders} orders made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    calls = callsFor(await sampleOf(pool));
  });
  const { shop } = await timedStart(dataDir, {
    ...MEASURED,
    DATABASE_URL: url,
    PAGES: 'none',
    SEED_SAMPLE: '0',
    PAYMENT_SANDBOX: '1',
  });
  try {
    const browser = await openBrowser(shop.url);
    await browser.expect(200, 'POST', '/api/auth/login', ADMIN);
    const measured: Record<string, number> = {};
    for (const [what, path] of Object.entries(calls)) measured[what] = await medianMs(browser, path);
    return measured;
  } finally {
    await shop.end('SIGTERM');
  }
}

/** Prints the table; the ratio of the two sizes shows whether a list grows with the data. */
export async function benchAdmin(): Promise<void> {
  await withPostgres(async (server, dataDir) => {
    const [few, many] = [await measure(server, SIZES[0], dataDir), await measure(server, SIZES[1], dataDir)];
    console.table(
      Object.entries(few).map(([what, ms]) => {
        const large = many[what] ?? 0;
        return {
          what,
          [`${SIZES[0]} orders`]: `${ms.toFixed(1)} ms`,
          [`${SIZES[1]} orders`]: `${large.toFixed(1)} ms`,
          ratio: (large / ms).toFixed(2),
        };
      }),
    );
  });
}
