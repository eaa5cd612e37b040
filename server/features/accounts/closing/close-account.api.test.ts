import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { eraseEverywhere } from '#server/registry/features.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
} from '#tests/support/payments/payment-fixture.ts';
import { closeAgain } from './close-again.ts';

const shop = await setUpTestApp({ limits: { registerPerHour: 0 } });

const PASSWORD = 'secret12';
const AGREED_AT = new Date('2026-11-02T00:00:00Z');

function findUser({ id }: Pick<User, 'id'>) {
  return shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Reads every row of the account, to prove that nothing was written. */
async function everythingOf(user: User) {
  const { db } = shop;
  return {
    user: await findUser(user),
    consents: await db.selectFrom('consents').selectAll().where('user_id', '=', user.id).execute(),
    marketing: await db
      .selectFrom('marketing_consents')
      .select(['channel', 'is_given', 'source', 'changed_at', 'remind_at'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute(),
    sessions: await db.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute(),
    soldiers: await db.selectFrom('soldiers').selectAll().where('user_id', '=', user.id).execute(),
    orders: await db.selectFrom('orders').selectAll().where('user_id', '=', user.id).orderBy('id').execute(),
    retained: await db.selectFrom('retained_buyers').selectAll().where('user_id', '=', user.id).execute(),
  };
}

/** Builds an account with a row in every table that references accounts. */
async function buildFullUser(): Promise<User> {
  const user = await shop.buildUser({ password: PASSWORD, military_status: '전역 후', email: 'leaving@example.com' });
  await shop.buildSoldier({ user });
  const version = '2026-11-01';
  await shop.db.insertInto('consents').values({ user_id: user.id, document: 'terms', version }).execute();
  const given = { is_given: true, source: 'settings', version, changed_at: AGREED_AT, remind_at: AGREED_AT } as const;
  await shop.db
    .insertInto('marketing_consents')
    .values({ user_id: user.id, channel: 'sms', ...given })
    .execute();
  await shop.db
    .insertInto('social_identities')
    .values({ provider: 'kakao', subject: `subject-${user.id}`, user_id: user.id })
    .execute();
  await shop.db
    .insertInto('password_resets')
    .values({
      token_hash: Buffer.from(`token-${user.id}`),
      user_id: user.id,
      expires_at: new Date(Date.now() + DAY_MS),
    })
    .execute();
  return user;
}

it('an account that a restored copy has open is closed again, once, by its number', async () => {
  const user = await buildFullUser();
  await shop.buildOrder({ user, status: 'confirmed' });
  const paying = await shop.buildUser();
  await shop.buildOrder({ user: paying, status: 'pending' });
  const now = shop.clock.now();
  expect(await closeAgain(shop.db, eraseEverywhere, user.id, now)).toBe('closed');
  expect(await findUser(user)).toMatchObject({ user_id: `~${user.id}`, fullname: '', phone: '', closed_at: now });
  const { sessions, soldiers, retained } = await everythingOf(user);
  expect([sessions.length, soldiers.length, retained.length]).toEqual([0, 0, 1]);
  expect(await closeAgain(shop.db, eraseEverywhere, user.id, now)).toBe('closed before');
  expect(await closeAgain(shop.db, eraseEverywhere, paying.id, now)).toBe('paying');
  expect((await findUser(paying)).closed_at).toBeNull();
});

describe('GET /api/auth/closing', () => {
  it('returns what closing requires and keeps', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    for (const status of ['confirmed', 'cancelled', 'pending', 'confirmed'] as const) {
      await shop.buildOrder({ user, status });
    }
    const response = await (await shop.client().as(user)).get('/api/auth/closing');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ needsPassword: true, keptOrders: 2 });
  });

  it('requires no password for an account without one', async () => {
    const client = await shop.client().as(await shop.buildUser());
    expect((await client.get('/api/auth/closing')).json()).toEqual({ needsPassword: false, keptOrders: 0 });
  });

  it('is 401 for a visitor', async () => {
    expectError(await shop.client().get('/api/auth/closing'), 401, 'UNAUTHENTICATED');
  });
});

