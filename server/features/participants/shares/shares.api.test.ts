import { describe, expect, it } from 'vitest';
import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { eraseEverywhere } from '#server/registry/features.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { Shares } from '#shared/features/participants/share-schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { type EventReader, readEvents } from '#tests/support/app/event-reader.ts';
import { untilLockWait } from '#tests/support/app/lock-waits.ts';
import { buildCase, buildPerson, joinAsClient, type Part } from '#tests/support/cases/cases.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { endPart } from '../leave-cases.ts';
import { getCaseAccess } from '../participants.access.ts';

const shop = await setUpTestApp();
const NONE = {
  progress: false,
  papers: false,
  answers: false,
  conversation: false,
  letter: false,
  appointments: false,
};

async function buildJoined() {
  const here = await buildCase(shop);
  return { ...here, id: here.order.id, joined: await joinAsClient(shop, here.order.id) };
}

const consent = ({ client }: Part, id: number) =>
  client.put(`/api/orders/${id}/consents/share`, { version: CASE_CONSENTS.share.version });
const put = ({ client }: Part, id: number, body: object) => client.put(`/api/orders/${id}/shares`, body);
const read = async ({ client }: Part, id: number) => (await client.get(`/api/orders/${id}/shares`)).json<Shares>();
const sharedWith = async ({ user }: Part, id: number) =>
  (await getCaseAccess(shop.db, user.id, id, shop.clock.now())).shares;
const eventsOf = async (id: number) =>
  (await shop.db.selectFrom('case_events').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
    ({ kind, shares }) => [kind, shares],
  );
const payerOf = (id: number) =>
  shop.db
    .selectFrom('participants')
    .select('id')
    .where('order_id', '=', id)
    .where('role', '=', 'payer')
    .executeTakeFirstOrThrow();

