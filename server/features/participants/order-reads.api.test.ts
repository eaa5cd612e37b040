import { describe, expect, it } from 'vitest';
import type { Order, OrderDetail } from '#shared/features/orders/schemas.ts';
import { AREAS, type Area } from '#shared/rules/case-access/areas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, type CustomerFixture, openConversation } from '#tests/support/app/consultations.ts';
import { PLAN } from '#tests/support/app/factories.ts';

const shop = await setUpTestApp();
const NOW = shop.clock.now();
const NOTE = '징계위원회가 열렸습니다.';
const WORDS = '부대에서 폭행을 당했습니다.';

/** A paid order with work on it, and the accounts that take part later. */
async function buildCase() {
  const [buyer, client, guardian] = [await buildCustomer(shop), await buildCustomer(shop), await buildCustomer(shop)];
  const soldier = await shop.buildSoldier({ user: buyer.user });
  const service = await shop.buildService();
  const bought = { service_id: service.id, soldier_id: soldier.id, selected_plan: PLAN.name, price: PLAN.price };
  const placed = await buyer.client.post('/api/orders', { ...bought, case_description: WORDS });
  const { orderId: id } = placed.json<{ orderId: number }>();
  const admin = await buildAdmin(shop);
  const at = `/api/admin/orders/${id}`;
  await admin.client.put(at, { status: 'confirmed' });
  await admin.client.post(`${at}/steps`, { title: '의견서 제출' });
  await admin.client.post(`${at}/notes`, { text: NOTE, isVisible: true });
  await admin.client.post(`${at}/deadlines`, {
    kind: 'other',
    title: '답변',
    starts_on: '2026-11-20',
    last_day: '2026-12-01',
  });
  const paper = { title: '징계처분서', why: '항고서에 붙입니다.', due_on: null };
  await admin.client.post(`${at}/papers`, { ...paper, asked_of: 'client' });
  await openConversation(buyer, { order_id: id });
  return { id, buyer, client, guardian, admin };
}

const join = (orderId: number, { user }: CustomerFixture, role: 'client' | 'guardian' = 'client') =>
  shop.db
    .insertInto('participants')
    .values({ order_id: orderId, role, state: 'joined', user_id: user.id, joined_at: NOW })
    .execute();

const share = (orderId: number, shares: Area[]) =>
  shop.db
    .updateTable('participants')
    .set({ shares })
    .where('order_id', '=', orderId)
    .where('role', '=', 'payer')
    .execute();

const read = async ({ client }: CustomerFixture, id: number) =>
  (await client.get(`/api/orders/${id}`)).json<OrderDetail>();
const list = async ({ client }: CustomerFixture) => (await client.get('/api/orders/my')).json<Order[]>();
const notesOf = ({ timeline }: Order) => timeline.map(({ note }) => note);

