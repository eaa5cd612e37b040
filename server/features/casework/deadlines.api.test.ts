import { describe, expect, it } from 'vitest';
import type { Deadline } from '#shared/features/casework/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { readEvents } from '#tests/support/app/event-reader.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { joinAsClient } from '#tests/support/cases/cases.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const APPEAL = { kind: 'discipline_appeal', title: '징계 항고', starts_on: '2026-11-02' };

type Case = { order: OrderRow; user: User; client: Client };

async function buildCase(relationship: '자녀' | '본인' = '본인'): Promise<Case> {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user, relationship });
  const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
  return { order, user, client: await shop.client().as(user) };
}

const add = (here: Case, body: object) => admin.client.post(`/api/admin/orders/${here.order.id}/deadlines`, body);
const change = (here: Case, id: number, body: object) =>
  admin.client.put(`/api/admin/orders/${here.order.id}/deadlines/${id}`, body);
const remove = (here: Case, id: number) => admin.client.delete(`/api/admin/orders/${here.order.id}/deadlines/${id}`);
const read = async (who: Client, { order }: Case) =>
  (await who.get(`/api/orders/${order.id}`)).json<OrderDetail>().deadlines;

async function near(): Promise<number> {
  const text = (await shop.client().get('/metrics')).body;
  return Number(/^shop_deadlines_near (\d+)$/m.exec(text)?.[1]);
}

