import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp, startTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { PLAN, type ServiceRow, type SoldierRow, type User } from '#tests/support/app/factories.ts';
import { untilLockWait } from '#tests/support/app/lock-waits.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

// The database's clock sets the times of rows, so each test starts at its time.
afterEach(() => clock.set(new Date()));

type Fixture = { user: User; client: Client; soldier: SoldierRow; service: ServiceRow; body: Record<string, unknown> };

/** Builds a buyer with everything that an order needs, and the body. */
async function buildFixture(wishes: Parameters<TestApp['buildService']>[0] = {}, at: TestApp = shop): Promise<Fixture> {
  const user = await at.buildUser();
  const [client, soldier, service] = await Promise.all([
    at.client().as(user),
    at.buildSoldier({ user }),
    at.buildService(wishes),
  ]);
  const body = { service_id: service.id, soldier_id: soldier.id, selected_plan: PLAN.name, price: PLAN.price };
  return { user, client, soldier, service, body };
}

async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await shop.countRows();
  await work();
  expect(await shop.countRows()).toEqual(before);
}

describe('POST /api/orders', () => {
  it('places a pending order', async () => {
    const { client, service, body } = await buildFixture();
    const response = await client.post('/api/orders', body);
    expect(response.statusCode).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      orderId: expect.any(Number),
      order_number: expect.stringMatching(/^\d{8}-[2-9A-HJ-NP-Z]{8}$/),
      order_name: `${service.title} · ${PLAN.name}`,
      price: PLAN.price,
    });
  });

  it('returns the complete order afterwards', async () => {
    const { user, client, soldier, service, body } = await buildFixture({ category: 'civil' });
    const { orderId, order_number } = (await client.post('/api/orders', body)).json();
    const response = await client.get(`/api/orders/${orderId}`);
    expect(response.statusCode).toBe(200);
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(response.json()).toEqual({
      conversation_id: null,
      rooms: [{ room: 'buyer', conversation_id: null }],
      my_role: 'payer',
      participants: expect.any(Array),
      documents: [],
      id: orderId,
      order_number,
      user_id: user.id,
      soldier_id: soldier.id,
      service_id: service.id,
      service_name: service.title,
      service_title: service.title,
      category: 'civil',
      selected_plan: PLAN.name,
      price: PLAN.price,
      paid_price: 0,
      status: 'pending',
      created_at: timestamp,
      soldier: {
        fullname: soldier.fullname,
        relationship: soldier.relationship,
        military_status: soldier.military_status,
        phone: soldier.phone,
        email: null,
      },
      agreed_terms: [],
      refund: { policy: null, request: null, awaits_account: 0 },
      payment: null,
      timeline: [{ status: 'pending', timestamp, note: '주문을 접수했습니다.' }],
      case_description: '',
      deadline_on: null,
      contact_window: '',
      work: { state: 'waiting', contact_by: null, started_at: null, closed_at: null, lawyer: null },
      contact_phone: user.phone,
      steps: [],
      deadlines: [],
      papers: [],
      letter: null,
      tasks: [],
      callback: null,
    });
  });

  it('ignores unknown fields such as status, owner and paid amount', async () => {
    const { user, client, body } = await buildFixture();
    const other = await shop.buildUser();
    const more = { status: 'confirmed', paid_price: 350_000, user_id: other.id, order_number: 'x', id: 1 };
    const { orderId } = (await client.post('/api/orders', { ...body, ...more })).json();
    const order = (await client.get(`/api/orders/${orderId}`)).json();
    expect(order).toMatchObject({ status: 'pending', paid_price: 0, user_id: user.id });
  });
});