describe('shares', () => {
  it('are none at first, and set by the client with the consent to sharing', async () => {
    const { id, joined, buyer } = await buildJoined();
    expect(await read(joined, id)).toEqual({ shares: NONE, shares_until: null });
    expectError(await put(joined, id, { shares: { progress: true } }), 403, 'CONSENT_REQUIRED');
    await consent(joined, id);
    const until = new Date(shop.clock.now().getTime() + 1000).toISOString();
    const answer = await put(joined, id, { shares: { progress: true, papers: false }, shares_until: until });
    expect(answer.json()).toEqual({ shares: { ...NONE, progress: true }, shares_until: until });
    expect(await sharedWith(buyer, id)).toEqual(['progress']);
    expect((await put(joined, id, { shares: { letter: true } })).json()).toEqual({
      shares: { ...NONE, letter: true },
      shares_until: null,
    });
    expect(await eventsOf(id)).toEqual([
      ['shares_changed', ['progress']],
      ['shares_changed', ['letter']],
    ]);
  });

  it('are in the case as the client reads it, and in no other', async () => {
    const { id, joined, buyer } = await buildJoined();
    await consent(joined, id);
    const until = new Date(shop.clock.now().getTime() + 1000).toISOString();
    await put(joined, id, { shares: { progress: true }, shares_until: until });
    const peopleOf = async ({ client }: Part) =>
      (await client.get(`/api/orders/${id}`)).json<OrderDetail>().participants;
    expect(await peopleOf(joined)).toMatchObject([
      { role: 'payer', shares: { ...NONE, progress: true }, shares_until: until },
      { role: 'client', shares: NONE, shares_until: null },
    ]);
    for (const person of await peopleOf(buyer)) expect(person).not.toHaveProperty('shares');
    shop.clock.advance(1000);
    expect((await peopleOf(joined))[0]).toMatchObject({ shares: NONE, shares_until: null });
  });

  it('are off once their time is over', async () => {
    const { id, joined } = await buildJoined();
    await consent(joined, id);
    const until = new Date(shop.clock.now().getTime() + 1000).toISOString();
    await put(joined, id, { shares: { progress: true }, shares_until: until });
    shop.clock.advance(1000);
    expect(await read(joined, id)).toEqual({ shares: NONE, shares_until: null });
  });

  it.each([
    {},
    { shares: { progress: 'yes' } },
    { shares: { progress: true }, shares_until: 'tomorrow' },
    { shares: { progress: true }, shares_until: '2020-01-01T00:00:00Z' },
  ])('are 400 for %j, and nothing is written', async (body) => {
    const { id, joined } = await buildJoined();
    await consent(joined, id);
    expectError(await put(joined, id, body), 400, 'VALIDATION_FAILED');
    expect(await eventsOf(id)).toEqual([]);
  });

  it('are 404 for the payer, a guardian and a buyer who is the soldier', async () => {
    const { id, buyer } = await buildJoined();
    const guardian = await joinAsClient(shop, id, 'guardian');
    const own = await buildCase(shop, '본인');
    for (const [person, order] of [
      [buyer, id],
      [guardian, id],
      [own.buyer, own.order.id],
    ] as const) {
      expectError(await person.client.get(`/api/orders/${order}/shares`), 404, 'ORDER_NOT_FOUND');
      expectError(await put(person, order, { shares: {} }), 404, 'ORDER_NOT_FOUND');
    }
  });

  it('end for the payer at once, who stays the payer', async () => {
    const { id, joined, buyer } = await buildJoined();
    await consent(joined, id);
    await put(joined, id, { shares: { progress: true } });
    const payer = await payerOf(id);
    expectError(await buyer.client.delete(`/api/orders/${id}/participants/${payer.id}`), 404, 'ORDER_NOT_FOUND');
    expectError(await joined.client.delete(`/api/orders/${id}/participants/2000000000`), 404, 'PARTICIPANT_NOT_FOUND');
    expect((await joined.client.delete(`/api/orders/${id}/participants/${payer.id}`)).json()).toEqual({
      success: true,
    });
    expect(await sharedWith(buyer, id)).toEqual([]);
    expect((await buyer.client.get(`/api/orders/${id}`)).statusCode).toBe(200);
    expect((await eventsOf(id)).at(-1)).toEqual(['shares_ended', null]);
  });
});

