import { describe, expect, it } from 'vitest';
import { remindInviters } from '#server/features/participants/invitations/remind-inviters.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { buildCase, buildPerson, joinAsClient } from '#tests/support/cases/cases.ts';
import { buildLetterCase } from '#tests/support/letters/letter-case.ts';
import { remindDeadlines } from './remind-deadlines.ts';

const NOW = new Date('2026-11-27T00:00:00Z');
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);
const atDay = (days: number) => clock.set(new Date(NOW.getTime() + days * DAY_MS));

const eventsOf = (orderId: number, kind: 'deadline_near' | 'paper_requested' | 'letter_ready' | 'questions_open') =>
  shop.db
    .selectFrom('notice_events')
    .select(['user_id', 'params'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();

async function addDeadline(orderId: number, last_day: string): Promise<void> {
  const body = { kind: 'other', title: '의견서', starts_on: '2026-11-02', last_day };
  expect((await admin.client.post(`/api/admin/orders/${orderId}/deadlines`, body)).statusCode).toBe(201);
}

describe('reminders of deadlines', () => {
  it('go 7, 3 and 1 days before to the client and the assignee, once each, and not after the end', async () => {
    atDay(0);
    const { order, buyer } = await buildCase(shop);
    await shop.db.updateTable('orders').set({ assignee_id: admin.user.id }).where('id', '=', order.id).execute();
    const { user } = await joinAsClient(shop, order.id);
    await addDeadline(order.id, '2026-12-07');
    const counts: number[] = [];
    for (const day of [0, 3, 4, 6, 7, 7, 9, 10, 11, 20]) {
      atDay(day);
      await remindDeadlines({ db: shop.db, clock });
      counts.push((await eventsOf(order.id, 'deadline_near')).length);
    }
    expect(counts).toEqual([0, 2, 2, 2, 4, 4, 6, 6, 6, 6]);
    const told = await eventsOf(order.id, 'deadline_near');
    expect([...new Set(told.map(({ user_id }) => user_id))].toSorted()).toEqual([admin.user.id, user.id].toSorted());
    expect(told.map(({ user_id }) => user_id)).not.toContain(buyer.user.id);
    expect(JSON.stringify(told)).not.toContain('의견서');
  });

  it('go to the buyer while no client has joined, and not for a closed case', async () => {
    atDay(0);
    const open = await buildCase(shop);
    const closed = await buildCase(shop);
    for (const { order } of [open, closed]) await addDeadline(order.id, '2026-11-28');
    await shop.db.updateTable('orders').set({ work_closed_at: NOW }).where('id', '=', closed.order.id).execute();
    await remindDeadlines({ db: shop.db, clock });
    expect(await eventsOf(open.order.id, 'deadline_near')).toMatchObject([{ user_id: open.buyer.user.id }]);
    expect(await eventsOf(closed.order.id, 'deadline_near')).toEqual([]);
  });
});

it('sends a notice of what is asked to the person whose turn it is', async () => {
  atDay(0);
  const { order, buyer } = await buildCase(shop);
  const ask = (asked_of: 'client' | 'payer') =>
    admin.client.post(`/api/admin/orders/${order.id}/papers`, { title: '진단서', why: '', asked_of });
  await ask('client');
  const { user } = await joinAsClient(shop, order.id);
  await ask('client');
  await ask('payer');
  await admin.client.post(`/api/admin/orders/${order.id}/questions`, { set: 'discipline' });
  const told = (await eventsOf(order.id, 'paper_requested')).map(({ user_id }) => user_id);
  expect(told).toEqual([buyer.user.id, user.id, buyer.user.id]);
  expect(await eventsOf(order.id, 'questions_open')).toMatchObject([{ user_id: user.id }]);
  await shop.db
    .updateTable('participants')
    .set({ state: 'left', ended_at: NOW })
    .where('order_id', '=', order.id)
    .where('role', '=', 'client')
    .execute();
  await ask('client');
  expect(await eventsOf(order.id, 'paper_requested')).toHaveLength(3);
});

it('an inviter is reminded on days 2, 5 and 10 until the person joins', async () => {
  atDay(0);
  const { order, buyer } = await buildCase(shop);
  const mails = async () =>
    (await listMails(shop, buyer.user.email)).filter(({ kind }) => kind === 'participants_changed').length;
  const before = await mails();
  expect((await buyer.client.post(`/api/orders/${order.id}/invitation`, {})).statusCode).toBe(201);
  const counts: number[] = [];
  for (const day of [0, 1, 2, 3, 5, 5, 10, 13, 20]) {
    atDay(day);
    await remindInviters({ db: shop.db, clock });
    counts.push((await mails()) - before);
  }
  expect(counts).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 3]);
});

describe('a notice of open questions', () => {
  const payFor = async (service: { id: number }) => {
    const buyer = await buildPerson(shop);
    const soldier = await shop.buildSoldier({ user: buyer.user });
    const order = await shop.buildOrder({ user: buyer.user, soldier, service: await getService(service.id) });
    const paid = await admin.client.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
    expect(paid.statusCode, paid.body).toBe(200);
    return { buyer, order };
  };
  const getService = (id: number) =>
    shop.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const toldIn = async (orderId: number) => (await eventsOf(orderId, 'questions_open')).map(({ user_id }) => user_id);
  const addClient = async (orderId: number) => {
    const { user } = await buildPerson(shop);
    const body = { role: 'client', user_id: user.id, note: '통화로 확인함' };
    expect((await admin.client.post(`/api/admin/orders/${orderId}/participants`, body)).statusCode).toBe(201);
    return user;
  };

  it('goes out with the payment, and to a client who joins later, while sets are open', async () => {
    const { id } = await shop.buildService({ id: 14 });
    const { buyer, order } = await payFor({ id });
    expect(await toldIn(order.id)).toEqual([buyer.user.id]);
    const client = await addClient(order.id);
    expect(await toldIn(order.id)).toEqual([buyer.user.id, client.id]);
    const done = await payFor({ id });
    await shop.db
      .insertInto('order_question_sets')
      .values({ order_id: done.order.id, set_name: 'discipline', version: 1, state: 'submitted' })
      .execute();
    await addClient(done.order.id);
    expect(await toldIn(done.order.id)).toEqual([done.buyer.user.id]);
  });

  it('does not go out for a service without sets', async () => {
    const { order } = await payFor(await shop.buildService({ id: 2000 }));
    expect(await toldIn(order.id)).toEqual([]);
  });
});

it('tells the guardians of a client under age once the client has signed', async () => {
  clock.set(new Date());
  const here = await buildLetterCase(shop, admin.client);
  const guardian = await here.addGuardian();
  await here.offer();
  const told = async () => (await eventsOf(here.orderId, 'letter_ready')).map(({ user_id }) => user_id);
  expect(await told()).toEqual([here.payer.user.id, here.client.user.id]);
  const minor = { ...here.client, person: { ...here.client.person, birth: '2010-01-31' } };
  const signed = await here.client.client.post(here.path('sign'), await here.signing(minor));
  expect(signed.statusCode, signed.body).toBe(200);
  expect(await told()).toEqual([here.payer.user.id, here.client.user.id, guardian.user.id]);
});
