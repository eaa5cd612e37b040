import { describe, expect, it } from 'vitest';
import type { SearchAnswer } from '#shared/features/desk/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

const customer = await buildCustomer(shop, { fullname: '어머니', phone: '01030004000', email: 'mother@home.example' });
const { user } = customer;
const soldier = await shop.buildSoldier({
  user,
  fullname: '독고이병',
  phone: '01055556666',
  email: 'private@army.example',
});
const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
const general = await openConversation(customer, { subject: '전역 보류 문의' });
const ofOrder = await openConversation(customer, { subject: '사건 진행', order_id: order.id });
// Another customer: none of the words finds anything of theirs.
const other = await buildCustomer(shop, { fullname: '다른이', phone: '01011112222', email: 'other@home.example' });
await shop.buildOrder({ user: other.user, soldier: await shop.buildSoldier({ user: other.user }) });
await openConversation(other, { subject: '비용 문의' });

async function idsOf(path: string, q: string, client = admin.client): Promise<number[]> {
  const response = await client.get(`${path}?${new URLSearchParams({ q })}`);
  expect([q, response.statusCode]).toEqual([q, 200]);
  return response.json<{ id: number }[]>().map(({ id }) => id);
}

async function find(q: string, client = admin.client): Promise<Record<keyof SearchAnswer, number[]>> {
  const response = await client.get(`/api/admin/search?${new URLSearchParams({ q })}`);
  expect([q, response.statusCode]).toEqual([q, 200]);
  const { orders, users, services, conversations } = response.json<SearchAnswer>();
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return { orders: ids(orders), users: ids(users), services: ids(services), conversations: ids(conversations) };
}

const OF_SOLDIER = [
  '독고이병',
  '고이병',
  '01055556666',
  '010-5555-6666',
  '5555 6666',
  '+82 10 5555 6666',
  'PRIVATE@army',
];
const OF_CUSTOMER = ['mother@home.example', 'Mother@', '어머니', '010 3000 4000', '010.3000.4000', '３０００４０００'];

describe.each([...OF_SOLDIER, ...OF_CUSTOMER])('%s', (q) => {
  it('finds the order, the account and the conversations, in their lists and in the palette', async () => {
    expect(await idsOf('/api/admin/orders', q)).toEqual([order.id]);
    expect(await idsOf('/api/admin/users', q)).toEqual([user.id]);
    const talks = [general.id, ofOrder.id].toSorted();
    expect((await idsOf('/api/admin/consultations', q)).toSorted()).toEqual(talks);
    const { orders, users, conversations } = await find(q);
    expect([orders, users, conversations.toSorted()]).toEqual([[order.id], [user.id], talks]);
  });
});

it('the subject of a conversation finds it, in the inbox and in the palette', async () => {
  expect(await idsOf('/api/admin/consultations', '보류 문의')).toEqual([general.id]);
  expect((await find('보류 문의')).conversations).toEqual([general.id]);
  expect((await find('없는 제목')).conversations).toEqual([]);
});

it('an order keeps the soldier whose profile was deleted', async () => {
  const theirs = await buildCustomer(shop);
  const gone = await shop.buildSoldier({ user: theirs.user, fullname: '남궁상병' });
  const kept = await shop.buildOrder({ user: theirs.user, soldier: gone });
  const talk = await openConversation(theirs, { subject: '문의', order_id: kept.id });
  expect((await theirs.client.delete(`/api/soldiers/${gone.id}`)).statusCode).toBe(200);
  expect(await idsOf('/api/admin/orders', '남궁상병')).toEqual([kept.id]);
  expect(await idsOf('/api/admin/consultations', '남궁상병')).toEqual([talk.id]);
  expect(await idsOf('/api/admin/users', '남궁상병')).toEqual([]);
});

it('shows each administrator what the permissions allow', async () => {
  const people = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['people'] }));
  expect(await idsOf('/api/admin/users', '독고이병', people)).toEqual([]);
  expect(await idsOf('/api/admin/users', 'mother@home', people)).toEqual([user.id]);
  const orders = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['orders'] }));
  expect(await find('독고이병', orders)).toMatchObject({ orders: [order.id], users: [user.id], conversations: [] });
  const money = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
  const file = async (q: string) => (await money.get(`/api/admin/orders/export?${new URLSearchParams({ q })}`)).body;
  expect(await file('독고이병')).not.toContain(order.order_number);
  expect(await file('어머니')).toContain(order.order_number);
});
