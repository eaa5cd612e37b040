import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();

describe('GET /api/orders/my', () => {
  it("lists the user's own orders, newest first", async () => {
    const user = await shop.buildUser();
    const first = await shop.buildOrder({ user });
    const second = await shop.buildOrder({ user, status: 'confirmed' });
    const third = await shop.buildOrder({ user, status: 'cancelled', soldier: null });
    await shop.buildOrder();
    const client = await shop.client().as(user);
    const response = await client.get('/api/orders/my');
    expect(response.statusCode).toBe(200);
    const list = response.json();
    expect(list.map((order: { id: number }) => order.id)).toEqual([third.id, second.id, first.id]);
    for (const order of list) {
      const { conversation_id, rooms, documents, deadlines, papers, tasks, letter, ...detail } = (
        await client.get(`/api/orders/${order.id}`)
      ).json();
      expect([order, conversation_id, rooms, documents, deadlines, papers, tasks, letter]).toEqual([
        detail,
        null,
        [{ room: 'buyer', conversation_id: null }],
        [],
        [],
        [],
        expect.any(Array),
        null,
      ]);
    }
  });

  it('lists at most 200 orders and links the next ones', async () => {
    const user = await shop.buildUser();
    const service = await shop.buildService();
    await sql`insert into orders (order_number, user_id, service_id, service_title, category, selected_plan, price, status)
      select 'many-' || n, ${user.id}, ${service.id}, '제목', 'before', '기본', 1000, 'cancelled'
      from generate_series(1, 401) as n`.execute(shop.db);
    const client = await shop.client().as(user);
    const numbers: string[] = [];
    const lengths: number[] = [];
    for (let path = '/api/orders/my'; path !== ''; ) {
      const response = await client.get(path);
      const orders: { order_number: string }[] = response.json();
      lengths.push(orders.length);
      numbers.push(...orders.map((order) => order.order_number));
      path = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1] ?? '';
    }
    expect(lengths).toEqual([200, 200, 1]);
    expect(numbers).toEqual(Array.from({ length: 401 }, (_, at) => `many-${401 - at}`));
    expect((await client.get('/api/orders/my?cursor=none')).statusCode).toBe(400);
  });

  it('returns an empty list without orders, and 401 for a visitor', async () => {
    const client = await shop.client().as(await shop.buildUser());
    expect((await client.get('/api/orders/my')).json()).toEqual([]);
    expect((await shop.client().get('/api/orders/my')).statusCode).toBe(401);
  });
});

describe('GET /api/orders/{id}', () => {
  it('shows the payment of a confirmed order', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed' });
    const response = await (await shop.client().as(user)).get(`/api/orders/${order.id}`);
    expect(response.json()).toMatchObject({ status: 'confirmed', paid_price: order.price });
    expect(response.json().payment).toEqual({
      method: '카드',
      transaction_id: expect.stringMatching(/^receipt-/),
      paid_at: order.created_at.toISOString(),
      receipt_url: null,
    });
  });
});

describe('the owner of an order', () => {
  it.each([
    ['GET', undefined],
    ['PATCH', { status: 'cancelled' }],
  ] as const)(
    "%s returns 404 for another user's order as for an unknown one, for administrators too",
    async (method, body) => {
      const others = await shop.buildOrder();
      for (const role of ['user', 'admin'] as const) {
        const client = await shop.client().as(await shop.buildUser({ role }));
        const answers = [];
        for (const id of [others.id, 2_147_483_647]) {
          const response = await client.call(method, `/api/orders/${id}`, body);
          expect(response.statusCode).toBe(404);
          answers.push(response.json());
        }
        expect(answers[0]).toEqual({ code: 'ORDER_NOT_FOUND', error: '주문을 찾을 수 없습니다.' });
        expect(answers[1]).toEqual(answers[0]);
      }
      const { status } = await shop.db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', others.id)
        .executeTakeFirstOrThrow();
      expect(status).toBe('pending');
    },
  );
});

describe('PATCH /api/orders/{id}', () => {
  it.each(['pending', 'error'] as const)('cancels an order that is %s, with a line in its timeline', async (status) => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status });
    const client = await shop.client().as(user);
    const response = await client.patch(`/api/orders/${order.id}`, { status: 'cancelled' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: order.id, status: 'cancelled', paid_price: 0 });
    expect(response.json().timeline.at(-1)).toMatchObject({ status: 'cancelled', note: '주문이 취소되었습니다.' });
    expect((await client.get(`/api/orders/${order.id}`)).json()).toMatchObject(response.json());
  });

  it('cancels a cancelled order again without writing anything', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    const client = await shop.client().as(user);
    const first = await client.patch(`/api/orders/${order.id}`, { status: 'cancelled' });
    const before = await shop.countRows();
    const second = await client.patch(`/api/orders/${order.id}`, { status: 'cancelled' });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual(first.json());
    expect(await shop.countRows()).toEqual(before);
  });

  it('does not cancel a paid order', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed' });
    const client = await shop.client().as(user);
    const before = (await client.get(`/api/orders/${order.id}`)).json();
    const response = await client.patch(`/api/orders/${order.id}`, { status: 'cancelled' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({
      code: 'NOT_CANCELLABLE',
      error: '이미 결제되었거나 결제를 확인하고 있어 취소할 수 없습니다.',
    });
    expect((await client.get(`/api/orders/${order.id}`)).json()).toEqual(before);
  });

  it('cancels an order once for ten concurrent requests', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    const client = await shop.client().as(user);
    await client.get('/api/csrf-token');
    const cancel = () => client.patch(`/api/orders/${order.id}`, { status: 'cancelled' });
    const answers = await Promise.all(Array.from({ length: 10 }, cancel));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    expect((await client.get(`/api/orders/${order.id}`)).json().timeline).toHaveLength(2);
  });

  it.each([
    {},
    { status: 'confirmed' },
    { status: 'completed' },
    { status: 'pending' },
    { status: 'CANCELLED' },
    { status: null },
    { status: ['cancelled'] },
  ])('returns 400 for %j', async (body) => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    const client = await shop.client().as(user);
    const response = await client.patch(`/api/orders/${order.id}`, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().details).toEqual([{ path: 'status', message: '주문 상태는 취소로만 바꿀 수 있습니다.' }]);
    expect((await client.get(`/api/orders/${order.id}`)).json().status).toBe('pending');
  });
});
