import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { announceDue, passMinute } from '#tests/support/jobs/acts.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

type Bought = { client: Client; email: string; order: OrderRow };

let made = 0;
async function buildPaid(wishes: Parameters<typeof shop.buildOrder>[0] = {}): Promise<Bought> {
  made += 1;
  const email = `called${made}@example.com`;
  const user = await shop.buildUser({ email });
  const order = await shop.buildOrder({ status: 'confirmed', user, ...wishes });
  return { client: await shop.client().as(user), email, order };
}

const call = ({ order }: Pick<Bought, 'order'>, body: object = {}, by = admin) =>
  by.client.post(`/api/admin/orders/${order.id}/contacted`, body);
const remove = ({ order }: Bought, id: number) => admin.client.delete(`/api/admin/orders/${order.id}/contacted/${id}`);
const orderOf = async ({ client, order }: Bought) => (await client.get(`/api/orders/${order.id}`)).json<Order>();
const detailOf = async ({ order }: Bought) =>
  (await admin.client.get(`/api/admin/orders/${order.id}`)).json<AdminOrder>();
const at = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * MINUTE_MS).toISOString();

async function reached(bought: Bought, body: object = {}): Promise<AdminOrder> {
  const response = await call(bought, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Notices and lines of the timeline by which the customer has learnt of a call, once a minute is over. */
async function announced(bought: Bought): Promise<[notices: number, lines: number]> {
  await passMinute(shop);
  await sendNotices(shop.deps.notices);
  const mails = (await listMails(shop, bought.email)).filter(({ kind }) => kind === 'notice');
  const lines = (await orderOf(bought)).timeline.filter(({ note }) => note.includes('연락드렸습니다'));
  return [mails.length, lines.length];
}

describe('POST /api/admin/orders/{id}/contacted', () => {
  it('sets the first contact at once, and announces it once, a minute later', async () => {
    const bought = await buildPaid();
    const first = await reached(bought, { note: '어머니와 통화함' });
    const by = `${admin.user.user_id} (관리자)`;
    const now = shop.clock.now().toISOString();
    expect(first.work).toMatchObject({ contacted_at: now, contacted_by: by });
    expect(first.calls).toEqual([
      {
        id: expect.any(Number),
        at: now,
        by,
        outcome: 'reached',
        note: '어머니와 통화함',
        again_at: null,
        told_at: null,
      },
    ]);
    expect(first.notes).toEqual([]);
    expect((await orderOf(bought)).timeline).toHaveLength(1);
    shop.clock.advance(MINUTE_MS - 1);
    await announceDue(shop);
    expect((await orderOf(bought)).timeline).toHaveLength(1);
    await reached(bought, { outcome: 'reached' });
    expect(await announced(bought)).toEqual([1, 1]);
    const { calls, work } = await detailOf(bought);
    expect(calls.map(({ told_at }) => told_at)).toEqual([shop.clock.now().toISOString(), null]);
    expect(work.contacted_at).toBe(now);
    expect((await admin.audit('order.contact')).at(-1)).toMatchObject({
      after: { outcome: 'reached', has_note: true },
    });
  });

  it.each([
    { outcome: 'no_answer' },
    { outcome: 'wrong_number', note: '다른 분이 받음' },
    { outcome: 'call_again', again_at: true, note: '3시에 다시' },
  ])('keeps $outcome as an attempt, of which the customer learns nothing', async ({ again_at, ...body }) => {
    const bought = await buildPaid();
    const again = again_at ? at(60) : null;
    const { calls, work } = await reached(bought, { ...body, again_at: again });
    expect(calls).toMatchObject([{ ...body, again_at: again, told_at: null }]);
    expect(work).toMatchObject({ contacted_at: null, contact_by: (await detailOf(bought)).work.contact_by });
    expect(await announced(bought)).toEqual([0, 0]);
    expect((await bought.client.get('/api/auth/personal-data')).body).not.toContain(body.note ?? '부재중');
  });

  it('announces one of two concurrent calls', async () => {
    const bought = await buildPaid();
    const other = await buildAdmin(shop);
    const answers = await Promise.all([admin, other].map((by) => call(bought, {}, by)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json<AdminOrder>().work.contacted_by)).size).toBe(1);
    expect(await announced(bought)).toEqual([1, 1]);
  });

  it('accepts an earlier time, and refuses what cannot be', async () => {
    const bought = await buildPaid({ createdAt: new Date(shop.clock.now().getTime() - 60 * MINUTE_MS) });
    for (const [minutes, counted] of [
      [-5, -5],
      [-9, -9],
      [-2, -9],
    ] as const) {
      expect((await reached(bought, { at: at(minutes) })).work.contacted_at).toBe(at(counted));
    }
    for (const wrong of [
      ...[{ at: at(5) }, { at: at(-90) }, { at: '어제' }, { note: 1 }, { note: 'a'.repeat(2001) }],
      ...[{ outcome: 'busy' }, { outcome: 'call_again' }, { outcome: 'call_again', again_at: null }],
      ...[{ again_at: '내일' }, { outcome: 'no_answer', again_at: at(-5) }],
    ]) {
      expectError(await call(bought, wrong), 400, 'VALIDATION_FAILED');
    }
    expectError(await call({ order: await shop.buildOrder() }), 409, 'ORDER_NOT_PAID');
    expectError(await admin.client.post('/api/admin/orders/2147483647/contacted', {}), 404, 'ORDER_NOT_FOUND');
  });
});

it('an act whose announcement fails holds up no other, and goes out once it can', async () => {
  const paid = await Promise.all(Array.from({ length: 6 }, () => buildPaid()));
  for (const bought of paid) await reached(bought);
  const broken = paid.slice(0, 2);
  const ids = broken.map(({ order }) => order.id).join();
  await sql
    .raw(`alter table order_events add constraint refused check (order_id not in (${ids})) not valid`)
    .execute(shop.db);
  shop.clock.advance(MINUTE_MS);
  await expect(announceDue(shop)).rejects.toThrow('refused');
  const lines = () => Promise.all(paid.map(async (bought) => (await orderOf(bought)).timeline.length));
  expect(await lines()).toEqual([1, 1, 2, 2, 2, 2]);
  await sql.raw('alter table order_events drop constraint refused').execute(shop.db);
  await announceDue(shop);
  expect(await lines()).toEqual([2, 2, 2, 2, 2, 2]);
});

describe('DELETE /api/admin/orders/{id}/contacted/{attempt_id}', () => {
  it('leaves no trace for the customer within a minute', async () => {
    const bought = await buildPaid();
    const before = await detailOf(bought);
    const customer = await orderOf(bought);
    const { calls } = await reached(bought, { note: '잘못 누름' });
    const removed = await remove(bought, calls[0]?.id ?? 0);
    expect(removed.json()).toEqual(before);
    expect(await announced(bought)).toEqual([0, 0]);
    expect(await orderOf(bought)).toEqual(customer);
    expectError(await remove(bought, calls[0]?.id ?? 0), 404, 'CALL_NOT_FOUND');
    expect((await admin.audit('order.remove_contact'))[0]).toMatchObject({ subject_id: String(bought.order.id) });
    await reached(bought);
    expect(await announced(bought)).toEqual([1, 1]);
  });

  it('opens the promise again after the minute, and announces nothing more', async () => {
    const bought = await buildPaid();
    const { calls } = await reached(bought);
    expect(await announced(bought)).toEqual([1, 1]);
    const removed = (await remove(bought, calls[0]?.id ?? 0)).json<AdminOrder>();
    expect(removed).toMatchObject({ calls: [], work: { contacted_at: null, contacted_by: null } });
    await reached(bought);
    expect(await announced(bought)).toEqual([1, 1]);
  });

  it('falls back to the next call that reached the buyer, which waits for its own minute', async () => {
    const bought = await buildPaid();
    const first = await reached(bought);
    shop.clock.advance(MINUTE_MS / 2);
    const second = await reached(bought);
    await remove(bought, first.calls[0]?.id ?? 0);
    expect((await detailOf(bought)).work.contacted_at).toBe(second.calls[1]?.at);
    expect(await announced(bought)).toEqual([1, 1]);
  });

  it('makes the booked call that it has ended stand again', async () => {
    const bought = await buildPaid();
    const slots = (await bought.client.get('/api/callback-slots')).json<CallbackSlot[]>();
    const [slot, other] = slots.filter(({ left }) => left > 0);
    const book = (starts_at: string | undefined) =>
      bought.client.put(`/api/orders/${bought.order.id}/callback`, { starts_at });
    expect((await book(slot?.starts_at)).statusCode).toBe(200);
    const { callback } = await orderOf(bought);
    for (const outcome of ['no_answer', 'reached']) {
      const { calls } = await reached(bought, { outcome });
      const id = calls.at(-1)?.id ?? 0;
      expect((await orderOf(bought)).callback).toEqual(outcome === 'reached' ? null : callback);
      await remove(bought, id);
      expect((await orderOf(bought)).callback).toEqual(callback);
    }
    const { calls } = await reached(bought);
    await book(other?.starts_at);
    await remove(bought, calls[0]?.id ?? 0);
    expect((await orderOf(bought)).callback).toMatchObject({ starts_at: other?.starts_at });
  });
});