describe('the price', () => {
  const PLANS = [PLAN, { name: '심화', price: 990_000, description: '' }, { name: '무료', price: 0, description: '' }];

  it.each([
    ['the plan by its name', '심화', 990_000, '심화'],
    ['a plan that costs nothing', '무료', 0, '무료'],
    ['the first plan for an unknown name', '없는 옵션', PLAN.price, PLAN.name],
    ['the first plan for an empty name', '', PLAN.price, PLAN.name],
  ])('is that of %s', async (_name, selected_plan, price, bought) => {
    const { client, body } = await buildFixture({ plans: PLANS });
    const response = await client.post('/api/orders', { ...body, selected_plan, price });
    expect(response.statusCode).toBe(201);
    const { orderId } = response.json();
    expect((await client.get(`/api/orders/${orderId}`)).json()).toMatchObject({ selected_plan: bought, price });
  });

  it.each([
    ['another plan', '심화', PLAN.price],
    ['nothing', PLAN.name, 0],
    ['a won less', PLAN.name, PLAN.price - 1],
    ['an unknown name with a price of its own', '없는 옵션', 990_000],
  ])('is not that of %s: 409', async (_name, selected_plan, price) => {
    const { client, body } = await buildFixture({ plans: PLANS });
    await expectNothingWritten(async () => {
      const response = await client.post('/api/orders', { ...body, selected_plan, price });
      expect(response.statusCode).toBe(409);
      expect(response.json().code).toBe('PRICE_MISMATCH');
    });
  });

  it('is the current one while it changes', async () => {
    const { client, service, body } = await buildFixture();
    const price = JSON.stringify({ plans: [{ ...PLAN, price: 400_000 }] });
    await shop.db.updateTable('services').set({ price }).where('id', '=', service.id).execute();
    expect((await client.post('/api/orders', body)).json().code).toBe('PRICE_MISMATCH');
    expect((await client.post('/api/orders', { ...body, price: 400_000 })).statusCode).toBe(201);
  });

  it.each([
    ['were never set', null],
    ['are an empty list', []],
  ])('does not exist where plans %s: 409 NO_VALID_PLAN', async (_name, plans) => {
    const { client, body } = await buildFixture({ plans });
    await expectNothingWritten(async () => {
      for (const attempt of [body, { ...body, selected_plan: 'default', price: 0 }]) {
        const response = await client.post('/api/orders', attempt);
        expect(response.statusCode).toBe(409);
        expect(response.json().code).toBe('NO_VALID_PLAN');
      }
    });
  });
});

describe('the soldier of an order', () => {
  it('is required if the service requires one', async () => {
    const { client, body } = await buildFixture();
    const { soldier_id: _soldier, ...without } = body;
    await expectNothingWritten(async () => {
      for (const attempt of [without, { ...body, soldier_id: null }]) {
        const response = await client.post('/api/orders', attempt);
        expect(response.statusCode).toBe(400);
        expect(response.json().details).toEqual([{ path: 'soldier_id', message: '신청할 군인을 선택해주세요.' }]);
      }
    });
  });

  it('is optional otherwise', async () => {
    const { client, body } = await buildFixture({ requires_soldier: false });
    const response = await client.post('/api/orders', { ...body, soldier_id: null });
    expect(response.statusCode).toBe(201);
    const order = (await client.get(`/api/orders/${response.json().orderId}`)).json();
    expect(order).toMatchObject({ soldier_id: null, soldier: null });
  });

  it.each([true, false])(
    "returns 404 for another user's soldier as for an unknown one (required: %s)",
    async (needed) => {
      const { client, body } = await buildFixture({ requires_soldier: needed });
      const others = await shop.buildSoldier();
      await expectNothingWritten(async () => {
        for (const soldier_id of [others.id, 2_147_483_647]) {
          const response = await client.post('/api/orders', { ...body, soldier_id });
          expect(response.statusCode).toBe(404);
          expect(response.json().code).toBe('SOLDIER_NOT_FOUND');
        }
      });
    },
  );
});

describe('a soldier deleted concurrently', () => {
  it('makes the order return 409', async () => {
    const { client, soldier, body } = await buildFixture();
    await client.get('/api/csrf-token');
    const { orders } = await shop.countRows();
    const { answer } = await shop.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('soldiers').where('id', '=', soldier.id).execute();
      const placed = client.post('/api/orders', body);
      // The order has read the soldier and waits for the deletion.
      await untilLockWait(shop);
      return { answer: placed };
    });
    const response = await answer;
    expect(response.json()).toMatchObject({ code: 'CONFLICT' });
    expect(response.statusCode).toBe(409);
    expect((await shop.countRows()).orders).toBe(orders);
  });
});