describe('POST /api/auth/close', () => {
  it('erases all personal data', async () => {
    const user = await buildFullUser();
    const client = await shop.client().as(user);
    const elsewhere = await shop.client().as(user);
    const response = await client.post('/api/auth/close', { password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true });
    expect(client.cookies.has('sid')).toBe(false);
    expect((await elsewhere.get('/api/auth/my')).statusCode).toBe(401);
    const { user: closed, consents, marketing, ...rest } = await everythingOf(user);
    expect(rest).toEqual({ sessions: [], soldiers: [], orders: [], retained: [] });
    expect(closed).toEqual({
      id: user.id,
      user_id: `~${user.id}`,
      password_hash: null,
      fullname: '',
      phone: '',
      phone_verified: false,
      email: '',
      is_active: true,
      password_due: 'no',
      verified_email: null,
      recovery_email: null,
      recovery_until: null,
      military_status: null,
      role: 'user',
      created_at: user.created_at,
      closed_at: shop.clock.now(),
    });
    expect(consents).toMatchObject([{ document: 'terms', withdrawn_at: null }]);
    expect(marketing).toEqual([
      { channel: 'sms', is_given: true, source: 'settings', changed_at: AGREED_AT, remind_at: null },
      { channel: 'sms', is_given: false, source: 'closing', changed_at: shop.clock.now(), remind_at: null },
    ]);
    for (const table of ['social_identities', 'password_resets'] as const) {
      expect(await shop.db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()).toEqual([]);
    }
  });

  it('does not change other accounts', async () => {
    const other = await buildFullUser();
    const before = await everythingOf(other);
    const client = await shop.client().as(await buildFullUser());
    expect((await client.post('/api/auth/close', { password: PASSWORD })).statusCode).toBe(200);
    expect(await everythingOf(other)).toEqual(before);
  });

  it('frees the login id and refuses further logins', async () => {
    const user = await buildFullUser();
    const client = await shop.client().as(user);
    await client.post('/api/auth/close', { password: PASSWORD });
    const visitor = shop.client();
    for (const userId of [user.user_id, `~${user.id}`]) {
      const login = await visitor.post('/api/auth/login', { userId, password: PASSWORD });
      expect(login.statusCode).toBe(401);
    }
    expect((await visitor.get(`/api/auth/check-userid/${user.user_id}`)).statusCode).toBe(200);
    const again = { userId: user.user_id, password: PASSWORD, phone: '01012345678', acceptedTos: true };
    expect((await visitor.post('/api/auth/register', again)).statusCode).toBe(201);
    expectError(
      await visitor.post('/api/auth/register', { ...again, userId: `~${user.id}` }),
      400,
      'VALIDATION_FAILED',
    );
  });

  it('deletes mails sent to the account, except queued ones', async () => {
    const [leaving, sharing, outsider] = ['leaving-alone', 'shared', 'outsider'].map((name) => `${name}@example.com`);
    for (const recipient of [leaving, sharing, outsider]) {
      for (const state of ['waiting', 'sent', 'failed'] as const) {
        const params = JSON.stringify({ userIds: [] });
        await shop.db
          .insertInto('mails')
          .values({ kind: 'user_id_notice', recipient: recipient ?? '', params, state })
          .execute();
      }
    }
    await shop.buildUser({ email: sharing ?? '' });
    for (const email of [leaving, sharing]) {
      const client = await shop.client().as(await shop.buildUser({ email: email ?? '' }));
      expect((await client.post('/api/auth/close', {})).statusCode).toBe(200);
    }
    const left = await shop.db.selectFrom('mails').select(['recipient', 'state']).orderBy('id').execute();
    const of = (recipient: string | undefined) => left.filter((mail) => mail.recipient === recipient);
    expect(of(leaving)).toMatchObject([{ state: 'waiting' }]);
    for (const recipient of [sharing, outsider]) expect(of(recipient)).toHaveLength(3);
  });

  it('needs no password for an account without one', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    expect((await client.post('/api/auth/close', {})).statusCode).toBe(200);
    expect((await findUser(user)).closed_at).not.toBeNull();
  });

  it.each([
    ['none', {}, 'VALIDATION_FAILED', [{ path: 'password', message: '비밀번호를 입력해주세요.' }]],
    [
      'a blank one',
      { password: ' ' },
      'VALIDATION_FAILED',
      [{ path: 'password', message: '비밀번호를 입력해주세요.' }],
    ],
    ['a wrong one', { password: 'wrong123' }, 'WRONG_PASSWORD', undefined],
    [
      'something else',
      { password: 7 },
      'VALIDATION_FAILED',
      [{ path: 'password', message: '비밀번호를 입력해주세요.' }],
    ],
  ])('refuses %s instead of the password and writes nothing', async (_name, body, code, details) => {
    const user = await buildFullUser();
    await shop.buildOrder({ user });
    const client = await shop.client().as(user);
    const before = await everythingOf(user);
    const response = await client.post('/api/auth/close', body);
    expectError(response, 400, code);
    expect(response.json().details).toEqual(details);
    expect(await everythingOf(user)).toEqual(before);
  });

  it('limits wrong passwords', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = await shop.client().as(user);
    for (let count = 0; count < 10; count += 1) {
      expectError(await client.post('/api/auth/close', { password: 'wrong123' }), 400, 'WRONG_PASSWORD');
    }
    expectError(await client.post('/api/auth/close', { password: PASSWORD }), 429, 'TOO_MANY_REQUESTS');
    expect((await findUser(user)).closed_at).toBeNull();
  });

  it('is 401 for a visitor', async () => {
    expectError(await shop.client().post('/api/auth/close', {}), 401, 'UNAUTHENTICATED');
  });
});

