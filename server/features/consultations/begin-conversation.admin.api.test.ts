import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  buildCustomer,
  change,
  openConversation,
  readConversation,
  readEntries,
  readThread,
} from '#tests/support/app/consultations.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { sendConsultationNotices } from './notices/send-consultation-notices.ts';

const DAY_MS = 86_400_000;

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

const begin = (body: object) =>
  admin.client.post('/api/admin/consultations', { client_id: randomUUID(), text: '안내드립니다', ...body });

async function begun(body: object, status = 201): Promise<AdminConversation> {
  const response = await begin(body);
  expect(response.statusCode, response.body).toBe(status);
  return response.json();
}

async function buildOrder() {
  const customer = await buildCustomer(shop);
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  return { customer, order };
}

const expireNewly = () => shop.clock.advance(31 * DAY_MS);

describe('POST /api/admin/consultations', () => {
  it('makes the answered conversation of an order, which its customer reads', async () => {
    const { customer, order } = await buildOrder();
    const made = await begun({ order_id: order.id });
    expect(made).toMatchObject({
      status: 'answered',
      order_id: order.id,
      subject: `주문 ${order.order_number}`,
      customer: { id: customer.user.id },
      last_message: { text: '안내드립니다', author: { kind: 'staff' } },
    });
    expect(await readConversation(customer, made.id)).toMatchObject({ status: 'answered', unread: 1 });
    expect(await readThread(customer, made.id)).toMatchObject([{ seq: 1, kind: 'message', text: '안내드립니다' }]);
    const order200 = await customer.client.get(`/api/orders/${order.id}`);
    expect(order200.json()).toMatchObject({ conversation_id: made.id });
  });

  it('is the same for the same client_id, and 409 with other words', async () => {
    const { order } = await buildOrder();
    const client_id = randomUUID();
    const { id } = await begun({ order_id: order.id, client_id });
    expect((await begun({ order_id: order.id, client_id }, 200)).id).toBe(id);
    expect(await readEntries(admin, id)).toHaveLength(1);
    expectError(await begin({ order_id: order.id, client_id, text: '다른 말' }), 409, 'CLIENT_ID_REUSED');
  });

  it('answers an open conversation, and one that was closed less than 30 days ago', async () => {
    const { customer, order } = await buildOrder();
    const ofOrder = await openConversation(customer, { order_id: order.id });
    const plain = await openConversation(customer);
    expect(await begun({ order_id: order.id, subject: '새 제목' }, 200)).toMatchObject({
      id: ofOrder.id,
      status: 'answered',
      subject: ofOrder.subject,
    });
    expect((await begun({ user_id: customer.user.id }, 200)).id).toBe(plain.id);
    for (const [id, body] of [
      [ofOrder.id, { order_id: order.id }],
      [plain.id, { user_id: customer.user.id }],
    ] as const) {
      await change(admin, id, { status: 'closed' });
      expect(await begun(body, 200)).toMatchObject({ id, status: 'answered', closed_at: null });
    }
  });

  it('makes a new one that goes on from one that was closed long ago', async () => {
    const { customer, order } = await buildOrder();
    const ofOrder = await openConversation(customer, { order_id: order.id });
    const plain = await openConversation(customer);
    for (const { id } of [ofOrder, plain]) await change(admin, id, { status: 'closed' });
    expireNewly();
    await admin.client.as(admin.user);
    expect(await begun({ order_id: order.id })).toMatchObject({ previous_id: ofOrder.id });
    const text = '안녕하세요\n서류를 받았습니다';
    expect(await begun({ user_id: customer.user.id, text })).toMatchObject({
      previous_id: plain.id,
      order_id: null,
      subject: '안녕하세요',
    });
  });

  it('has one conversation for messages that are sent at once', async () => {
    const { order } = await buildOrder();
    const made = await Promise.all([1, 2, 3].map(() => begin({ order_id: order.id })));
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(new Set(made.map((response) => response.json<AdminConversation>().id)).size).toBe(1);
  });

  it('sends the notice of an answer that stays unread', async () => {
    const { customer, order } = await buildOrder();
    const { id } = await begun({ order_id: order.id });
    shop.clock.advance(6 * 60_000);
    await sendConsultationNotices(shop.deps.consultations);
    const events = shop.db.selectFrom('notice_events').select('event_key').where('user_id', '=', customer.user.id);
    expect(await events.where('kind', '=', 'reply_waiting').execute()).toEqual([{ event_key: `reply:${id}:1` }]);
  });

  it('refuses what it does not understand, and writes nothing', async () => {
    const { customer, order } = await buildOrder();
    const both = { order_id: order.id, user_id: customer.user.id };
    for (const body of [{}, both, { order_id: order.id, text: ' ' }, { order_id: order.id, subject: ' ' }]) {
      expectError(await begin(body), 400, 'VALIDATION_FAILED');
    }
    expectError(await begin({ order_id: 999_999 }), 404, 'ORDER_NOT_FOUND');
    for (const user_id of [999_999, admin.user.id]) expectError(await begin({ user_id }), 404, 'USER_NOT_FOUND');
    expect((await customer.client.get('/api/consultations')).json()).toEqual([]);
  });
});
