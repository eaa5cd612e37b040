import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation, say } from '#tests/support/app/consultations.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { readVapid, startPushServer } from '#tests/support/providers/push-server.ts';
import { sendPushes } from './send-pushes.ts';

const MINUTE_MS = 60_000;
const service = await startPushServer();
afterAll(() => service.close());
const shop = await setUpTestApp({ isPushService: (endpoint) => endpoint.startsWith(service.origin) });

const MESSAGE = { title: '새 상담 메시지가 있습니다.', tag: 'message', path: '/admin/chat' };
const ORDER = { title: '새 주문이 있습니다.', tag: 'order', path: '/admin/orders' };
const REFUND = { title: '새 환불 요청이 있습니다.', tag: 'refund', path: '/admin/refund-requests' };

const run = (deadlineMs = 5000) => sendPushes({ ...shop.deps.push, deadlineMs });
const rows = () => shop.db.selectFrom('push_messages').selectAll().orderBy('id').execute();

async function runAfter(ms: number): Promise<void> {
  shop.clock.advance(ms);
  await run();
}

/** An administrator with these permissions and one browser. */
async function buildStaff(...permissions: Permission[]) {
  const user = await shop.buildUser({ role: 'admin', permissions });
  const client = await shop.client().as(user);
  const browser = service.createBrowser();
  const subscribed = await client.put('/api/admin/push', browser.subscription);
  expect(subscribed.statusCode, subscribed.body).toBe(200);
  return { user, client, ...browser };
}

beforeEach(async () => {
  await shop.db.deleteFrom('push_subscriptions').execute();
  service.requests.length = 0;
  service.answer({ status: 201 });
});

describe('a message of a customer', () => {
  it('pushes to all who answer while it has no assignee, signed, encrypted and without a name', async () => {
    const [one, two, orders] = [
      await buildStaff('consultations'),
      await buildStaff('owner'),
      await buildStaff('orders', 'money'),
    ];
    await openConversation(await buildCustomer(shop, { fullname: '남궁비밀' }), { text: '비밀입니다' });
    await run();
    expect([one.received(), two.received(), orders.received()]).toEqual([[MESSAGE], [MESSAGE], []]);
    const [request] = service.requests;
    if (!request) throw new Error('two pushes arrived');
    const { headers } = request;
    expect(headers).toMatchObject({ ttl: '3600', topic: 'message', 'content-encoding': 'aes128gcm', urgency: 'high' });
    const { key, claims } = readVapid(request);
    expect(key).toBe((await one.client.get('/api/admin/push')).json().public_key);
    expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) });
    const leftSeconds = Number(claims.exp) - Date.now() / 1000;
    expect(leftSeconds).toBeGreaterThan(0);
    expect(leftSeconds).toBeLessThanOrEqual(24 * 3600);
    // Nothing is sent again.
    await run();
    expect(service.requests).toHaveLength(2);
  });

  it('pushes to the assignee alone once there is one', async () => {
    const [assignee, other] = [await buildStaff('consultations'), await buildStaff('consultations')];
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    await run();
    await shop.db.updateTable('conversations').set({ assignee_id: assignee.user.id }).where('id', '=', id).execute();
    shop.clock.advance(2 * MINUTE_MS);
    await say(customer, id, '다시 여쭙니다');
    await run();
    expect([assignee.received().length, other.received().length]).toEqual([2, 1]);
  });

  it('pushes once for many messages of a minute, and again for those after it', async () => {
    const { received } = await buildStaff('consultations');
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    await say(customer, id, '하나');
    await run();
    await say(customer, id, '둘');
    await say(customer, id, '셋');
    await runAfter(MINUTE_MS / 2);
    expect(received()).toEqual([MESSAGE]);
    await runAfter(MINUTE_MS / 2 + 1000);
    expect(received()).toEqual([MESSAGE, MESSAGE]);
  });
});

it('two equal pushes that two transactions queued at once are one', async () => {
  const { user, received } = await buildStaff('consultations');
  const { id } = await shop.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const now = shop.clock.now();
  const queued = { subscription_id: id, kind: 'message', created_at: now, due_at: now } as const;
  await shop.db.insertInto('push_messages').values([queued, queued]).execute();
  await run();
  await runAfter(2 * MINUTE_MS);
  expect(received()).toEqual([MESSAGE]);
});

