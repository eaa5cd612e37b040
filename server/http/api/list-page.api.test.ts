import { beforeAll, describe, expect, it } from 'vitest';
import { buildAdmin, nextPage, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { readOperations } from '#tests/support/app/openapi.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const DAY = new Date('2026-11-02T03:00:00Z');

type Row = Record<string, string | number | null> & { id: number };
type SortedList = {
  url: string;
  /** Filter that keeps the list still while it is read. */
  filter: string;
  /** Holds what each sort sorts by, of a row of the answer. */
  sorts: Record<string, (row: Row) => string | number>;
};

const text = (name: string) => (row: Row) => String(row[name]);
const number = (name: string) => (row: Row) => Number(row[name]);
const byId = (row: Row) => row.id;

const LISTS: SortedList[] = [
  {
    url: '/api/admin/users',
    filter: 'q=lined',
    sorts: { created_at: byId, user_id: (row) => text('user_id')(row).toLowerCase(), fullname: text('fullname') },
  },
  {
    url: '/api/admin/mails',
    filter: '',
    sorts: { created_at: byId, kind: text('kind'), state: text('state'), recipient: text('recipient') },
  },
  {
    url: '/api/admin/audit',
    filter: 'subject=order',
    sorts: { at: byId, action: text('action'), actor: (row) => text('actor')(row).toLowerCase() },
  },
  {
    url: '/api/admin/refund-requests',
    filter: 'status=all',
    sorts: { created_at: byId, status: text('status'), amount: number('amount') },
  },
  {
    url: '/api/admin/payment-differences',
    filter: '',
    sorts: { found_at: byId, kind: text('kind'), ours: number('ours'), theirs: number('theirs') },
  },
  {
    url: '/api/admin/payment-webhooks',
    filter: 'state=all',
    sorts: {
      received_at: byId,
      last_received_at: text('last_received_at'),
      receipt_id: text('receipt_id'),
      times_received: number('times_received'),
    },
  },
  { url: '/api/admin/notices', filter: '', sorts: { created_at: byId } },
  { url: '/api/admin/marketing-consents', filter: 'view=all', sorts: { changed_at: byId } },
];

const SORTS = LISTS.flatMap((list) => Object.keys(list.sorts).map((sort) => ({ ...list, sort })));

beforeAll(async () => {
  for (let at = 0; at < 7; at += 1) await insertRows(at);
  const other = await buildAdmin(shop);
  for (const { client } of [admin, other, admin]) {
    await client.get('/api/admin/orders?limit=1');
    await client.get('/api/admin/orders?limit=1&q=lined');
  }
});

/** One row of each list; every value occurs more than once. */
async function insertRows(at: number): Promise<void> {
  const user = await shop.buildUser({ user_id: `${at % 2 ? 'Lined' : 'lined'}.${at}`, fullname: `가나${at % 3}` });
  const order = await shop.buildOrder({ user });
  const { db } = shop;
  const kind = (['amount', 'missing', 'books'] as const)[at % 3] ?? 'amount';
  const state = (['open', 'refused', 'withdrawn'] as const)[at % 3] ?? 'open';
  const mailState = (['waiting', 'failed', 'sent'] as const)[at % 3];
  await db
    .insertInto('mails')
    .values({ kind: `kind${at % 4}`, recipient: `to${at % 3}@example.com`, state: mailState, params: '{}' })
    .execute();
  await db
    .insertInto('refund_requests')
    .values({
      order_id: order.id,
      state,
      amount: 1000 * (at % 2),
      policy_basis: 'before_work',
      policy_reason: '기준',
      created_at: DAY,
      decided_at: state === 'open' ? null : DAY,
    })
    .execute();
  const amounts = { ours: 100 * (at % 2), theirs: 200 * (at % 3) };
  await db
    .insertInto('payment_differences')
    .values({ order_id: order.id, receipt_id: `r${at}`, kind, ...amounts, found_at: DAY, last_seen_at: DAY })
    .execute();
  const seen = { received_at: DAY, last_received_at: new Date(DAY.getTime() + 1000 * (at % 3)), due_at: DAY };
  await db
    .insertInto('payment_webhooks')
    .values({
      receipt_id: `r${at % 3}`,
      order_number: `N${at}`,
      payload: '{}',
      state: 'unknown',
      times_received: 1 + (at % 2),
      ...seen,
    })
    .execute();
  const event = await db
    .insertInto('notice_events')
    .values({ kind: 'paid', user_id: user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('notices').values({ event_id: event.id, channel: 'sms' }).execute();
  await db
    .insertInto('marketing_consents')
    .values({ user_id: user.id, channel: 'sms', is_given: false, source: 'settings', version: '1', changed_at: DAY })
    .execute();
}

function sorted(rows: readonly Row[], key: (row: Row) => string | number, order: string): number[] {
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  const ascending = rows.toSorted((one, other) => compare(key(one), key(other)) || one.id - other.id);
  return (order === 'asc' ? ascending : ascending.toReversed()).map(({ id }) => id);
}

/** With a table of its own: `server/features/orders/admin/order-list.admin.api.test.ts`. */
const ELSEWHERE = '/api/admin/orders';

/** Reads a list in pages of three, and acts between the first and the second. */
async function readWithChange(url: string, change: (border: Row) => Promise<unknown>): Promise<number[]> {
  const first = await admin.client.get(url);
  const rows = first.json<Row[]>();
  const border = rows.at(-1);
  const next = nextPage(first);
  if (!border || next === undefined) throw new Error(`${url} has one page`);
  await change(border);
  return [...rows, ...(await readPages<Row>(admin.client, next))].map(({ id }) => id);
}

describe('a list whose row at the border changes between two pages', () => {
  it('of accounts by name goes on where it stood', async () => {
    for (const order of ['asc', 'desc']) {
      const url = `/api/admin/users?q=lined&sort=fullname&order=${order}&limit=3`;
      const before = (await readPages<Row>(admin.client, url)).map(({ id }) => id);
      const rename = (id: number, fullname: string) =>
        shop.db.updateTable('users').set({ fullname }).where('id', '=', id).execute();
      for (const fullname of ['', '힣힣']) {
        let old = { id: 0, fullname: '' };
        const read = await readWithChange(url, (border) => {
          old = { id: border.id, fullname: String(border.fullname) };
          return rename(border.id, fullname);
        });
        const others = (ids: number[]) => ids.filter((id) => id !== old.id);
        expect(others(read)).toEqual(others(before));
        await rename(old.id, old.fullname);
      }
    }
  });

  it('of orders goes on where it stood, also when the order is called', async () => {
    for (const sort of ['price', 'status', 'contact_by', 'created_at']) {
      const url = `/api/admin/orders?q=lined&sort=${sort}&order=asc&limit=3`;
      const before = (await readPages<Row>(admin.client, url)).map(({ id }) => id);
      let changed = 0;
      const read = await readWithChange(url, ({ id }) => {
        changed = id;
        const moved = { price: 1, status: 'error', contact_by: new Date('2020-01-01T00:00:00Z') } as const;
        return shop.db.updateTable('orders').set(moved).where('id', '=', id).execute();
      });
      expect(new Set(read).size, sort).toBe(before.length);
      expect(read.filter((id) => id !== changed)).toEqual(before.filter((id) => id !== changed));
    }
  });

  it('of mails goes on when the mail is gone', async () => {
    const url = '/api/admin/mails?sort=recipient&order=asc&limit=3';
    const before = (await readPages<Row>(admin.client, url)).map(({ id }) => id);
    const read = await readWithChange(url, ({ id }) => shop.db.deleteFrom('mails').where('id', '=', id).execute());
    expect(read).toEqual(before);
  });

  it('takes no cursor of another sort', async () => {
    const first = await admin.client.get('/api/admin/users?q=lined&sort=fullname&limit=3');
    const cursor = new URL(nextPage(first) ?? '', 'http://shop.test').searchParams.get('cursor') ?? '';
    for (const url of [
      '/api/admin/payment-differences?sort=ours',
      '/api/admin/orders?sort=price',
      '/api/admin/mails?',
    ]) {
      expectError(await admin.client.get(`${url}&cursor=${cursor}`), 400, 'VALIDATION_FAILED');
    }
    const without = Buffer.from('after:7').toString('base64url');
    expectError(await admin.client.get(`/api/admin/users?sort=fullname&cursor=${without}`), 400, 'VALIDATION_FAILED');
  });
});

describe('a sorted list', () => {
  it('is in the table of this test', async () => {
    const operations = await readOperations(shop.client());
    const sorted = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'sort'));
    const tested = [...LISTS.map(({ url }) => url), ELSEWHERE];
    expect(sorted.map(({ path }) => path).toSorted()).toEqual(tested.toSorted());
  });

  it.each(SORTS)('$url by $sort gives each row once over its pages, equals by id', async ({ sort, ...list }) => {
    const key = list.sorts[sort] ?? byId;
    const all = await readPages<Row>(admin.client, `${list.url}?${list.filter}&limit=200`);
    expect(all.length).toBeGreaterThan(5);
    for (const order of ['asc', 'desc']) {
      const url = `${list.url}?${list.filter}&sort=${sort}&order=${order}&limit=3`;
      const rows = await readPages<Row>(admin.client, url);
      expect([order, rows.map(({ id }) => id)]).toEqual([order, sorted(all, key, order)]);
    }
  });

  it.each(LISTS)('$url is newest first without a sort', async ({ url, filter }) => {
    const rows = await readPages<Row>(admin.client, `${url}?${filter}`);
    expect(rows.map(({ id }) => id)).toEqual(sorted(rows, byId, 'desc'));
  });

  it('of open refund requests is oldest first without a sort only', async () => {
    const ids = async (query: string) =>
      (await readPages<Row>(admin.client, `/api/admin/refund-requests?${query}`)).map(({ id }) => id);
    const oldest = (await ids('')).toSorted((one, other) => one - other);
    expect(oldest.length).toBeGreaterThan(1);
    expect(await ids('')).toEqual(oldest);
    expect(await ids('sort=created_at&order=desc')).toEqual(oldest.toReversed());
  });

  it.each(LISTS)('$url returns 400 for an unknown sort or order', async ({ url }) => {
    for (const [path, value, message] of [
      ['sort', 'password_hash', '정렬 기준이 올바르지 않습니다.'],
      ['order', 'up', '정렬 방향이 올바르지 않습니다.'],
    ]) {
      const answer = await admin.client.get(`${url}?${path}=${value}`);
      expectError(answer, 400, 'VALIDATION_FAILED');
      expect(answer.json()).toMatchObject({ details: [{ path, message }] });
    }
  });
});

describe('a cursor', () => {
  const cursor = (...numbers: number[]) => Buffer.from(`after:${numbers.join('-')}`).toString('base64url');
  const BEYOND = 2_147_483_648;

  it('with an id beyond those of the database is refused by every list', async () => {
    const operations = await readOperations(shop.client());
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
    expect(lists.length).toBeGreaterThan(10);
    const urls = lists.map(({ path }) => path.replaceAll(/\{\w+\}/g, String(admin.user.id)));
    const places = [[BEYOND], [0, BEYOND], [0, 0, BEYOND], [0, 0, BEYOND, 0, 1], [0, 0, 0, 0, BEYOND]];
    for (const url of urls) {
      for (const place of places) {
        const at = `cursor=${cursor(...place)}`;
        for (const query of [at, `q=lined&${at}`]) {
          const response = await admin.client.get(`${url}?${query}`);
          expect([url, query, response.json().code]).toEqual([url, query, 'VALIDATION_FAILED']);
        }
      }
    }
  });

  it('with the last time there is gives the rest of the list', async () => {
    const latest = 8_640_000_000_000_000;
    for (const [url, place] of [
      ['/api/admin/consultations', [0, latest, 1]],
      ['/api/admin/consultations', [1, latest, 1]],
      ['/api/consultations', [latest, 1]],
    ] as const) {
      const response = await admin.client.get(`${url}?cursor=${cursor(...place)}`);
      expect([url, place, response.statusCode]).toEqual([url, place, 200]);
    }
  });
});
