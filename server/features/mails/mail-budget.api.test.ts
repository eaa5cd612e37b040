import { expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { systemClock } from '#server/lib/clock.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { requestReset as requestNewPassword } from '#tests/support/jobs/reset-requests.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { queueOrderMail } from './outbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const shop = await setUpTestApp({ env: { METRICS_TOKEN } });
const metrics = createMetricsReader(shop);
const ACCOUNT = { bankName: '국민은행', accountNumber: '123-456', holder: '법무법인 본보기', expiresAt: null };

const newAddress = () => `${readableCode(10).toLowerCase()}@example.com`;

function register(email: string) {
  const body = {
    userId: `user.${readableCode(8)}`,
    password: 'a good secret 12',
    phone: '01012345678',
    acceptedTos: true,
  };
  return shop.client().post('/api/auth/register', { ...body, email });
}

function requestReset(email: string): Promise<void> {
  return requestNewPassword({ db: shop.db, clock: systemClock }, email);
}

async function buildVerified(email: string): Promise<void> {
  const { id } = await shop.buildUser({ email });
  await shop.db.updateTable('users').set({ verified_email: email }).where('users.id', '=', id).execute();
}

function issueAccount(orderId: number): Promise<void> {
  return transaction(shop.db, (trx) => queueOrderMail(trx, orderId, { kind: 'virtual_account', extra: ACCOUNT }));
}

const kindsTo = async (email: string) => (await listMails(shop, email)).map(({ kind }) => kind);

it('an unverified address gets three mails a day of all kinds, and the mails about payments besides', async () => {
  const email = newAddress();
  const user = await shop.buildUser({ email });
  const order = await shop.buildOrder({ user });
  for (let time = 0; time < 2; time += 1) await issueAccount(order.id);
  await requestReset(email);
  for (let time = 0; time < 3; time += 1) {
    const response = await shop.client().post('/api/auth/find-userid', { email });
    expect(response.statusCode).toBe(200);
    await requestReset(email);
    await issueAccount(order.id);
  }
  expect((await register(email)).statusCode).toBe(201);
  const limited = ['virtual_account', 'virtual_account', 'password_reset'];
  expect(await kindsTo(email)).toEqual(limited);
  await transaction(shop.db, (trx) =>
    queueOrderMail(trx, order.id, { kind: 'order_refunded', extra: { refundedWon: 1000 } }),
  );
  expect(await kindsTo(email)).toEqual([...limited, 'order_refunded']);
  await endLimitWindows(shop.db, DAY_MS);
  await requestReset(email);
  expect(await kindsTo(email)).toHaveLength(5);
});

it('a verified address gets 30 mails a day that others can ask for', async () => {
  const email = newAddress();
  await buildVerified(email);
  for (let time = 0; time < 35; time += 1) {
    await requestReset(email);
    // Five open links are all that an account may have.
    await shop.db.deleteFrom('password_resets').execute();
  }
  expect(await kindsTo(email)).toHaveLength(30);
});

it('a reset that is not mailed leaves the last link open', async () => {
  const email = newAddress();
  const user = await shop.buildUser({ email });
  for (let time = 0; time < 5; time += 1) await requestReset(email);
  const open = await shop.db
    .selectFrom('password_resets')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute();
  expect(open).not.toEqual([]);
  expect(await kindsTo(email)).toHaveLength(3);
});

it('failed mails raise an alarm where a payment or a verified address is behind them', async () => {
  const [unproven, owner] = [newAddress(), newAddress()];
  const user = await shop.buildUser({ email: unproven });
  const order = await shop.buildOrder({ user });
  await issueAccount(order.id);
  const fail = () => shop.db.updateTable('mails').set({ state: 'failed' }).where('state', '=', 'waiting').execute();
  const before = await metrics.value('shop_mails_failed');
  await shop.db.deleteFrom('mails').where('recipient', '<>', unproven).execute();
  await fail();
  expect(await metrics.value('shop_mails_failed')).toBe(before);
  await buildVerified(owner);
  await requestReset(owner);
  await transaction(shop.db, (trx) => queueOrderMail(trx, order.id, { kind: 'order_confirmed', extra: {} }));
  await fail();
  expect(await metrics.value('shop_mails_failed')).toBe(before + 2);
});

it('recovery of an address with 17,000 accounts mails links of the ten used last', async () => {
  const email = newAddress();
  const password_hash = await hashPassword('secret12');
  const accounts = Array.from({ length: 17_000 }, (_, index) => ({
    user_id: `crowd.${index}`,
    fullname: '',
    phone: '',
    email,
    password_hash,
  }));
  for (let from = 0; from < accounts.length; from += 5000) {
    await shop.db
      .insertInto('users')
      .values(accounts.slice(from, from + 5000))
      .execute();
  }
  for (const userId of ['crowd.3', 'crowd.7']) {
    const response = await shop.client().post('/api/auth/login', { userId, password: 'secret12' });
    expect(response.statusCode).toBe(200);
  }
  await requestReset(email);
  expect((await shop.client().post('/api/auth/find-userid', { email })).statusCode).toBe(200);
  const [links, ids] = await listMails(shop, email);
  const linked = links?.text.match(/crowd\.\d+/g) ?? [];
  expect(linked).toHaveLength(10);
  expect(linked.slice(0, 2)).toEqual(['crowd.7', 'crowd.3']);
  expect(ids?.text.match(/crowd\.\d+/g)).toHaveLength(20);
});

it('an address has at most 20 accounts, by registration and by a change', async () => {
  const email = newAddress();
  for (let count = 0; count < 19; count += 1) await shop.buildUser({ email });
  expect((await register(email.toUpperCase())).statusCode).toBe(201);
  expectError(await register(email), 409, 'EMAIL_ACCOUNTS_FULL');
  const client = await shop.client().as(await shop.buildUser({ email: newAddress() }));
  expectError(await client.put('/api/auth/update-profile', { email }), 409, 'EMAIL_ACCOUNTS_FULL');
});
