import { sql } from 'kysely';
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

it('20 accounts of an address are created in a day; older ones that did not prove it close it to no other', async () => {
  const email = newAddress();
  for (let count = 0; count < 20; count += 1) expect((await register(email)).statusCode).toBe(201);
  for (const spelling of [email, email.toUpperCase()]) {
    expectError(await register(spelling), 409, 'EMAIL_ACCOUNTS_FULL');
  }
  // The owner of the address may still take it for an account that exists.
  const client = await shop.client().as(await shop.buildUser({ email: newAddress() }));
  expect((await client.put('/api/auth/update-profile', { email })).statusCode).toBe(200);
  await sql`update users set created_at = created_at - interval '25 hours' where email = ${email}`.execute(shop.db);
  expect((await register(email)).statusCode).toBe(201);
});

it('an address is proved by at most 20 accounts', async () => {
  const email = newAddress();
  const client = await shop.client().as(await shop.buildUser({ email: newAddress() }));
  expect((await client.put('/api/auth/update-profile', { email })).statusCode).toBe(200);
  const token = /verify-email#token=([\w-]{43})/.exec((await listMails(shop, email)).at(-1)?.text ?? '')?.[1];
  for (let count = 0; count < 20; count += 1) await buildVerified(email);
  expectError(await register(email), 409, 'EMAIL_ACCOUNTS_FULL');
  expectError(await client.post('/api/auth/email/verify', { token }), 409, 'EMAIL_ACCOUNTS_FULL');
  const other = await shop.client().as(await shop.buildUser({ email: newAddress() }));
  expectError(await other.put('/api/auth/update-profile', { email }), 409, 'EMAIL_ACCOUNTS_FULL');
});

it('the previous address comes back by the mailed link, however many accounts have proved it meanwhile', async () => {
  const email = newAddress();
  const user = await shop.buildUser({ email });
  const client = await shop.client().as(user);
  expect((await client.put('/api/auth/update-profile', { email: newAddress() })).statusCode).toBe(200);
  for (let count = 0; count < 21; count += 1) await buildVerified(email);
  const token = /undo-email#token=([\w-]{43})/.exec((await listMails(shop, email))[0]?.text ?? '')?.[1];
  expect((await client.post('/api/auth/email/undo', { token })).statusCode).toBe(200);
  const back = await shop.client().as(user);
  expect((await back.get('/api/auth/email')).json()).toMatchObject({ email, is_verified: true });
});

it('an unverified mailbox gets three mails a day however its address is written', async () => {
  const name = readableCode(10).toLowerCase();
  const spellings = [
    ...[`${name}@gmail.com`, `${name}+1@gmail.com`, `${name.slice(0, 2)}.${name.slice(2)}@gmail.com`],
    ...[`${name}@gmail.com.`, `${name}@ｇmail.com`, `${name.toUpperCase()}@GMAIL.com`],
  ];
  const kinds: string[] = [];
  for (const spelling of spellings) {
    expect([spelling, (await register(spelling)).statusCode]).toEqual([spelling, 201]);
    kinds.push(...(await kindsTo(spelling)));
  }
  expect([...new Set(kinds)]).toEqual(['welcome']);
  const { recipients } = await shop.db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('recipients'))
    .where('recipient', 'in', spellings)
    .executeTakeFirstOrThrow();
  expect(recipients).toBe(3);
});

it('an unverified address gets three mails a day from accounts that are made with it and leave it', async () => {
  const victim = newAddress();
  for (let count = 0; count < 6; count += 1) {
    const client = await shop.client().as(await shop.buildUser({ email: victim }));
    expect((await client.put('/api/auth/update-profile', { email: newAddress() })).statusCode).toBe(200);
  }
  expect(await kindsTo(victim)).toEqual(Array.from({ length: 3 }, () => 'email_changed'));
});