describe('DELETE /api/orders/{id}/participants/me', () => {
  it('ends the part of the client, with consents and shares, and mails the buyer without a name', async () => {
    const { id, joined, buyer, order } = await buildJoined();
    await consent(joined, id);
    await put(joined, id, { shares: { progress: true } });
    expect((await joined.client.delete(`/api/orders/${id}/participants/me`)).json()).toEqual({ success: true });
    expectError(await joined.client.get(`/api/orders/${id}/shares`), 404, 'ORDER_NOT_FOUND');
    expectError(await joined.client.delete(`/api/orders/${id}/participants/me`), 404, 'ORDER_NOT_FOUND');
    expect(await getCaseAccess(shop.db, buyer.user.id, id, shop.clock.now())).toMatchObject({
      hadClient: true,
      clientId: null,
      shares: [],
    });
    const mails = await shop.db
      .selectFrom('mails')
      .select('params')
      .where('kind', '=', 'participants_changed')
      .execute();
    expect(mails).toEqual([{ params: { orderId: id, orderNumber: order.order_number, change: 'left' } }]);
  });

  it('is what the closing of an account does, and the buyer learns of it', async () => {
    const { id, joined, order } = await buildJoined();
    await transaction(shop.db, (trx) => eraseEverywhere(trx, joined.user, shop.clock.now()));
    expect(await eventsOf(id)).toEqual([['left', null]]);
    const mails = await shop.db
      .selectFrom('mails')
      .select('params')
      .where('kind', '=', 'participants_changed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(mails).toEqual([{ params: { orderId: id, orderNumber: order.order_number, change: 'left' } }]);
  });

  it('is 404 for the buyer', async () => {
    const { id, buyer } = await buildJoined();
    expectError(await buyer.client.delete(`/api/orders/${id}/participants/me`), 404, 'ORDER_NOT_FOUND');
  });
});

it('changes that are kept are limited, and ending shares and consents never is', async () => {
  const { id, joined } = await buildJoined();
  const payer = await payerOf(id);
  const end = () => joined.client.delete(`/api/orders/${id}/participants/${payer.id}`);
  const withdraw = () =>
    joined.client.call('DELETE', `/api/orders/${id}/consents/share`, { version: CASE_CONSENTS.share.version });
  await consent(joined, id);
  let changes = 1;
  for (; (await put(joined, id, { shares: { progress: changes % 2 === 0, papers: true } })).statusCode === 200; ) {
    changes += 1;
    if (changes > 150) break;
  }
  expect(changes).toBe(100);
  const events = (await eventsOf(id)).length;
  expectError(await put(joined, id, { shares: { letter: true } }), 429, 'TOO_MANY_REQUESTS');
  for (let again = 0; again < 3; again += 1) expect((await end()).statusCode).toBe(200);
  expect(await eventsOf(id)).toHaveLength(events + 1);
  expect((await put(joined, id, { shares: {} })).statusCode).toBe(200);
  expect((await withdraw()).statusCode).toBe(200);
  expectError(await consent(joined, id), 429, 'TOO_MANY_REQUESTS');
});

it('an act that waits for the order is refused once the part of its person has ended', async () => {
  const { id, joined } = await buildJoined();
  const { client } = joined;
  const { id: paper } = await shop.db
    .insertInto('order_papers')
    .values({ order_id: id, title: '처분서', asked_of: 'client' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('order_question_sets')
    .values({ order_id: id, set_name: 'discipline', version: 1 })
    .execute();
  const acts = [
    () => client.put(`/api/orders/${id}/questions/discipline/stage`, { value: '1', revision: 0 }),
    () => client.post(`/api/orders/${id}/questions/discipline/submit`, {}),
    () => client.post(`/api/orders/${id}/papers/${paper}/files`, { attachment_ids: [1] }),
    () => client.post(`/api/orders/${id}/letter/decline`, { reason: '먼저 통화하고 싶습니다.' }),
    () => client.put(`/api/orders/${id}/letter/custody`, { sole: true }),
  ];
  const waiting = await transaction(shop.db, async (trx) => {
    await lockOrder(trx, id);
    const sent = acts.map((act) => act());
    await untilLockWait(shop, acts.length);
    await endPart(trx, { orderId: id, userId: joined.user.id, now: shop.clock.now(), state: 'removed' });
    return { answers: Promise.all(sent) };
  });
  for (const answer of await waiting.answers) expectError(answer, 404, 'ORDER_NOT_FOUND');
});

describe('open pages of the people in a case', () => {
  it('learn at once that shares changed, and other customers do not', async () => {
    const { id, joined, buyer } = await buildJoined();
    const streams = {
      buyer: await readEvents(shop, buyer.client),
      client: await readEvents(shop, joined.client),
      other: await readEvents(shop, (await buildPerson(shop)).client),
    };
    const told = ({ events }: EventReader) => events.map(({ name, data }) => [name, data]);
    await consent(joined, id);
    await put(joined, id, { shares: { progress: true } });
    const payer = await payerOf(id);
    await joined.client.delete(`/api/orders/${id}/participants/${payer.id}`);
    await put(joined, id, { shares: { papers: true } });
    await joined.client.call('DELETE', `/api/orders/${id}/consents/share`, { version: CASE_CONSENTS.share.version });
    await joined.client.delete(`/api/orders/${id}/participants/me`);
    for (const stream of [streams.buyer, streams.client]) {
      await expect.poll(() => told(stream)).toEqual(Array.from({ length: 5 }, () => ['case', { order_id: id }]));
    }
    expect(told(streams.other)).toEqual([]);
    for (const stream of Object.values(streams)) stream.close();
  });
});
