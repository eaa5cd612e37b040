/**
 * `npm run bench -- --admin`: cost of the admin lists and statistics with 1,000 and with 1,000,000
 * orders. Filling the large database takes some minutes.
 */
import type pg from 'pg';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { fillWithOrders } from './admin/admin-data.ts';
import { ADMIN, createFilledDatabase, inTemporaryFolder, MEASURED, timedStart, withPostgres } from './environment.ts';

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
    'orders that wait for work, by deadline': '/api/admin/orders?work=waiting&sort=contact_by&order=asc',
    'orders of a lawyer': `/api/admin/orders?assignee=${assignee_id}`,
    'orders of no lawyer': '/api/admin/orders?assignee=none&work=waiting',
    'counts of the filters': '/api/admin/orders/counts',
    'day of all': '/api/admin/day?whose=all',
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
    dashboard: '/api/admin/dashboard',
    'work statistics of 90 days': '/api/admin/work-statistics?days=90',
    'statistics of 90 days': '/api/admin/statistics?days=90',
  };
}

/** Median milliseconds of each call. They take turns, so that a busy machine slows all alike. */
async function mediansMs(calls: readonly { browser: Browser; path: string }[]): Promise<number[]> {
  const times = calls.map((): number[] => []);
  for (let round = 0; round < CALLS; round += 1) {
    for (const [at, { browser, path }] of calls.entries()) {
      const startedAt = performance.now();
      await browser.expect(200, 'GET', path);
      times[at]?.push(performance.now() - startedAt);
    }
  }
  return times.map((taken) => taken.toSorted((a, b) => a - b)[CALLS / 2] ?? 0);
}

/** A shop whose database has this many orders. */
type Side = { shop: ShopProcess; browser: Browser; sample: Sample };

async function startSide(server: pg.ClientConfig, orders: number, dataDir: string): Promise<Side> {
  let sample: Sample | undefined;
  const url = await createFilledDatabase(server, `bench_${orders}`, async (pool) => {
    const startedAt = performance.now();
    await fillWithOrders(pool, orders);
    console.log(`${orders} orders made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    sample = await sampleOf(pool);
  });
  if (!sample) throw new Error('no order to look for');
  const { shop } = await timedStart(dataDir, {
    ...MEASURED,
    DATABASE_URL: url,
    PAGES: 'none',
    SEED_SAMPLE: '0',
    PAYMENT_SANDBOX: '1',
  });
  const browser = await openBrowser(shop.url);
  await browser.expect(200, 'POST', '/api/auth/login', ADMIN);
  return { shop, browser, sample };
}

function asMs(ms: number | undefined): string {
  return `${(ms ?? 0).toFixed(1)} ms`;
}

/** Each call on few and on many orders: the ratio shows whether it grows with the data. */
async function compareSizes(few: Side, many: Side): Promise<void> {
  const [fewCalls, manyCalls] = [callsFor(few.sample), callsFor(many.sample)];
  const rows = [];
  for (const [what, path] of Object.entries(fewCalls)) {
    const sides = [
      { browser: few.browser, path },
      { browser: many.browser, path: manyCalls[what] ?? path },
    ];
    const [small = 0, large = 0] = await mediansMs(sides);
    rows.push({
      what,
      [`${SIZES[0]} orders`]: asMs(small),
      [`${SIZES[1]} orders`]: asMs(large),
      ratio: (large / small).toFixed(2),
    });
  }
  console.table(rows);
}

/** Prints each call on both sizes. */
export async function benchAdmin(): Promise<void> {
  buildAllIfStale();
  await withPostgres((server, dataDir) =>
    inTemporaryFolder(async (otherDir) => {
      const few = await startSide(server, SIZES[0], dataDir);
      try {
        const many = await startSide(server, SIZES[1], otherDir);
        try {
          await compareSizes(few, many);
        } finally {
          await many.shop.end('SIGTERM');
        }
      } finally {
        await few.shop.end('SIGTERM');
      }
    }),
  );
}