describe('closing an account with orders', () => {
  it('keeps paid orders complete, and their buyer for five years after the last payment', async () => {
    const user = await buildFullUser();
    const older = await shop.buildOrder({ user, status: 'confirmed', createdAt: new Date('2024-01-31T00:00:00Z') });
    const newer = await shop.buildOrder({ user, status: 'confirmed', createdAt: new Date('2024-02-29T03:00:00Z') });
    const client = await shop.client().as(user);
    expect((await client.post('/api/auth/close', { password: PASSWORD })).statusCode).toBe(200);
    const { orders, retained } = await everythingOf(user);
    expect(orders).toEqual([older, newer].map((order) => ({ ...order, soldier_id: null })));
    expect(retained).toEqual([
      {
        user_id: user.id,
        fullname: user.fullname,
        phone: user.phone,
        email: user.email,
        keep_until: new Date('2029-03-01T03:00:00Z'),
      },
    ]);
  });

  it('cancels unpaid orders and removes their soldiers', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    const pending = await shop.buildOrder({ user });
    const cancelled = await shop.buildOrder({ user, status: 'cancelled' });
    expect((await client.post('/api/auth/close', {})).statusCode).toBe(200);
    const { orders, retained } = await everythingOf(user);
    expect(orders).toMatchObject([
      { id: pending.id, status: 'cancelled', soldier: null, soldier_id: null },
      { id: cancelled.id, status: 'cancelled', soldier: null, soldier_id: null },
    ]);
    expect(retained).toEqual([]);
    const events = shop.db.selectFrom('order_events').select(['status', 'actor']).where('order_id', '=', pending.id);
    expect(await events.orderBy('id').execute()).toMatchObject([
      { status: 'pending' },
      { status: 'cancelled', actor: 'customer' },
    ]);
  });

  it('keeps the buyer of a refunded order', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    await shop.bootpay.cancelAtProvider(receiptId);
    await here.webhook(receiptId);
    expect((await here.order()).status).toBe('cancelled');
    expect((await here.client.post('/api/auth/close', {})).statusCode).toBe(200);
    const { orders, retained } = await everythingOf(here.user);
    expect(orders).toMatchObject([{ soldier: { fullname: expect.stringMatching(/./) } }]);
    expect(retained).toMatchObject([{ fullname: here.user.fullname }]);
  });

  it('is refused while a payment is being confirmed, and writes nothing', async () => {
    const here = await buildPaymentFixture(shop);
    await shop.buildOrder({ user: here.user });
    const receiptId = await here.pay({ method: 'vbank' });
    expect((await here.confirm(receiptId)).json().order.status).toBe('processing');
    const before = await everythingOf(here.user);
    expectError(await here.client.post('/api/auth/close', {}), 409, 'PAYMENT_IN_PROGRESS');
    expect(await everythingOf(here.user)).toEqual(before);
  });

  it('refunds a payment that arrives afterwards', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    expect((await here.client.post('/api/auth/close', {})).statusCode).toBe(200);
    expect((await here.webhook(receiptId)).statusCode).toBe(200);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('deletes the retained buyer and their soldiers when the period ends, not before', async () => {
    const user = await shop.buildUser();
    const { id } = await shop.buildOrder({ user, status: 'confirmed' });
    await (await shop.client().as(user)).post('/api/auth/close', {});
    const [kept] = (await everythingOf(user)).retained;
    const keepUntil = kept?.keep_until ?? new Date(0);
    await applyRetention(shop.db, new Date(keepUntil.getTime() - 1));
    expect(await everythingOf(user)).toMatchObject({ retained: [{}], orders: [{ soldier: {} }] });
    await applyRetention(shop.db, keepUntil);
    expect(await everythingOf(user)).toMatchObject({
      retained: [],
      orders: [{ id, soldier: null, status: 'confirmed' }],
    });
  });

  it('deletes soldiers that were inserted after it', async () => {
    const user = await shop.buildUser();
    await (await shop.client().as(user)).post('/api/auth/close', {});
    await shop.buildSoldier({ user });
    const { id } = await shop.buildSoldier();
    await applyRetention(shop.db, shop.clock.now());
    expect((await everythingOf(user)).soldiers).toEqual([]);
    expect(await shop.db.selectFrom('soldiers').select('id').where('id', '=', id).execute()).toEqual([{ id }]);
  });
});

describe('closing the account of an administrator', () => {
  it('is refused for the last one, and writes nothing', async () => {
    const admin = await shop.buildUser({ role: 'admin' });
    await shop.buildOrder({ user: admin });
    const client = await shop.client().as(admin);
    const before = await everythingOf(admin);
    expectError(await client.post('/api/auth/close', {}), 409, 'LAST_ADMIN');
    expect(await everythingOf(admin)).toEqual(before);
    await shop.buildUser({ role: 'admin' });
    expect((await client.post('/api/auth/close', {})).statusCode).toBe(200);
    expect((await findUser(admin)).role).toBe('user');
  });
});