describe('a deadline of staff', () => {
  it('is computed by the law, and confirmed by an administrator', async () => {
    const here = await buildCase();
    const response = await add(here, APPEAL);
    expect(response.statusCode).toBe(201);
    const made = response.json<Deadline>();
    expect(made).toEqual({
      id: expect.any(Number),
      ...APPEAL,
      last_day: '2026-12-02',
      source: 'staff',
      confirmed_by: null,
    });
    expect(await read(here.client, here)).toEqual([made]);
    const confirmed = (await change(here, made.id, { confirmed: true })).json<Deadline>();
    expect(confirmed).toEqual({ ...made, confirmed_by: '관리자' });
    const moved = (await change(here, made.id, { starts_on: '2026-11-07' })).json<Deadline>();
    expect(moved).toEqual({ ...made, starts_on: '2026-11-07', last_day: '2026-12-07' });
    const detail = (await admin.client.get(`/api/admin/orders/${here.order.id}`)).json<AdminOrder>();
    expect(detail.deadlines).toEqual([moved]);
    expect((await remove(here, made.id)).json()).toEqual({ success: true });
    expect(await read(here.client, here)).toEqual([]);
    const actions = (await admin.audit('order.')).map(({ action }) => action);
    for (const act of ['create', 'update', 'delete']) expect(actions).toContain(`order.${act}_deadline`);
  });

  it('takes a last day of its own, which `other` needs', async () => {
    const here = await buildCase();
    const other = { kind: 'other', title: '의견서', starts_on: '2026-11-02' };
    expectError(await add(here, other), 400, 'VALIDATION_FAILED');
    expect((await add(here, { ...other, last_day: '2026-11-20' })).json()).toMatchObject({ last_day: '2026-11-20' });
    expect((await add(here, { ...APPEAL, last_day: '2026-11-30' })).json()).toMatchObject({ last_day: '2026-11-30' });
    for (const wrong of [{ kind: 'unknown' }, { title: '' }, { starts_on: '어제' }, { last_day: '2026-11-01' }]) {
      expectError(await add(here, { ...APPEAL, ...wrong }), 400, 'VALIDATION_FAILED');
    }
  });

  it('is in a calendar file of whole days, which names neither kind nor title', async () => {
    const here = await buildCase('자녀');
    const path = `/api/orders/${here.order.id}/deadlines.ics`;
    expectError(await here.client.get(path), 404, 'DEADLINE_NOT_FOUND');
    const { id } = (await add(here, APPEAL)).json<Deadline>();
    await add(here, { kind: 'other', title: '의견서', starts_on: '2026-11-02', last_day: '2026-11-20' });
    await change(here, id, { confirmed: true });
    const response = await here.client.get(`/api/orders/${here.order.id}/deadlines.ics`);
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="deadlines-${here.order.order_number}.ics"`,
    });
    const file = response.body.replaceAll('\r\n ', '');
    expect(file.match(/^DTSTART;VALUE=DATE:\d+/gm)).toEqual([
      'DTSTART;VALUE=DATE:20261120',
      'DTSTART;VALUE=DATE:20261202',
    ]);
    expect(file.match(/변호사 확인 전/g)).toHaveLength(1);
    expect(file).not.toMatch(/항고|의견서/);
    expect(file).not.toContain(here.order.service_title);
    const client = await joinAsClient(shop, here.order.id);
    expect((await client.client.get(path)).statusCode).toBe(200);
    expectError(await here.client.get(path), 404, 'DEADLINE_NOT_FOUND');
  });

  it('is 404 in another case', async () => {
    const here = await buildCase();
    const { id } = (await add(here, APPEAL)).json<Deadline>();
    const other = await buildCase();
    expectError(await change(other, id, { confirmed: true }), 404, 'DEADLINE_NOT_FOUND');
    expectError(await remove(other, id), 404, 'DEADLINE_NOT_FOUND');
    expectError(await admin.client.put(`/api/admin/orders/${here.order.id}/deadlines/x`, {}), 400, 'INVALID_ID');
  });
});

describe('a deadline of an answer', () => {
  const ask = (here: Case) => admin.client.post(`/api/admin/orders/${here.order.id}/questions`, { set: 'discipline' });
  const answer = (here: Case, value: string | null, revision: number) =>
    here.client.put(`/api/orders/${here.order.id}/questions/discipline/decision_received_on`, { value, revision });

  it('follows the day, becomes unconfirmed with a change, and goes with it', async () => {
    const here = await buildCase();
    await ask(here);
    await answer(here, '2026-11-02', 0);
    const [made] = await read(here.client, here);
    expect(made).toMatchObject({
      kind: 'discipline_appeal',
      last_day: '2026-12-02',
      source: 'answer',
      confirmed_by: null,
    });
    const id = made?.id ?? 0;
    await change(here, id, { confirmed: true });
    await answer(here, '2026-11-02', 0);
    expect(await read(here.client, here)).toMatchObject([{ id, confirmed_by: '관리자' }]);
    await answer(here, '2026-11-03', 1);
    expect(await read(here.client, here)).toMatchObject([{ id, last_day: '2026-12-03', confirmed_by: null }]);
    await answer(here, null, 2);
    expect(await read(here.client, here)).toEqual([]);
  });

  it('that was confirmed stays unconfirmed when the answer is cleared', async () => {
    const here = await buildCase();
    await ask(here);
    await answer(here, '2026-11-02', 0);
    const [made] = await read(here.client, here);
    await change(here, made?.id ?? 0, { confirmed: true });
    await answer(here, null, 1);
    expect(await read(here.client, here)).toMatchObject([{ id: made?.id, confirmed_by: null }]);
  });
});

it('is read by the payer of a joined client only while progress is shared', async () => {
  const here = await buildCase('자녀');
  await add(here, APPEAL);
  expect(await read(here.client, here)).toHaveLength(1);
  const { id } = await shop.buildUser();
  await shop.db
    .insertInto('participants')
    .values({ order_id: here.order.id, role: 'client', state: 'joined', user_id: id, joined_at: shop.clock.now() })
    .execute();
  expect(await read(here.client, here)).toEqual([]);
  const stream = await readEvents(shop, here.client);
  await add(here, APPEAL);
  await shop.db
    .updateTable('participants')
    .set({ shares: ['progress'] })
    .where('order_id', '=', here.order.id)
    .where('role', '=', 'payer')
    .execute();
  const [deadline] = await read(here.client, here);
  // An open page shows the confirmation at once, and has heard of no other act.
  await change(here, deadline?.id ?? 0, { confirmed: true });
  await stream.until(({ name }) => name === 'case');
  expect(stream.events.map(({ data }) => data)).toEqual([{ order_id: here.order.id }]);
  stream.close();
});

it('counts those that are near in the metrics', async () => {
  const here = await buildCase();
  const before = await near();
  const today = shop.clock.now().toISOString().slice(0, 10);
  await add(here, { kind: 'other', title: '내일', starts_on: today, last_day: today });
  await add(here, { kind: 'other', title: '먼 날', starts_on: today, last_day: '2030-01-02' });
  expect(await near()).toBe(before + 1);
});