describe('the data of an order', () => {
  it('is a copy that stays when service, plan or soldier change or are deleted', async () => {
    const { client, soldier, service, body } = await buildFixture();
    const { orderId } = (await client.post('/api/orders', body)).json();
    const before = (await client.get(`/api/orders/${orderId}`)).json();
    const changed = { fullname: '다른 이름', relationship: '기타', military_status: '전역 후' };
    await client.put(`/api/soldiers/${soldier.id}`, changed);
    await sql`update services set title = '다른 제목', category = 'civil', price = '{"plans":[]}' where id = ${service.id}`.execute(
      shop.db,
    );
    expect((await client.get(`/api/orders/${orderId}`)).json()).toEqual(before);
    await client.delete(`/api/soldiers/${soldier.id}`);
    await sql`update services set deleted_at = now() where id = ${service.id}`.execute(shop.db);
    const kept = { ...before, soldier_id: null };
    expect((await client.get(`/api/orders/${orderId}`)).json()).toEqual(kept);
    expect([kept]).toMatchObject((await client.get('/api/orders/my')).json());
  });
});

describe('an invalid order', () => {
  const INVALID: [string, Record<string, unknown>, string[]][] = [
    [
      'nothing',
      { service_id: undefined, selected_plan: undefined, price: undefined, soldier_id: undefined },
      ['service_id', 'selected_plan', 'price'],
    ],
    ['a service id as text', { service_id: '14' }, ['service_id']],
    ['a service id of zero', { service_id: 0 }, ['service_id']],
    ['a service id out of range', { service_id: 2_147_483_648 }, ['service_id']],
    ['a soldier id as text', { soldier_id: '1' }, ['soldier_id']],
    ['a soldier id that is no whole number', { soldier_id: 1.5 }, ['soldier_id']],
    ['no plan', { selected_plan: undefined }, ['selected_plan']],
    ['null for a plan', { selected_plan: null }, ['selected_plan']],
    ['a plan of 201 characters', { selected_plan: 'x'.repeat(201) }, ['selected_plan']],
    ['no price', { price: undefined }, ['price']],
    ['a negative price', { price: -1 }, ['price']],
    ['a price in parts of a won', { price: 350_000.5 }, ['price']],
    ['a price as text', { price: '350000' }, ['price']],
    ['a price beyond all prices', { price: 1_000_000_001 }, ['price']],
  ];

  it.each(INVALID)('%s: 400, nothing written', async (_name, difference, paths) => {
    const { client, body } = await buildFixture();
    await expectNothingWritten(async () => {
      const response = await client.post('/api/orders', { ...body, ...difference });
      expect(response.statusCode).toBe(400);
      const { code, details } = response.json();
      expect(code).toBe('VALIDATION_FAILED');
      expect(details.map((detail: { path: string }) => detail.path)).toEqual(paths);
      for (const detail of details) expect(detail.message).toMatch(/^[^a-zA-Z]*[가-힣][^a-zA-Z]*$/);
    });
  });

  it('of an unknown or deleted service: 404', async () => {
    const { client, service, body } = await buildFixture();
    await sql`update services set deleted_at = now() where id = ${service.id}`.execute(shop.db);
    await expectNothingWritten(async () => {
      for (const service_id of [service.id, 2_147_483_647]) {
        const response = await client.post('/api/orders', { ...body, service_id });
        expect(response.statusCode).toBe(404);
        expect(response.json().code).toBe('SERVICE_NOT_FOUND');
      }
    });
  });

  it('of a visitor: 401', async () => {
    const { body } = await buildFixture();
    await expectNothingWritten(async () => {
      expect((await shop.client().post('/api/orders', body)).statusCode).toBe(401);
    });
  });
});

