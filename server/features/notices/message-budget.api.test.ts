import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildCase } from '#tests/support/cases/cases.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { type Buyer, codeOf, setUpNotices } from '#tests/support/notices/notices.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const { shop, alimtalk, solapi, metrics, createBuyer, buyerClient, queue, run, runAfter, statusesOf, kakaoTo, smsTo } =
  await setUpNotices({ smsPerHour: 5 });

/** Messages of both channels that reached the number. */
const messagesTo = (buyer: Buyer) => kakaoTo(buyer).length + smsTo(buyer).length;

/** Sends one notice an hour, so that the shop's hourly limits are not reached. */
async function sendHourly(buyers: readonly Buyer[]): Promise<void> {
  for (const buyer of buyers) {
    await queue('virtual_account', buyer);
    await run();
    // SMS that take the place of 알림톡.
    await run();
    await endLimitWindows(shop.db, HOUR_MS);
  }
}

describe('the limit of messages to a number in a day', () => {
  it('counts all accounts with the number and both channels; the others go by mail', async () => {
    const one = await createBuyer();
    const two = await createBuyer({ phone: one.to, phone_verified: false });
    await buyerClient(two, { kakao: false }, 'virtual_account');
    // An unproven address would get three mails a day.
    await sql`update users set verified_email = email`.execute(shop.db);
    await sendHourly(Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? one : two)));
    expect([kakaoTo(one).length, smsTo(one).length]).toEqual([5, 5]);
    expect((await statusesOf(one)).filter((status) => status === 'kakao replaced')).toHaveLength(2);
    expect((await statusesOf(two)).filter((status) => status === 'sms replaced')).toHaveLength(2);
    await endLimitWindows(shop.db, DAY_MS);
    // Without a delivery they would go by SMS after three minutes.
    alimtalk.deliverAll();
    await queue('virtual_account', one);
    await runAfter(HOUR_MS);
    expect(messagesTo(one)).toBe(11);
  });

  it('counts codes', async () => {
    const buyer = await createBuyer({ phone_verified: false });
    await sendHourly(Array(10).fill(buyer));
    const response = await (await shop.client().as(buyer.user)).post('/api/auth/phone/code');
    expect([response.statusCode, response.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('leaves half of them to the owner, however many cases the number is invited to', async () => {
    const owner = await createBuyer({ phone_verified: false });
    const outcomes: string[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      const { buyer, order } = await buildCase(shop);
      const soldier = JSON.stringify({ fullname: '김본보기', relationship: '자녀', phone: owner.to });
      await sql`update orders set soldier = soldier || ${soldier}::jsonb where id = ${order.id}`.execute(shop.db);
      const response = await buyer.client.post(`/api/orders/${order.id}/invitation`, { send: 'sms' });
      outcomes.push(response.json<{ code?: string }>().code ?? 'sent');
      await endLimitWindows(shop.db, HOUR_MS);
    }
    expect(outcomes).toEqual([...Array(5).fill('sent'), 'TOO_MANY_REQUESTS']);
    expect((await (await shop.client().as(owner.user)).post('/api/auth/phone/code')).statusCode).toBe(202);
  });

  it('raises no alarm where no mail address is left', async () => {
    const buyer = await createBuyer({ email: '' });
    await sendHourly(Array(11).fill(buyer));
    expect(messagesTo(buyer)).toBe(10);
    expect((await statusesOf(buyer)).at(-1)).toBe('sms failed');
    expect(await metrics.value('shop_notices_failed')).toBe(0);
  });
});

it('an account causes 20 messages a day, whatever number it has', async () => {
  const buyer = await createBuyer();
  for (let number = 0; number < 22; number += 1) {
    const phone = `0105555${String(1000 + number)}`;
    await shop.db.updateTable('users').set({ phone }).where('users.id', '=', buyer.user.id).execute();
    await sendHourly([buyer]);
  }
  expect(alimtalk.sent().filter(({ to }) => to.startsWith('0105555'))).toHaveLength(20);
  expect(solapi.sent().filter(({ to }) => to.startsWith('0105555'))).toEqual([]);
});

describe('the limit of the shop in an hour', () => {
  it('holds 알림톡 back like SMS, and raises an alarm', async () => {
    const crowd = await Promise.all(Array.from({ length: 7 }, () => createBuyer()));
    for (const buyer of crowd) await queue('paid', buyer);
    await run();
    const sent = () => crowd.filter((buyer) => kakaoTo(buyer).length > 0).length;
    expect(sent()).toBe(5);
    expect(await metrics.value('shop_sms_limited')).toBe(1);
    await endLimitWindows(shop.db, HOUR_MS);
    await runAfter(HOUR_MS);
    expect(sent()).toBe(7);
  });

  it('keeps a fifth of the SMS for codes', async () => {
    const crowd = await Promise.all(Array.from({ length: 7 }, () => createBuyer()));
    for (const buyer of crowd) {
      await buyerClient(buyer, { kakao: false }, 'paid');
      await queue('paid', buyer);
    }
    for (let time = 0; time < 5; time += 1) await runAfter(6 * 60_000);
    expect(crowd.filter((buyer) => smsTo(buyer).length > 0)).toHaveLength(4);
    const other = await createBuyer({ phone_verified: false });
    const response = await (await shop.client().as(other.user)).post('/api/auth/phone/code');
    expect(response.statusCode).toBe(202);
    expect(smsTo(other)).toHaveLength(1);
  });
});

describe('logins in browsers that are new to the account', () => {
  async function logInOften({ user }: Buyer, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const response = await shop.client().post('/api/auth/login', { userId: user.user_id, password: 'secret12' });
      expect(response.statusCode).toBe(200);
    }
    await run();
  }

  it('send nothing to a number that is not proven', async () => {
    const buyer = await createBuyer({ password: 'secret12', phone_verified: false });
    await logInOften(buyer, 4);
    expect(messagesTo(buyer)).toBe(0);
    expect(await metrics.value('shop_notices_failed')).toBe(0);
  });

  it('are reported to a proven number once an hour', async () => {
    const buyer = await createBuyer({ password: 'secret12' });
    await logInOften(buyer, 5);
    expect(messagesTo(buyer)).toBe(1);
    await endLimitWindows(shop.db, HOUR_MS);
    await logInOften(buyer, 3);
    expect(messagesTo(buyer)).toBe(2);
  });
});

it('a failure to a number that is not proven raises no alarm, one about a payment does', async () => {
  const buyer = await createBuyer({ email: '', phone_verified: false });
  await buyerClient(buyer, { sms: false }, 'virtual_account');
  await buyerClient(buyer, { sms: false }, 'paid');
  for (const kind of ['virtual_account', 'paid'] as const) alimtalk.revoke(codeOf(kind));
  await queue('virtual_account', buyer);
  await run();
  expect(await statusesOf(buyer)).toEqual(['kakao failed']);
  expect(await metrics.value('shop_notices_failed')).toBe(0);
  await queue('paid', buyer);
  await run();
  expect(await metrics.value('shop_notices_failed')).toBe(1);
});