describe('GET /api/orders/{id}', () => {
  it('is the whole case to the buyer until a client joins', async () => {
    const { id, buyer } = await buildCase();
    const order = await read(buyer, id);
    expect(order).toMatchObject({ my_role: 'payer', price: PLAN.price, case_description: WORDS });
    expect([order.steps, order.deadlines, order.papers].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(order.work?.state).toBe('waiting');
    expect(notesOf(order)).toContain(NOTE);
    expect(order.participants).toMatchObject([{ role: 'payer', state: 'joined', name: buyer.user.fullname }]);
  });

  it('shows the joined client the case without money and the words of the buyer', async () => {
    const { id, buyer, client } = await buildCase();
    await join(id, client);
    const order = await read(client, id);
    expect(order).toMatchObject({
      my_role: 'client',
      price: null,
      paid_price: null,
      payment: null,
      refund: null,
      agreed_terms: null,
      case_description: '',
      conversation_id: null,
      documents: [],
    });
    expect(order.work?.state).toBe('waiting');
    expect([order.steps, order.deadlines, order.papers].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(notesOf(order)).toEqual([NOTE]);
    expect(order.participants).toMatchObject([
      { role: 'payer', name: buyer.user.fullname },
      { role: 'client', state: 'joined', name: client.user.fullname },
    ]);
  });

  it('shows the payer of a joined client order, payment and the own conversation alone', async () => {
    const { id, buyer, client } = await buildCase();
    await join(id, client);
    const order = await read(buyer, id);
    expect(order).toMatchObject({ price: PLAN.price, case_description: WORDS, work: null });
    expect([order.steps, order.deadlines, order.papers, order.tasks]).toEqual([[], [], [], []]);
    expect(notesOf(order)).not.toContain(NOTE);
    expect(order.timeline.map(({ status }) => status)).toEqual(['pending', 'confirmed']);
    expect(order.conversation_id).not.toBeNull();
    expect(order.participants.map(({ role }) => role)).toEqual(['payer', 'client']);
  });

  it('shows the payer what the client shares', async () => {
    const { id, buyer, client } = await buildCase();
    await join(id, client);
    await share(id, ['progress']);
    const order = await read(buyer, id);
    expect(order.work?.state).toBe('waiting');
    expect([order.steps, order.deadlines, order.papers].map(({ length }) => length)).toEqual([1, 1, 0]);
    expect(notesOf(order)).toContain(NOTE);
    await share(id, [...AREAS]);
    expect((await read(buyer, id)).papers).toHaveLength(1);
  });

  it('shows a guardian nothing of the case', async () => {
    const { id, guardian } = await buildCase();
    await join(id, guardian, 'guardian');
    const order = await read(guardian, id);
    expect(order).toMatchObject({ my_role: 'guardian', participants: [], soldier: null, price: null, work: null });
    expect([order.steps, order.deadlines, order.papers, order.tasks, order.timeline]).toEqual([[], [], [], [], []]);
    expect(order.conversation_id).toBeNull();
  });

  it('is 404 for an invited and a removed person, as an unknown order is', async () => {
    const { id, client } = await buildCase();
    await join(id, client);
    const ended = { state: 'removed', ended_at: NOW } as const;
    await shop.db
      .updateTable('participants')
      .set(ended)
      .where('order_id', '=', id)
      .where('role', '=', 'client')
      .execute();
    const [removed, unknown] = [
      await client.client.get(`/api/orders/${id}`),
      await client.client.get('/api/orders/999999'),
    ];
    expect([removed.statusCode, removed.body]).toEqual([404, unknown.body]);
    expect(await list(client)).toEqual([]);
  });
});

it('lists orders for payer, client and guardian, each with the own role', async () => {
  const { id, buyer, client, guardian } = await buildCase();
  await join(id, client);
  await join(id, guardian, 'guardian');
  const lists = await Promise.all([buyer, client, guardian].map(list));
  expect(lists.map((orders) => orders.map((order) => [order.id, order.my_role, order.price]))).toEqual([
    [[id, 'payer', PLAN.price]],
    [[id, 'client', null]],
    [[id, 'guardian', null]],
  ]);
  expect(lists[0]?.[0]?.work).toBeNull();
});

it('leaves acts about money to the payer', async () => {
  const { id, client } = await buildCase();
  await join(id, client);
  const acts = await Promise.all([
    client.client.call('PATCH', `/api/orders/${id}`, { status: 'cancelled' }),
    client.client.post(`/api/orders/${id}/refund-requests`, { reason: '환불' }),
    client.client.call('DELETE', `/api/orders/${id}/refund-requests`),
    client.client.put(`/api/orders/${id}/refund-account`, { bank_code: '004', number: '12345678901234', holder: '김' }),
    client.client.post('/api/bootpay/confirm', { order_id: id, receipt_id: 'f'.repeat(24), price: PLAN.price }),
  ]);
  expect(acts.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
});

it('names the participants of an order to administrators with `orders` alone', async () => {
  const { id, client, admin } = await buildCase();
  await join(id, client);
  const order = (await admin.client.get(`/api/admin/orders/${id}`)).json();
  expect(order.participants).toMatchObject([
    { role: 'payer', state: 'joined' },
    { role: 'client', state: 'joined', name: client.user.fullname, joined_at: NOW.toISOString() },
  ]);
  const accountant = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
  const check = await accountant.post(`/api/admin/orders/${id}/check`);
  expect(check.json().participants).toEqual([]);
});
