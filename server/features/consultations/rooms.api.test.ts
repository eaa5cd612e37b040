import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { eraseEverywhere } from '#server/registry/features.ts';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { buildAdmin, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  type CustomerFixture,
  change,
  openConversation,
  readAsAdmin,
  readEntries,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';
import { readEvents } from '#tests/support/app/event-reader.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { reportStepDone } from './consultations.lookup.ts';
import { sendConsultationNotices } from './notices/send-consultation-notices.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const NOW = shop.clock.now();

async function join(orderId: number, { user }: CustomerFixture, role: 'client' | 'guardian' = 'client') {
  await shop.db
    .insertInto('participants')
    .values({ order_id: orderId, role, state: 'joined', user_id: user.id, joined_at: NOW })
    .execute();
}

const share = (orderId: number, isShared: boolean, until: Date | null = null) =>
  shop.db
    .updateTable('participants')
    .set({ shares: isShared ? ['conversation'] : [], shares_until: until })
    .where('order_id', '=', orderId)
    .where('role', '=', 'payer')
    .execute();

/** A case whose client has joined and shares the conversation if wanted. */
async function buildCase({ isShared = false } = {}) {
  const buyer = await buildCustomer(shop);
  const soldier = await shop.buildSoldier({ user: buyer.user, relationship: '자녀' });
  const order = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed' });
  const client = await buildCustomer(shop, { fullname: '홍이병' });
  await join(order.id, client);
  if (isShared) await share(order.id, true);
  return { buyer, client, order, order_id: order.id };
}

const open = ({ client }: CustomerFixture, body: object) =>
  client.post('/api/consultations', { subject: '제목', text: '비밀', client_id: randomUUID(), ...body });
const listOwn = async ({ client }: CustomerFixture) =>
  (await readPages<Conversation>(client, '/api/consultations')).map(({ id }) => id);
const unread = async ({ client }: CustomerFixture) => (await client.get('/api/consultations/unread')).json();
const readOrder = async ({ client }: CustomerFixture, orderId: number) =>
  (await client.get(`/api/orders/${orderId}`)).json();

async function attach({ client }: Pick<CustomerFixture, 'client'>, text: string): Promise<number> {
  const { body, headers } = fileForm(Buffer.from(text));
  return (await client.post('/api/attachments', body, { headers })).json().id;
}

/** Expects that the conversation does not exist for the person, in any call. */
async function expectClosed({ client }: CustomerFixture, id: number) {
  const path = `/api/consultations/${id}`;
  const calls = await Promise.all([
    client.get(path),
    client.get(`${path}/messages`),
    client.post(`${path}/messages`, { client_id: randomUUID(), text: '나도' }),
    client.put(`${path}/read`, { seq: 1 }),
    client.post(`${path}/typing`),
  ]);
  for (const response of calls) expectError(response, 404, 'CONVERSATION_NOT_FOUND');
}

describe('the rooms of a case', () => {
  it('are apart: each person reads the own one, and nothing of the other', async () => {
    const { buyer, client, order_id } = await buildCase();
    const ofBuyer = await openConversation(buyer, { order_id, attachment_ids: [await attach(buyer, '구매자 파일')] });
    const ofClient = await openConversation(client, {
      order_id,
      attachment_ids: [await attach(client, '의뢰인 파일')],
    });
    expect([ofBuyer.room, ofClient.room]).toEqual(['buyer', 'client']);
    await answer(admin, ofClient.id, '의뢰인께');
    for (const [person, own, other] of [
      [buyer, ofBuyer, ofClient],
      [client, ofClient, ofBuyer],
    ] as const) {
      expect(await listOwn(person)).toEqual([own.id]);
      await expectClosed(person, other.id);
    }
    expect(await unread(buyer)).toEqual({ unread: 0, has_conversations: true });
    expect(await unread(client)).toEqual({ unread: 1, has_conversations: true });
    for (const room of ['client', 'shared']) {
      expectError(await open(buyer, { order_id, room }), 404, 'CONVERSATION_NOT_FOUND');
    }
    expectError(await open(client, { order_id, room: 'buyer' }), 404, 'CONVERSATION_NOT_FOUND');
    expectError(await open(client, { room: 'client' }), 400, 'VALIDATION_FAILED');
    expectError(await open(client, { order_id, room: 'all' }), 400, 'VALIDATION_FAILED');
    expect(await readOrder(buyer, order_id)).toMatchObject({
      conversation_id: ofBuyer.id,
      rooms: [{ room: 'buyer', conversation_id: ofBuyer.id }],
      documents: [{ size: Buffer.byteLength('구매자 파일') }],
    });
  });

  it('keep their files', async () => {
    const { buyer, client, order_id } = await buildCase();
    const file = await attach(client, '진단서');
    const { id } = await openConversation(client, { order_id, attachment_ids: [file] });
    const noted = await attach(admin, '메모 파일');
    await writeNote(admin, id, '내부', { attachment_ids: [noted] });
    for (const [person, status] of [
      [client, 200],
      [buyer, 404],
    ] as const) {
      expect((await person.client.get(`/api/attachments/${file}`)).statusCode).toBe(status);
      expect((await person.client.get(`/api/attachments/${noted}`)).statusCode).toBe(404);
    }
    expect((await admin.client.get(`/api/attachments/${file}`)).statusCode).toBe(200);
  });

  it('say of each file of the shared one who sent it', async () => {
    const { buyer, client, order_id } = await buildCase({ isShared: true });
    const { id } = await openConversation(buyer, {
      order_id,
      room: 'shared',
      attachment_ids: [await attach(buyer, '구매자 파일')],
    });
    await say(client, id, '저도 보냅니다', { attachment_ids: [await attach(client, '의뢰인 파일')] });
    await answer(admin, id, '받았습니다', { attachment_ids: [await attach(admin, '답변')] });
    const ofBuyer = { kind: 'customer', name: buyer.user.fullname };
    const ofClient = { kind: 'customer', name: client.user.fullname };
    for (const [person, owned] of [
      [buyer, [true, false, false]],
      [client, [false, true, false]],
    ] as const) {
      const { documents } = await readOrder(person, order_id);
      expect(documents).toMatchObject([
        { from: 'customer', author: ofBuyer, is_own: owned[0] },
        { from: 'customer', author: ofClient, is_own: owned[1] },
        { from: 'staff', author: { kind: 'staff' }, is_own: owned[2] },
      ]);
    }
  });

  it('have one conversation of all three, while the client shares it', async () => {
    const { buyer, client, order_id } = await buildCase({ isShared: true });
    const client_id = randomUUID();
    const shared = await openConversation(buyer, { order_id, room: 'shared', client_id });
    expect(
      (await open(buyer, { order_id, room: 'shared', client_id, subject: shared.subject, text: '안녕하세요' })).json(),
    ).toMatchObject({
      id: shared.id,
      room: 'shared',
    });
    expectError(await open(client, { order_id, room: 'shared' }), 409, 'CONVERSATION_OPEN');
    await say(client, shared.id, '같이 봅니다');
    await answer(admin, shared.id, '두 분께');
    for (const person of [buyer, client]) {
      expect((await readThread(person, shared.id)).map(({ text }) => text)).toEqual([
        '안녕하세요',
        '같이 봅니다',
        '두 분께',
      ]);
      expect(await unread(person)).toMatchObject({ unread: 1 });
      expect(await listOwn(person)).toEqual([shared.id]);
      expect((await readOrder(buyer, order_id)).rooms).toContainEqual({ room: 'shared', conversation_id: shared.id });
    }
    const file = await attach(client, '같이 보는 파일');
    await say(client, shared.id, '파일', { attachment_ids: [file] });
    expect((await buyer.client.get(`/api/attachments/${file}`)).statusCode).toBe(200);
    await share(order_id, false);
    for (const person of [buyer, client]) await expectClosed(person, shared.id);
    expect((await buyer.client.get(`/api/attachments/${file}`)).statusCode).toBe(404);
    expect(await unread(buyer)).toEqual({ unread: 0, has_conversations: false });
    await share(order_id, true, new Date(shop.clock.now().getTime() - 1));
    await expectClosed(buyer, shared.id);
    expect((await readEntries(admin, shared.id)).length).toBe(4);
  });

  it('are read by no guardian and no one else', async () => {
    const { client, order_id } = await buildCase({ isShared: true });
    const guardian = await buildCustomer(shop);
    await join(order_id, guardian, 'guardian');
    const { id } = await openConversation(client, { order_id, room: 'shared' });
    await expectClosed(guardian, id);
    expectError(await open(guardian, { order_id }), 404, 'CONVERSATION_NOT_FOUND');
    expectError(await open(await buildCustomer(shop), { order_id }), 404, 'ORDER_NOT_FOUND');
  });

  it('of a client who left are closed to the next one, who begins another', async () => {
    const { client, order_id } = await buildCase();
    const { id } = await openConversation(client, { order_id });
    await shop.db
      .updateTable('participants')
      .set({ state: 'left', ended_at: NOW })
      .where('user_id', '=', client.user.id)
      .execute();
    await expectClosed(client, id);
    const next = await buildCustomer(shop);
    await join(order_id, next);
    await expectClosed(next, id);
    expect((await openConversation(next, { order_id })).room).toBe('client');
    const { conversations } = (await client.client.get('/api/auth/personal-data')).json();
    const own = { id, subject: expect.stringMatching(/./), messages: [{ author: 'customer', text: '안녕하세요' }] };
    expect(conversations).toMatchObject([own]);
  });

  it('give a buyer who is the soldier the one room of before', async () => {
    const buyer = await buildCustomer(shop);
    const soldier = await shop.buildSoldier({ user: buyer.user, relationship: '본인' });
    const { id: order_id } = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed' });
    expect((await openConversation(buyer, { order_id })).room).toBe('buyer');
    expectError(await open(buyer, { order_id, room: 'client' }), 404, 'CONVERSATION_NOT_FOUND');
  });
});

describe('events, notices and own data', () => {
  it('reach the readers of the room alone', async () => {
    const { buyer, client, order_id } = await buildCase();
    const ofBuyer = await openConversation(buyer, { order_id });
    const ofClient = await openConversation(client, { order_id });
    const stream = await readEvents(shop, buyer.client);
    await answer(admin, ofClient.id, '의뢰인께');
    await admin.client.post(`/api/admin/consultations/${ofClient.id}/typing`);
    await answer(admin, ofBuyer.id, '구매자께');
    await stream.until(({ name, data }) => name === 'message' && data.conversation_id === ofBuyer.id);
    expect(stream.events.filter(({ data }) => data.conversation_id === ofClient.id)).toEqual([]);
    shop.clock.advance(6 * 60_000);
    await sendConsultationNotices(shop.deps.consultations);
    const noticed = await shop.db
      .selectFrom('notice_events')
      .select(['user_id', 'params'])
      .where('order_id', '=', order_id)
      .where('kind', '=', 'reply_waiting')
      .orderBy('id')
      .execute();
    expect(noticed.map(({ user_id }) => user_id).sort()).toEqual([buyer.user.id, client.user.id].sort());
    stream.close();
  });

  it('of the shared room go to each who has not read it', async () => {
    const { buyer, client, order_id } = await buildCase({ isShared: true });
    const { id } = await openConversation(client, { order_id, room: 'shared' });
    await answer(admin, id, '두 분께');
    await buyer.client.put(`/api/consultations/${id}/read`, { seq: 2 });
    shop.clock.advance(6 * 60_000);
    await sendConsultationNotices(shop.deps.consultations);
    const noticed = shop.db.selectFrom('notice_events').select('user_id').where('order_id', '=', order_id);
    expect(await noticed.execute()).toEqual([{ user_id: client.user.id }]);
  });

  it('have of a shared room, once it is not shared, the own words alone', async () => {
    const { buyer, client, order_id } = await buildCase({ isShared: true });
    const { id } = await openConversation(client, { order_id, room: 'shared', text: '의뢰인의 말' });
    await say(buyer, id, '구매자의 말');
    const texts = async () => {
      const { conversations } = (await buyer.client.get('/api/auth/personal-data')).json();
      return conversations.flatMap(({ messages }: { messages: { text: string }[] }) =>
        messages.map(({ text }) => text),
      );
    };
    expect(await texts()).toEqual(['의뢰인의 말', '구매자의 말']);
    await share(order_id, false);
    expect(await texts()).toEqual(['구매자의 말']);
    const [kept] = (await buyer.client.get('/api/auth/personal-data')).json().conversations;
    expect(kept.subject).toBe('');
  });

  it('keep the conversation of a client who closes the account as long as the order', async () => {
    const { client, order_id } = await buildCase();
    const { id } = await openConversation(client, { order_id });
    await transaction(shop.db, (trx) => eraseEverywhere(trx, client.user, NOW));
    await shop.db.updateTable('users').set({ closed_at: NOW }).where('id', '=', client.user.id).execute();
    await applyRetention(shop.db, shop.clock.now());
    expect(await readAsAdmin(admin, id)).toMatchObject({ id, status: 'closed' });
  });
});

describe('administrators', () => {
  const begin = (body: object) =>
    admin.client.post('/api/admin/consultations', { client_id: randomUUID(), text: '안내', ...body });

  it('with consultations alone see all rooms, and no order', async () => {
    const { buyer, client, order_id } = await buildCase({ isShared: true });
    const ids = new Map<number, Room>();
    for (const [person, room] of [
      [buyer, 'buyer'],
      [client, 'client'],
      [client, 'shared'],
    ] as const) {
      ids.set((await openConversation(person, { order_id, room })).id, room);
    }
    const reception = await shop.buildUser({ role: 'admin', permissions: ['consultations'] });
    const staff = await shop.client().as(reception);
    const rows = await readPages<AdminConversation>(staff, '/api/admin/consultations');
    const found = rows.filter((row) => row.order_id === order_id);
    expect(new Map(found.map(({ id, room }) => [id, room]))).toEqual(ids);
    for (const [id, room] of ids) {
      const row = (await staff.get(`/api/admin/consultations/${id}`)).json();
      expect(row).toMatchObject({ room, rooms: [{}, {}, {}], customer_orders: [] });
    }
    expect((await staff.get(`/api/admin/orders/${order_id}`)).statusCode).toBe(403);
  });

  it('begin conversations in the room that they name, if a customer reads it', async () => {
    const { buyer, client, order_id } = await buildCase();
    const inRoom = async (room?: Room) => (await begin({ order_id, room })).json<AdminConversation>();
    expect(await inRoom()).toMatchObject({ room: 'buyer', customer: { id: buyer.user.id } });
    const ofClient = await inRoom('client');
    expect(ofClient).toMatchObject({ room: 'client', customer: { id: client.user.id } });
    expect(await listOwn(client)).toEqual([ofClient.id]);
    expectError(await begin({ order_id, room: 'shared' }), 404, 'CONVERSATION_NOT_FOUND');
    expectError(await begin({ user_id: buyer.user.id, room: 'client' }), 400, 'VALIDATION_FAILED');
    const { rooms } = (await admin.client.get(`/api/admin/orders/${order_id}`)).json();
    expect(rooms).toMatchObject([
      { room: 'buyer', is_read_by_customer: true },
      { room: 'client', conversation_id: ofClient.id, is_read_by_customer: true },
    ]);
    await share(order_id, true);
    const shared = await inRoom('shared');
    await share(order_id, false);
    const later = (await admin.client.get(`/api/admin/orders/${order_id}`)).json();
    expect(later.rooms).toContainEqual({ room: 'shared', conversation_id: shared.id, is_read_by_customer: false });
  });

  it('reopen a closed conversation beside the open ones of the other rooms', async () => {
    const { buyer, client, order_id } = await buildCase();
    const ofBuyer = await openConversation(buyer, { order_id });
    await change(admin, ofBuyer.id, { status: 'closed' });
    await openConversation(client, { order_id });
    expect((await change(admin, ofBuyer.id, { status: 'answered' })).statusCode).toBe(200);
  });
});

describe('a finished step', () => {
  const report = (orderId: number) =>
    transaction(shop.db, (trx) => reportStepDone(trx, shop.deps.consultations, { orderId, title: '항고장 제출' }));
  const STEP = { event: 'step_done', text: '‘항고장 제출’ 단계를 마쳤습니다.' };

  it('is reported in the room of the client, once one has joined', async () => {
    const { buyer, client, order_id } = await buildCase();
    const ofBuyer = await openConversation(buyer, { order_id });
    await report(order_id);
    const [ofClient] = await listOwn(client);
    expect(await readThread(client, ofClient ?? 0)).toMatchObject([STEP]);
    expect(await readThread(buyer, ofBuyer.id)).toHaveLength(1);
  });

  it('of before is named to the buyer only until a client has joined, and while the progress is shared', async () => {
    const buyer = await buildCustomer(shop);
    const soldier = await shop.buildSoldier({ user: buyer.user, relationship: '자녀' });
    const { id: order_id } = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed' });
    await report(order_id);
    const [id = 0] = await listOwn(buyer);
    expect(await readThread(buyer, id)).toMatchObject([STEP]);
    await join(order_id, await buildCustomer(shop));
    expect(await readThread(buyer, id)).toMatchObject([{ event: 'step_done', text: '진행 단계를 마쳤습니다.' }]);
    expect((await buyer.client.get('/api/auth/personal-data')).body).not.toContain('항고장 제출');
    await shop.db
      .updateTable('participants')
      .set({ shares: ['progress'] })
      .where('order_id', '=', order_id)
      .where('role', '=', 'payer')
      .execute();
    expect(await readThread(buyer, id)).toMatchObject([STEP]);
  });
});
