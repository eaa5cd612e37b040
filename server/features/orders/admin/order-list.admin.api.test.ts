import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { buildAdmin, nextPage, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function numbersOf(query: string): Promise<string[]> {
  const response = await admin.client.get(`/api/admin/orders?${query}`);
  expect([response.statusCode, query]).toEqual([200, query]);
  return response.json<AdminOrderListItem[]>().map((order) => order.order_number);
}

describe('GET /api/admin/orders', () => {
  it('lists the orders of all users, newest first, with exactly the fields of the contract', async () => {
    const user = await shop.buildUser({ fullname: '홍길동', user_id: 'gildong.1' });
    const soldier = await shop.buildSoldier({ user, fullname: '김병사' });
    const older = await shop.buildOrder({ user, soldier, status: 'confirmed' });
    const newer = await shop.buildOrder({ user, soldier: null });
    const response = await admin.client.get('/api/admin/orders?limit=2');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const [first, second] = response.json<AdminOrderListItem[]>();
    expect(first).toMatchObject({ id: newer.id, soldier_name: null, status: 'pending', paid_price: 0 });
    expect(second).toEqual({
      id: older.id,
      order_number: older.order_number,
      service_title: older.service_title,
      category: older.category,
      user_name: '홍길동',
      user_id: 'gildong.1',
      account_id: user.id,
      soldier_name: '김병사',
      selected_plan: older.selected_plan,
      price: older.price,
      paid_price: older.price,
      status: 'confirmed',
      created_at: older.created_at.toISOString(),
      user_phone: user.phone,
      assignee: null,
      work: { state: 'waiting', contact_by: null, started_at: null, closed_at: null, contacted_at: null },
      deadline_on: null,
      has_refund_request: false,
    });
  });

  it('treats completed like confirmed, and all like no filter', async () => {
    const made = await shop.buildOrder({ status: 'confirmed' });
    await shop.buildOrder({ status: 'error' });
    expect(await numbersOf('status=completed')).toContain(made.order_number);
    expect(await numbersOf('status=completed')).toEqual(await numbersOf('status=confirmed'));
    expect(await numbersOf('status=all')).toEqual(await numbersOf(''));
    for (const status of ['pending', 'processing', 'confirmed', 'cancelled', 'error']) {
      const listed = (await admin.client.get(`/api/admin/orders?status=${status}`)).json<AdminOrderListItem[]>();
      expect(listed.every((order) => order.status === status)).toBe(true);
    }
  });

  it.each([
    'status=done',
    'status=',
    'limit=0',
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'cursor=!',
    'cursor=YWZ0ZXI6MHgx',
  ])('returns 400 for %s', async (query) => {
    const response = await admin.client.get(`/api/admin/orders?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', error: expect.stringMatching(/[가-힣]/) });
  });

  it.each(['201', '99999999999'])('treats a limit of %s as the maximum', async (limit) => {
    expect((await admin.client.get(`/api/admin/orders?limit=${limit}`)).statusCode).toBe(200);
  });

  it.each(['from=2026-02-30', 'to=yesterday', 'from=0001-01-01', `q=${'가'.repeat(101)}`, 'untouched=x'])(
    'refuses %s with 400',
    async (query) => {
      expect((await admin.client.get(`/api/admin/orders?${query}`)).statusCode).toBe(400);
    },
  );

  it('filters by days in Korea, both included', async () => {
    const place = (time: string) => shop.buildOrder({ createdAt: new Date(time) });
    const [before, first, last, after] = [
      await place('2024-05-09T14:59:59.999Z'),
      await place('2024-05-09T15:00:00.000Z'),
      await place('2024-05-11T14:59:59.999Z'),
      await place('2024-05-11T15:00:00.000Z'),
    ].map((order) => order.order_number);
    expect(await numbersOf('from=2024-05-10&to=2024-05-11')).toEqual([last, first]);
    expect(await numbersOf('to=2024-05-09')).toEqual([before]);
    expect(await numbersOf('from=2024-05-12&to=2024-05-12')).toEqual([after]);
    const counted = await admin.client.get('/api/admin/orders?from=2024-05-10&to=2024-05-11&limit=1');
    expect(counted.headers['x-total-count']).toBe('2');
  });
});

describe('pages of orders', () => {
  it('neither repeat nor skip orders while new ones arrive, even at the same time', async () => {
    const user = await shop.buildUser({ user_id: 'paging.user' });
    const sameMoment = new Date('2024-01-05T03:00:00Z');
    const rows: OrderRow[] = [];
    for (let at = 0; at < 7; at += 1) rows.push(await shop.buildOrder({ user, createdAt: sameMoment }));
    const wanted = rows.map(({ id }) => id).toReversed();
    const seen: number[] = [];
    let url: string | undefined = '/api/admin/orders?limit=3&to=2024-01-05';
    while (url) {
      const response = await admin.client.get(url);
      seen.push(...response.json<AdminOrderListItem[]>().map(({ id }) => id));
      expect(response.headers['x-total-count']).toBe('7');
      url = nextPage(response);
      await shop.buildOrder({ user });
    }
    expect(seen).toEqual(wanted);
  });

  it('keep their filters and hold at most 200', async () => {
    const response = await admin.client.get('/api/admin/orders?status=pending&limit=1');
    expect(nextPage(response)).toMatch(/^\/api\/admin\/orders\?status=pending&limit=1&cursor=/);
    const service = await shop.buildService({ title: '이백 건' });
    const user = await shop.buildUser();
    await shop.db
      .insertInto('orders')
      .values(
        Array.from({ length: 203 }, (_, at) => ({
          order_number: `20240101-L${at}`,
          user_id: user.id,
          service_id: service.id,
          service_title: '이백 건',
          category: service.category,
          selected_plan: '기본',
          price: 1000,
        })),
      )
      .execute();
    const most = await admin.client.get('/api/admin/orders?limit=5000');
    expect(most.json()).toHaveLength(200);
    const all = await readPages<AdminOrderListItem>(admin.client, '/api/admin/orders?limit=150');
    const total = await shop.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(new Set(all.map(({ id }) => id)).size).toBe(total.count);
    expect(most.headers['x-total-count']).toBe(String(total.count));
    const found = await admin.client.get(`/api/admin/orders?${new URLSearchParams({ q: '이백' })}`);
    expect(found.headers['x-total-count']).toBe('203');
    expect(await readPages(admin.client, nextPage(found) ?? '')).toHaveLength(153);
  });
});

describe('a sorted list', () => {
  const day = (at: number) => new Date(Date.UTC(2024, 5, at));
  let rows: OrderRow[];
  beforeAll(async () => {
    const user = await shop.buildUser({ user_id: 'sorting.user' });
    rows = [];
    const statuses = ['confirmed', 'pending', 'confirmed', 'cancelled', 'confirmed', 'error'] as const;
    for (const [at, status] of statuses.entries()) {
      const row = await shop.buildOrder({ user, status, price: 1000 * ((at * 5) % 3), createdAt: day(1 + at) });
      // An order that is not open has no deadline that counts.
      if (at !== 2) {
        const days = { starts_on: '2024-06-01', last_day: `2024-07-0${1 + (at % 2)}` };
        const deadline = { order_id: row.id, kind: 'other', title: '기한', source: 'staff', ...days } as const;
        await shop.db.insertInto('order_deadlines').values(deadline).execute();
      }
      const contact = status === 'confirmed' ? { contact_by: day(20 - (at % 4)), paid_at: day(10) } : {};
      const [changed] = await shop.db
        .updateTable('orders')
        .set({ handled_at: null, ...contact })
        .where('id', '=', row.id)
        .returningAll()
        .execute();
      if (changed) rows.push(changed);
    }
  });

  type Key = (row: OrderRow) => number | string | null;
  const KEYS: Record<string, Key> = {
    created_at: (row) => row.created_at.getTime(),
    price: (row) => row.price,
    status: (row) => row.status,
    contact_by: (row) => row.contact_by?.getTime() ?? null,
    last_day: (row) => (row.status === 'confirmed' ? row.last_day : null),
  };

  /** As the list has to give them: equals by id, those without a deadline last. */
  function sorted(key: Key, order: string): number[] {
    const sign = order === 'asc' ? 1 : -1;
    const compare = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0);
    return rows
      .toSorted((a, b) => {
        const [left, right] = [key(a), key(b)];
        if (left === null || right === null) {
          return left === right ? sign * (a.id - b.id) : left === null ? 1 : -1;
        }
        return sign * (compare(left, right) || a.id - b.id);
      })
      .map(({ id }) => id);
  }

  it.each(Object.keys(KEYS).flatMap((sort) => ['asc', 'desc'].map((order) => [sort, order] as const)))(
    'by %s %s gives each order once over its pages, with a search too',
    async (sort, order) => {
      const wanted = sorted(KEYS[sort] ?? (() => 0), order);
      for (const query of ['', '&q=sorting.user']) {
        const url = `/api/admin/orders?sort=${sort}&order=${order}&limit=2&from=2024-06-01&to=2024-06-09${query}`;
        const listed = await readPages<AdminOrderListItem>(admin.client, url);
        expect([query, listed.map(({ id }) => id)]).toEqual([query, wanted]);
      }
    },
  );

  it('filters by assignee and work state', async () => {
    const ids = async (query: string) => {
      const url = `/api/admin/orders?from=2024-06-01&to=2024-06-09&sort=created_at&order=asc&${query}`;
      return (await admin.client.get(url)).json<AdminOrderListItem[]>().map(({ id }) => id);
    };
    const [first, , third, , fifth] = rows.map(({ id }) => id);
    await admin.client.put(`/api/admin/orders/${first}/assignee`, { user_id: admin.user.id });
    await admin.client.post(`/api/admin/orders/${first}/work`, { state: 'in_progress' });
    await admin.client.post(`/api/admin/orders/${third}/work`, { state: 'in_progress' });
    await admin.client.post(`/api/admin/orders/${third}/work`, { state: 'closed' });
    expect(await ids('assignee=me')).toEqual([first]);
    expect(await ids(`assignee=${admin.user.id}`)).toEqual([first]);
    expect(await ids('assignee=none')).toEqual(rows.slice(1).map(({ id }) => id));
    expect(await ids('work=waiting')).toEqual([fifth]);
    expect(await ids('work=in_progress')).toEqual([first]);
    expect(await ids('work=closed')).toEqual([third]);
    expect(await ids('contact=overdue')).toEqual([fifth]);
    const csv = (await admin.client.get('/api/admin/orders/export?assignee=me&from=2024-06-01&to=2024-06-09')).body;
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    for (const wrong of ['assignee=you', 'assignee=0', 'work=done', 'contact=late', 'sort=id', 'order=up']) {
      expect([wrong, (await admin.client.get(`/api/admin/orders?${wrong}`)).statusCode]).toEqual([wrong, 400]);
    }
  });
});

describe('orders with pending tasks', () => {
  const waitingFor = async (state: 'approving' | 'issued') => {
    const order = await shop.buildOrder();
    const receipt = { order_id: order.id, receipt_id: `waits-${order.id}`, lease_until: shop.clock.now() };
    await shop.db
      .insertInto('payment_attempts')
      .values({ ...receipt, state })
      .execute();
    return order.order_number;
  };
  const refunded = async (...states: ('requested' | 'done' | 'refused')[]) => {
    const { id, order_number } = await shop.buildOrder({ status: 'confirmed' });
    for (const [at, state] of states.entries()) {
      const money = { order_id: id, receipt_id: `back-${id}`, cancel_id: `cancel-${id}-${at}`, amount: 1000 };
      await shop.db
        .insertInto('refunds')
        .values({ ...money, state, reason: '일부 취소', requested_by: 'admin' })
        .execute();
    }
    return order_number;
  };

  it('are those counted on the dashboard, combined with the other filters', async () => {
    const open = await refunded('refused', 'requested');
    const refused = await refunded('refused');
    await refunded('refused', 'done');
    const unsettled = await waitingFor('approving');
    const deposit = await waitingFor('issued');
    shop.clock.advance(4 * MINUTE_MS);
    expect(await numbersOf('waiting=unsettled')).toEqual([]);
    shop.clock.advance(2 * MINUTE_MS);
    const lists = { refund: open, refused_refund: refused, unsettled, deposit };
    for (const [waiting, number] of Object.entries(lists)) {
      const response = await admin.client.get(`/api/admin/orders?waiting=${waiting}`);
      expect([waiting, response.json<AdminOrderListItem[]>().map((order) => order.order_number)]).toEqual([
        waiting,
        [number],
      ]);
      expect(response.headers['x-total-count']).toBe('1');
      expect(await numbersOf(`waiting=${waiting}&q=${number}`)).toEqual([number]);
      expect(await numbersOf(`waiting=${waiting}&status=cancelled`)).toEqual([]);
    }
    const { waiting } = (await admin.client.get('/api/admin/dashboard')).json();
    expect(waiting).toMatchObject({ refundsRequested: 1, refundsRefused: 1, unsettledPayments: 1, awaitedDeposits: 1 });
    const csv = (await admin.client.get('/api/admin/orders/export?waiting=refund')).body;
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain(open);
  });

  it('return 400 for an unknown task', async () => {
    expect((await admin.client.get('/api/admin/orders?waiting=nothing')).statusCode).toBe(400);
  });
});

describe('access to lists', () => {
  it('is audited with the orders returned and a keyed hash of what was searched', async () => {
    const user = await shop.buildUser({ fullname: '독고탁' });
    const order = await shop.buildOrder({ user });
    const other = await buildAdmin(shop);
    await other.client.get(`/api/admin/orders?${new URLSearchParams({ q: '독고탁', status: 'pending' })}`);
    const [entry] = await other.audit('order.list');
    expect(entry).toMatchObject({
      actor_id: other.user.id,
      actor: other.user.user_id,
      address: expect.stringMatching(/^10\./),
      after: { filters: { q_hash: expect.stringMatching(/^[\w-]{43}$/), status: 'pending' }, orders: [order.id] },
    });
    expect(JSON.stringify(entry)).not.toContain('독고탁');
  });
});
