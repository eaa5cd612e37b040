import { beforeEach, describe, expect, it } from 'vitest';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';
import { remindCallbacks } from './remind-callbacks.ts';

/** 12:00 in Korea on a Monday. */
const NOON = new Date('2026-11-23T03:00:00Z');
const SLOT = '2026-11-24T02:00:00.000Z';
const NEXT_SLOT = '2026-11-24T04:00:00.000Z';
const earlier = (time: string, ms: number) => new Date(new Date(time).getTime() - ms);

const clock = createTestClock(NOON);
let buyers = 0;
const { solapi, env } = await setUpSolapi(clock.now);
const shop = await setUpTestApp({
  clock,
  env: {
    ...env,
  },
});
const admin = await buildAdmin(shop);

beforeEach(async () => {
  solapi.clear();
  clock.set(NOON);
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 3 }).execute();
  await shop.db.deleteFrom('notice_events').execute();
});

type Buyer = { user: User; order: OrderRow; client: Client };

async function buildBooked(wishes: Partial<Pick<User, 'phone' | 'email'>> = {}): Promise<Buyer> {
  buyers += 1;
  const user = await shop.buildUser({
    phone: `010${20_000_000 + buyers}`,
    email: `call${buyers}@example.com`,
    ...wishes,
  });
  const order = await shop.buildOrder({ status: 'confirmed', user, createdAt: earlier(NOON.toISOString(), HOUR_MS) });
  const buyer = { user, order, client: await shop.client().as(user) };
  await book(buyer, SLOT);
  return buyer;
}

const book = ({ client, order }: Buyer, starts_at: string) =>
  client.put(`/api/orders/${order.id}/callback`, { starts_at });

/** Runs both jobs at a time. */
async function runAt(time: Date): Promise<void> {
  clock.set(time);
  await remindCallbacks(shop.deps.payments);
  await sendNotices(shop.deps.notices);
}

/** Texts that reached a phone. */
const textsTo = ({ user }: Buyer) =>
  solapi
    .sent()
    .filter(({ to }) => to === user.phone)
    .map(({ text }) => text);

async function events(): Promise<number> {
  return (await shop.db.selectFrom('notice_events').select('id').where('kind', '=', 'callback_reminder').execute())
    .length;
}

describe('the reminder of a booked call', () => {
  it('is sent once, an hour before, also when the job runs again or concurrently', async () => {
    const buyer = await buildBooked();
    await runAt(earlier(SLOT, HOUR_MS + 1000));
    expect(textsTo(buyer)).toEqual([]);
    clock.set(earlier(SLOT, HOUR_MS));
    await Promise.all(Array.from({ length: 4 }, () => remindCallbacks(shop.deps.payments)));
    for (const minutes of [60, 59, 30, 1]) await runAt(earlier(SLOT, minutes * MINUTE_MS));
    expect(textsTo(buyer)).toEqual([expect.stringContaining('11월 24일(화) 11:00~11:30')]);
    expect(textsTo(buyer)[0]).toContain(buyer.order.order_number);
    expect(textsTo(buyer)[0]).not.toContain(buyer.order.service_title);
  });

  it('goes by mail to a buyer without a mobile number', async () => {
    const buyer = await buildBooked({ phone: '' });
    await runAt(earlier(SLOT, HOUR_MS));
    const mails = await listMails(shop, buyer.user.email);
    expect(mails.filter(({ kind }) => kind === 'notice')).toMatchObject([
      {
        subject: expect.stringContaining('통화 예약 안내'),
        text: expect.stringContaining('11월 24일(화) 11:00~11:30'),
      },
    ]);
  });

  it('goes out late after an outage of the jobs, but not once the call has begun', async () => {
    const late = await buildBooked();
    await runAt(earlier(SLOT, 10 * MINUTE_MS));
    expect(textsTo(late)).toHaveLength(1);
    const missed = await buildBooked();
    await shop.db
      .updateTable('callbacks')
      .set({ starts_at: new Date(SLOT) })
      .where('order_id', '=', missed.order.id)
      .execute();
    await runAt(new Date(SLOT));
    expect(textsTo(missed)).toEqual([]);
  });

  it('follows a move: none for the old time, one for the new', async () => {
    const buyer = await buildBooked();
    await book(buyer, NEXT_SLOT);
    await runAt(earlier(SLOT, HOUR_MS));
    expect(textsTo(buyer)).toEqual([]);
    await runAt(earlier(NEXT_SLOT, HOUR_MS));
    expect(textsTo(buyer)).toEqual([expect.stringContaining('13:00~13:30')]);
  });

  it.each([
    ['the customer cancelled', ({ client, order }: Buyer) => client.delete(`/api/orders/${order.id}/callback`)],
    ['the firm has called', ({ order }: Buyer) => admin.client.post(`/api/admin/orders/${order.id}/contacted`, {})],
    [
      'the order was cancelled',
      ({ order }: Buyer) => admin.client.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' }),
    ],
  ])('is not sent after %s, also when it was queued already', async (_cause, act) => {
    const [early, queued] = [await buildBooked(), await buildBooked()];
    expect((await act(early)).statusCode).toBe(200);
    clock.set(earlier(SLOT, HOUR_MS));
    await remindCallbacks(shop.deps.payments);
    expect(await events()).toBe(1);
    expect((await act(queued)).statusCode).toBe(200);
    expect(await events()).toBe(0);
    await sendNotices(shop.deps.notices);
    const reminders = [...textsTo(early), ...textsTo(queued)].filter((text) => text.includes('예약하신 통화'));
    expect(reminders).toEqual([]);
  });

  it('is not sent after a cancellation where the provider may hold it already', async () => {
    const buyer = await buildBooked();
    solapi.fail('drop', { path: /PUT /, times: 1 });
    await runAt(earlier(SLOT, HOUR_MS));
    await buyer.client.delete(`/api/orders/${buyer.order.id}/callback`);
    await runAt(earlier(SLOT, 58 * MINUTE_MS));
    await runAt(earlier(SLOT, 50 * MINUTE_MS));
    expect(textsTo(buyer)).toEqual([]);
  });

  it('is dropped where the provider was out until then: after a move, and once the call has begun', async () => {
    const [moved, held] = [await buildBooked(), await buildBooked()];
    solapi.fail('busy', { times: 2 });
    await runAt(earlier(SLOT, HOUR_MS));
    expect([...textsTo(moved), ...textsTo(held)]).toEqual([]);
    await book(moved, '2026-11-25T02:00:00.000Z');
    await runAt(new Date(SLOT));
    expect([...textsTo(moved), ...textsTo(held)]).toEqual([]);
    const states = await shop.db.selectFrom('notices').select(['state', 'due_at', 'last_error']).execute();
    expect(states).toEqual([{ state: 'failed', due_at: null, last_error: 'not sent in time' }]);
  });
});