describe('money', () => {
  it('of a new order pushes to those who read orders, of a request for a refund to those who decide', async () => {
    const [orders, money, chat] = [
      await buildStaff('orders'),
      await buildStaff('money'),
      await buildStaff('consultations'),
    ];
    const payment = await buildPaymentFixture(shop, PLAN.price);
    expect((await payment.confirm(await payment.pay())).statusCode).toBe(200);
    await run();
    expect([orders.received(), money.received(), chat.received()]).toEqual([[ORDER], [ORDER], []]);
    const asked = await payment.client.post(`/api/orders/${payment.row.id}/refund-requests`, { reason: '취소' });
    expect(asked.statusCode, asked.body).toBe(201);
    await run();
    expect([orders.received(), money.received()]).toEqual([[ORDER], [ORDER, REFUND]]);
  });

  it('of an administrator who buys pushes nothing to them', async () => {
    const buyer = await buildStaff('orders');
    const other = await buildStaff('orders');
    const payment = await buildPaymentFixture(shop, PLAN.price, { user: buyer.user });
    expect((await payment.confirm(await payment.pay())).statusCode).toBe(200);
    await run();
    expect([buyer.received(), other.received()]).toEqual([[], [ORDER]]);
  });
});

describe('without a subscription', () => {
  it('nothing is written', async () => {
    await openConversation(await buildCustomer(shop));
    expect(await rows()).toEqual([]);
  });
});

describe('the push service', () => {
  it.each([404, 410])('ends the subscription with %d', async (status) => {
    const { client } = await buildStaff('consultations');
    service.answer({ status });
    await openConversation(await buildCustomer(shop));
    await run();
    expect((await client.get('/api/admin/push')).json().endpoints).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('is asked again after what Retry-After says, and not before', async () => {
    const { received } = await buildStaff('consultations');
    service.answer({ status: 429, headers: { 'retry-after': '300' } });
    await openConversation(await buildCustomer(shop));
    await run();
    service.answer({ status: 201 });
    await runAfter(4 * MINUTE_MS);
    expect(service.requests).toHaveLength(1);
    await runAfter(MINUTE_MS + 1000);
    expect(received()).toEqual([MESSAGE, MESSAGE]);
    // The rest of its hour.
    expect(service.requests[1]?.headers.ttl).toBe('3299');
  });

  it('is given up when Retry-After asks for longer than time goes', async () => {
    await buildStaff('consultations');
    service.answer({ status: 429, headers: { 'retry-after': '9'.repeat(20) } });
    await openConversation(await buildCustomer(shop));
    await run();
    await runAfter(60 * MINUTE_MS + 1000);
    expect(service.requests).toHaveLength(1);
  });

  it('that hangs is given up in time, asked again, and after an hour no more', async () => {
    await buildStaff('consultations');
    service.answer('hang');
    await openConversation(await buildCustomer(shop));
    await run(50);
    expect((await rows())[0]).toMatchObject({ attempts: 1, sent_at: null });
    shop.clock.advance(MINUTE_MS);
    await run(50);
    expect(service.requests).toHaveLength(2);
    service.answer({ status: 201 });
    await runAfter(60 * MINUTE_MS);
    expect(service.requests).toHaveLength(2);
    expect(await rows()).toEqual([]);
  });

  it('that sends elsewhere is not followed', async () => {
    await buildStaff('consultations');
    service.answer({ status: 307, headers: { location: `${service.origin}/elsewhere` } });
    await openConversation(await buildCustomer(shop));
    await run();
    expect(service.requests.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(service.requests).toHaveLength(1);
  });

  it('that refuses a push gets it no more, and the next one', async () => {
    const { received } = await buildStaff('consultations');
    service.answer({ status: 413 });
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    await run();
    expect(await rows()).toEqual([]);
    service.answer({ status: 201 });
    await say(customer, id, '다시');
    await run();
    expect(received()).toEqual([MESSAGE, MESSAGE]);
  });
});

it('two runs at once send each push once', async () => {
  const staff = await Promise.all([1, 2, 3, 4, 5].map(() => buildStaff('consultations')));
  await openConversation(await buildCustomer(shop));
  await Promise.all([run(), run(), run()]);
  expect(staff.map(({ received }) => received().length)).toEqual([1, 1, 1, 1, 1]);
});
