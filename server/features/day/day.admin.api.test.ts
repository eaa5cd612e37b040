import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endOfKoreanDay, koreanDayAt } from '#server/lib/korean-day.ts';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import type { DayKind } from '#shared/features/day/kinds.ts';
import type { Day } from '#shared/features/day/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const other = await buildAdmin(shop);
const inMinutes = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * MINUTE_MS);

async function dayOf(whose?: 'me' | 'all', client = admin.client): Promise<Day> {
  const response = await client.get(`/api/admin/day${whose ? `?whose=${whose}` : ''}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function itemsOf({ id }: OrderRow, whose: 'me' | 'all' = 'all') {
  return (await dayOf(whose)).items.filter(({ order_id }) => order_id === id);
}

/** Builds a paid case that waits for nothing: assigned, and the firm has called. */
async function buildCase(assigneeId: number | null = admin.user.id, more: object = {}): Promise<OrderRow> {
  const user = await shop.buildUser({ fullname: '구매자' });
  const soldier = await shop.buildSoldier({ user, fullname: '군인' });
  const order = await shop.buildOrder({ status: 'confirmed', user, soldier });
  const state = { contact_by: inMinutes(600), contacted_at: shop.clock.now(), contacted_by: admin.user.id, ...more };
  await shop.db
    .updateTable('orders')
    .set({ assignee_id: assigneeId, ...state })
    .where('id', '=', order.id)
    .execute();
  return order;
}

const addStep = ({ id }: OrderRow, body: object) => admin.client.post(`/api/admin/orders/${id}/steps`, body);
async function close({ id }: OrderRow): Promise<void> {
  await admin.client.post(`/api/admin/orders/${id}/work`, { state: 'in_progress', isConfirmed: true });
  expect((await admin.client.post(`/api/admin/orders/${id}/work`, { state: 'closed' })).statusCode).toBe(200);
}

const failMail = (params: object = {}) =>
  shop.db
    .insertInto('mails')
    .values({
      kind: 'welcome',
      recipient: 'gone@example.com',
      params: JSON.stringify(params),
      state: 'failed',
      needs_attention: true,
    })
    .execute();

describe('GET /api/admin/day', () => {
  it('has what is promised, booked, waiting, and due on a day, with the case of each', async () => {
    const before = await dayOf('all');
    const promised = await buildCase(admin.user.id, { contacted_at: null, contacted_by: null });
    expect(await itemsOf(promised)).toEqual([
      {
        kind: 'call',
        id: promised.id,
        due_at: inMinutes(600).toISOString(),
        is_late: false,
        order_id: promised.id,
        order_number: promised.order_number,
        customer: '구매자',
        soldier: '군인',
        title: '첫 통화',
        assignee: { id: admin.user.id, name: '관리자' },
        href: `/admin/orders/${promised.id}`,
        also: [],
      },
    ]);
    const booked = await buildCase();
    const owner = await shop
      .client()
      .as(await shop.db.selectFrom('users').selectAll().where('id', '=', booked.user_id).executeTakeFirstOrThrow());
    const [slot] = (await owner.get('/api/callback-slots')).json<CallbackSlot[]>();
    await owner.put(`/api/orders/${booked.id}/callback`, { starts_at: slot?.starts_at });
    expect(await itemsOf(booked)).toMatchObject([
      { kind: 'booked_call', due_at: slot?.starts_at, title: '예약된 통화' },
    ]);
    const stepped = await buildCase();
    const today = koreanDayAt(shop.clock.now());
    await addStep(stepped, { title: '항고이유서 제출', due_on: today, is_private: true });
    await addStep(stepped, { title: '기한 없는 단계' });
    const endOfToday = new Date(endOfKoreanDay(today).getTime() - 1).toISOString();
    expect(await itemsOf(stepped)).toMatchObject([
      { kind: 'step', due_at: endOfToday, is_late: false, title: '항고이유서 제출', also: [] },
    ]);
    const dated = await buildCase();
    const appeal = { kind: 'other', title: '이의 신청', starts_on: today, last_day: today };
    await admin.client.post(`/api/admin/orders/${dated.id}/deadlines`, appeal);
    expect(await itemsOf(dated)).toMatchObject([
      { kind: 'deadline', due_at: endOfToday, title: '이의 신청 (확인 전)' },
    ]);
    const asked = await buildCase();
    const paper = { title: '징계처분서', why: '항고서에 붙입니다.', asked_of: 'payer', due_on: today };
    await admin.client.post(`/api/admin/orders/${asked.id}/papers`, paper);
    expect(await itemsOf(asked)).toMatchObject([{ kind: 'paper', due_at: endOfToday, title: '서류 요청: 징계처분서' }]);
    const unassigned = await buildCase(null);
    expect(await itemsOf(unassigned)).toMatchObject([{ kind: 'unassigned', due_at: null, assignee: null }]);
    const customer = await buildCustomer(shop);
    const talk = await openConversation(customer, { subject: '외박 문의' });
    const { items, counts } = await dayOf('all');
    expect(items.find(({ kind, id }) => kind === 'message' && id === talk.id)).toMatchObject({
      due_at: null,
      order_id: null,
      order_number: null,
      title: '외박 문의',
      href: `/admin/chat?id=${talk.id}`,
    });
    for (const kind of ['call', 'booked_call', 'step', 'deadline', 'paper', 'unassigned', 'message'] as const) {
      expect([kind, counts[kind]]).toEqual([kind, (before.counts[kind] ?? 0) + 1]);
    }
    const refunded = await buildCase(other.user.id);
    await shop.db
      .insertInto('refund_requests')
      .values({
        order_id: refunded.id,
        amount: 1000,
        policy_basis: 'before_work',
        policy_reason: '착수 전',
        created_at: shop.clock.now(),
      })
      .execute();
    expect(await itemsOf(refunded, 'me')).toMatchObject([
      { kind: 'refund', due_at: null, assignee: null, title: '환불 요청 결정' },
    ]);
    await failMail();
    await failMail({ orderId: stepped.id });
    const mails = (await dayOf()).items.filter(({ kind, also }) => kind === 'mail' || also.includes('mail'));
    expect(mails).toMatchObject([
      { kind: 'step', order_id: stepped.id, also: ['mail'] },
      { kind: 'mail', customer: 'gone@example.com', soldier: null, order_id: null, due_at: null },
    ]);
  });

  it('has the next call in place of the promise, also once the firm has called', async () => {
    const order = await buildCase(admin.user.id, { contacted_at: null, contacted_by: null });
    const call = (body: object) => admin.client.post(`/api/admin/orders/${order.id}/contacted`, body);
    const again_at = inMinutes(120).toISOString();
    await call({ outcome: 'no_answer', again_at });
    const next = { kind: 'call', due_at: again_at, title: '다시 전화', also: [] };
    expect(await itemsOf(order)).toMatchObject([next]);
    await call({ outcome: 'reached' });
    expect(await itemsOf(order)).toEqual([]);
    await call({ outcome: 'call_again', again_at });
    expect(await itemsOf(order)).toMatchObject([next]);
    await close(order);
    expect(await itemsOf(order)).toEqual([]);
  });

  it('has a case once, with its most urgent kind and the others', async () => {
    const order = await buildCase(null, { contact_by: inMinutes(30), contacted_at: null, contacted_by: null });
    const before = (await dayOf('all')).counts;
    await addStep(order, { title: '먼 단계', due_on: koreanDayAt(shop.clock.now(), 9) });
    await addStep(order, { title: '다음 단계', due_on: koreanDayAt(shop.clock.now(), 8) });
    expect(await itemsOf(order)).toMatchObject([
      { kind: 'call', also: expect.arrayContaining(['step', 'unassigned']) },
    ]);
    expect((await itemsOf(order))[0]?.also).toHaveLength(2);
    expect((await dayOf('all')).counts).toEqual(before);
    await addStep(order, { title: '지난 단계', due_on: koreanDayAt(shop.clock.now(), -1) });
    expect(await itemsOf(order)).toMatchObject([{ kind: 'step', title: '지난 단계', is_late: true }]);
  });

  it('has the cases that conflict, until they are closed', async () => {
    const theirs = await buildCase();
    const ours = await buildCase();
    await shop.db.updateTable('users').set({ fullname: '맞은 편' }).where('id', '=', theirs.user_id).execute();
    await admin.client.put(`/api/admin/orders/${ours.id}/opponents`, { names: ['맞은편', '모르는이'] });
    expect(await itemsOf(ours)).toMatchObject([{ kind: 'conflict', due_at: null, title: '이해충돌 확인' }]);
    expect(await itemsOf(theirs)).toMatchObject([{ kind: 'conflict' }]);
    await close(theirs);
    expect(await itemsOf(theirs)).toEqual([]);
    expect(await itemsOf(ours)).toMatchObject([{ kind: 'conflict' }]);
  });

  it('puts late ones first, then by time, and last what has none', async () => {
    const { items } = await dayOf('all');
    const urgency = items.map(({ is_late, due_at }) => `${is_late ? 0 : 1} ${due_at ?? '9'}`);
    expect(urgency).toEqual(urgency.toSorted());
    const kinds = new Set(items.filter(({ due_at }) => due_at === null).map(({ kind }) => kind));
    expect([...kinds]).toEqual(
      ['message', 'conflict', 'refund', 'mail', 'unassigned'].filter((kind) => kinds.has(kind as DayKind)),
    );
  });

  it('is late once the time, or the day in Korea, is over', async () => {
    const called = await buildCase(admin.user.id, { contacted_at: null, contacted_by: null, contact_by: inMinutes(1) });
    const stepped = await buildCase();
    const today = koreanDayAt(shop.clock.now());
    await addStep(stepped, { title: '오늘', due_on: today });
    const isLate = async (order: OrderRow) => (await itemsOf(order))[0]?.is_late;
    expect([await isLate(called), await isLate(stepped)]).toEqual([false, false]);
    shop.clock.advance(MINUTE_MS + 1);
    expect([await isLate(called), await isLate(stepped)]).toEqual([true, false]);
    shop.clock.advance(endOfKoreanDay(today).getTime() - shop.clock.now().getTime() - 1);
    const evening = await shop.client().as(admin.user);
    const late = async (client = evening) =>
      (await dayOf('all', client)).items.find(({ order_id }) => order_id === stepped.id)?.is_late;
    expect(await late()).toBe(false);
    shop.clock.advance(1);
    expect(await late()).toBe(true);
    shop.clock.advance(-HOUR_MS);
  });

  it('is of the caller and of no one without `whose`, and of all with `all`', async () => {
    const client = await shop.client().as(admin.user);
    const [mine, unassigned, theirs] = [await buildCase(), await buildCase(null), await buildCase(other.user.id)];
    for (const order of [mine, unassigned, theirs]) {
      const due_on = koreanDayAt(shop.clock.now(), 1);
      expect((await client.post(`/api/admin/orders/${order.id}/steps`, { title: '단계', due_on })).statusCode).toBe(
        201,
      );
    }
    const of = async (whose?: 'me' | 'all') => {
      const ids = (await dayOf(whose, client)).items.map(({ order_id }) => order_id);
      return [mine, unassigned, theirs].map(({ id }) => ids.includes(id));
    };
    expect(await of()).toEqual([true, true, false]);
    expect(await of('me')).toEqual([true, true, false]);
    expect(await of('all')).toEqual([true, true, true]);
    expectError(await client.get('/api/admin/day?whose=them'), 400, 'VALIDATION_FAILED');
  });

  it('has only the kinds that the permissions allow, without soldiers for who lacks `orders`', async () => {
    const order = await buildCase(null);
    const buyer = await shop.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', order.user_id)
      .executeTakeFirstOrThrow();
    const theirs = await shop.client().as(buyer);
    const body = { subject: '제 주문', text: '문의', client_id: randomUUID(), order_id: order.id };
    expect((await theirs.post('/api/consultations', body)).statusCode).toBe(201);
    const seen: Record<string, string[]> = {};
    for (const permission of ['orders', 'consultations', 'money', 'people', 'owner'] as const satisfies Permission[]) {
      const client = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: [permission] }));
      const { items, counts } = await dayOf('all', client);
      seen[permission] = Object.keys(counts).sort();
      expect(items.every(({ kind, also }) => [kind, ...also].every((shown) => shown in counts))).toBe(true);
      const own = items.find(({ order_id }) => order_id === order.id);
      if (permission === 'consultations')
        expect(own).toMatchObject({ kind: 'message', soldier: null, customer: '구매자', also: [] });
      if (permission === 'orders') expect(own).toMatchObject({ kind: 'unassigned', soldier: '군인', also: [] });
    }
    const work = ['booked_call', 'call', 'conflict', 'deadline', 'letter', 'paper', 'step', 'unassigned'];
    expect(seen).toEqual({
      orders: work,
      consultations: ['message'],
      money: ['mail', 'refund'],
      people: [],
      owner: [...work, 'mail', 'message', 'refund'].sort(),
    });
    const user = await shop.client().as(await shop.buildUser());
    expect((await user.get('/api/admin/day')).statusCode).toBe(403);
  });
});