describe('a repeated order', () => {
  it('returns the existing one while its payment window has time left', async () => {
    const { client, body } = await buildFixture();
    const first = (await client.post('/api/orders', body)).json();
    await expectNothingWritten(async () => {
      expect((await client.post('/api/orders', body)).json()).toEqual(first);
    });
    clock.advance(25 * MINUTE_MS);
    expect((await client.post('/api/orders', body)).json().orderId).not.toBe(first.orderId);
  });

  it('is a new one for another plan, soldier, service or user, and after it was cancelled', async () => {
    const plans = [PLAN, { ...PLAN, name: '다른 옵션' }];
    const { user, client, body } = await buildFixture({ plans });
    const ids = new Set([(await client.post('/api/orders', body)).json().orderId]);
    const second = await shop.buildSoldier({ user });
    const other = await buildFixture({ plans });
    ids.add((await client.post('/api/orders', { ...body, selected_plan: '다른 옵션' })).json().orderId);
    ids.add((await client.post('/api/orders', { ...body, soldier_id: second.id })).json().orderId);
    ids.add((await client.post('/api/orders', { ...body, service_id: other.service.id })).json().orderId);
    const theirs = { ...body, soldier_id: other.soldier.id };
    ids.add((await other.client.post('/api/orders', theirs)).json().orderId);
    expect(ids.size).toBe(5);
    const [first] = ids;
    await client.patch(`/api/orders/${first}`, { status: 'cancelled' });
    ids.add((await client.post('/api/orders', body)).json().orderId);
    expect(ids.size).toBe(6);
  });

  it('is a new one after the soldier or the service changed, because an order is a copy of both', async () => {
    const { client, body, soldier, service } = await buildFixture();
    const place = async () => (await client.post('/api/orders', body)).json().orderId;
    const ids = [await place()];
    const renamed = { fullname: '김정정', relationship: '자녀', military_status: '입대 전' };
    expect((await client.put(`/api/soldiers/${soldier.id}`, renamed)).statusCode).toBe(200);
    ids.push(await place());
    await shop.db.updateTable('services').set({ title: '새 이름' }).where('id', '=', service.id).execute();
    ids.push(await place());
    expect(new Set(ids).size).toBe(3);
    const { service_title, soldier: copied } = (await client.get(`/api/orders/${ids[2]}`)).json();
    expect({ service_title, fullname: copied.fullname }).toEqual({ service_title: '새 이름', fullname: '김정정' });
    expect(await place()).toBe(ids[2]);
  });

  async function pressTenTimes({ client, body }: Fixture): Promise<Set<unknown>> {
    await client.get('/api/csrf-token');
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post('/api/orders', body)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    return new Set(answers.map((answer) => answer.json().orderId));
  }

  it('is one order for ten concurrent requests', async () => {
    const here = await buildFixture();
    expect((await pressTenTimes(here)).size).toBe(1);
    const orders = await shop.db.selectFrom('orders').select('id').where('user_id', '=', here.user.id).execute();
    expect(orders).toHaveLength(1);
  });

  it('is one order for concurrent requests without a limit', async () => {
    const unlimited = await startTestApp({ limits: { ordersPerMinute: 0 } });
    try {
      const here = await buildFixture({}, unlimited);
      for (let round = 0; round < 4; round += 1) expect((await pressTenTimes(here)).size).toBe(1);
      expect((await unlimited.countRows()).orders).toBe(1);
    } finally {
      await unlimited.close();
    }
  });
});

describe('the limit of orders', () => {
  it('is thirty per minute and user over all browsers', async () => {
    const { user, client, body } = await buildFixture();
    for (let count = 0; count < 30; count += 1) {
      expect((await client.post('/api/orders', body)).statusCode).toBe(201);
    }
    await expectNothingWritten(async () => {
      const response = await (await shop.client().as(user)).post('/api/orders', body);
      expect(response.statusCode).toBe(429);
      expect(response.json().code).toBe('TOO_MANY_REQUESTS');
      const retryAfter = Number(response.headers['retry-after']);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(60);
    });
    const other = await buildFixture();
    expect((await other.client.post('/api/orders', other.body)).statusCode).toBe(201);
    await endLimitWindows(shop.db, MINUTE_MS);
    expect((await client.post('/api/orders', body)).statusCode).toBe(201);
  });

  it('counts orders that are refused, too', async () => {
    const { client, body } = await buildFixture();
    // Fetched now, so that the calls made at once share one token.
    await client.get('/api/csrf-token');
    const calls = Array.from({ length: 31 }, () => client.post('/api/orders', { ...body, price: 1 }));
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 409)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
