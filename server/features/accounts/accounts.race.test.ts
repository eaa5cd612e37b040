import { describe, expect, it } from 'vitest';
import { hashPassword } from '#server/lib/password-hash.ts';
import { setUpTestApp, type TestApp } from '#tests/support/app/app.ts';
import { PLAN, type User } from '#tests/support/app/factories.ts';
import { untilLockWait } from '#tests/support/app/lock-waits.ts';
import { totpCode } from '#tests/support/factors/second-factor.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

const PASSWORD = 'secret12';
const NEW_PASSWORD = 'another secret 34';

/**
 * Runs `change` in a transaction that commits once `meanwhile` waits for its lock; returns the
 * result of `meanwhile`.
 */
async function during<T>(
  change: Parameters<ReturnType<TestApp['db']['transaction']>['execute']>[0],
  meanwhile: () => Promise<T>,
): Promise<T> {
  const answer = await shop.db.transaction().execute(async (trx) => {
    await change(trx);
    const running = meanwhile();
    await untilLockWait(shop);
    // Wrapped in an object: a bare promise would be awaited before the commit.
    return { running };
  });
  return answer.running;
}

async function browserOf(user: User) {
  const client = await shop.client().as(user);
  // Fetch the token now, so that concurrent calls do not each fetch one.
  await client.get('/api/csrf-token');
  return client;
}

function sessionsOf(user: User) {
  return shop.db.selectFrom('sessions').select('user_id').where('user_id', '=', user.id).execute();
}

describe('a login with the old password', () => {
  it('opens no session when it races the password change', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const password_hash = await hashPassword(NEW_PASSWORD);
    const response = await during(
      (trx) => trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute(),
      () => shop.client().post('/api/auth/login', { userId: user.user_id, password: PASSWORD }),
    );
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ success: false, error: 'Invalid ID or password', code: 'INVALID_CREDENTIALS' });
    expect(await sessionsOf(user)).toEqual([]);
  });
});

describe('two concurrent changes of one password', () => {
  it('let one succeed and end the session of the other', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const browsers = await Promise.all([browserOf(user), browserOf(user), browserOf(user)]);
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.put('/api/auth/update-profile', { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${index}` }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    // The later one fails: its session has ended, its password is wrong, or the hash changed.
    expect(statuses.toSorted()[0]).toBe(200);
    for (const status of statuses.toSorted().slice(1)) expect([400, 401, 409]).toContain(status);
    const alive = await Promise.all(browsers.map(async (browser) => (await browser.get('/api/auth/my')).statusCode));
    expect(alive).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)));
  });

  it('answer 409 to the later one, which writes nothing', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const browser = await browserOf(user);
    const password_hash = await hashPassword(NEW_PASSWORD);
    const body = { fullname: '김새로', currentPassword: PASSWORD, newPassword: 'a third secret 56' };
    const response = await during(
      (trx) => trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute(),
      () => browser.put('/api/auth/update-profile', body),
    );
    expectError(response, 409, 'CONFLICT');
    const now = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst();
    expect(now).toEqual({ ...user, password_hash });
  });
});

describe('a session that ends while its request waits for the account', () => {
  async function buildOwner() {
    const user = await shop.buildUser({ password: PASSWORD });
    return { user, browser: await browserOf(user) };
  }

  /** Ends them as a new password does that was set with a mailed link. */
  const endSessions = (user: User) => async (trx: Parameters<Parameters<typeof during>[0]>[0]) => {
    await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
    await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  };

  it('adds no second factor to it', async () => {
    const { user, browser } = await buildOwner();
    const { secret } = (await browser.post('/api/auth/second-factors/totp')).json();
    const response = await during(endSessions(user), () =>
      browser.post('/api/auth/second-factors/totp/confirm', { code: totpCode(shop, secret) }),
    );
    expectError(response, 401, 'UNAUTHENTICATED');
    const added = shop.db.selectFrom('second_factors').select('id').where('confirmed_at', 'is not', null);
    expect(await added.where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it.each([
    ['changes no address', 'PUT', '/api/auth/update-profile', { email: 'other@example.com' }],
    ['does not close it', 'POST', '/api/auth/close', { password: PASSWORD }],
  ] as const)('%s', async (_name, method, path, body) => {
    const { user, browser } = await buildOwner();
    const response = await during(endSessions(user), () => browser.call(method, path, body));
    expectError(response, 401, 'UNAUTHENTICATED');
    expect(await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()).toEqual(user);
  });
});

describe('closing an account', () => {
  it('happens once for several concurrent requests', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed' });
    const browsers = await Promise.all(Array.from({ length: 4 }, () => browserOf(user)));
    const answers = await Promise.all(browsers.map((browser) => browser.post('/api/auth/close', {})));
    const statuses = answers.map((answer) => answer.statusCode).toSorted();
    expect(statuses).toEqual([200, 401, 401, 401]);
    const retained = shop.db.selectFrom('retained_buyers').select(['user_id', 'fullname']);
    expect(await retained.where('user_id', '=', order.user_id).execute()).toMatchObject([{ fullname: user.fullname }]);
  });

  it('leaves one administrator when both close concurrently', async () => {
    const admins = [await shop.buildUser({ role: 'admin' }), await shop.buildUser({ role: 'admin' })];
    const browsers = await Promise.all(admins.map(browserOf));
    const answers = await Promise.all(browsers.map((browser) => browser.post('/api/auth/close', {})));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409]);
    const left = await shop.db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
    expect(left).toHaveLength(1);
  });

  it('refuses an order created after it', async () => {
    const user = await shop.buildUser();
    const browser = await browserOf(user);
    const service = await shop.buildService({ requires_soldier: false });
    const body = { service_id: service.id, soldier_id: null, selected_plan: PLAN.name, price: PLAN.price };
    const emptied = { password_hash: null, fullname: '', phone: '', email: '', closed_at: new Date() };
    const response = await during(
      async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
        await trx
          .updateTable('users')
          .set({ ...emptied, user_id: `~${user.id}` })
          .where('id', '=', user.id)
          .execute();
      },
      () => browser.post('/api/orders', body),
    );
    expectError(response, 401, 'UNAUTHENTICATED');
    expect(await shop.db.selectFrom('orders').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it('is refused when an order was created before it', async () => {
    const user = await shop.buildUser();
    const browser = await browserOf(user);
    const service = await shop.buildService();
    const response = await during(
      (trx) =>
        trx
          .insertInto('orders')
          .values({
            order_number: `20261121-RACE-${user.id}`,
            user_id: user.id,
            soldier_id: null,
            service_id: service.id,
            service_title: service.title,
            category: service.category,
            selected_plan: PLAN.name,
            price: PLAN.price,
            soldier: null,
          })
          .execute(),
      () => browser.post('/api/auth/close', {}),
    );
    expectError(response, 409, 'PAYMENT_IN_PROGRESS');
    expect((await browser.get('/api/auth/my')).statusCode).toBe(200);
  });
});
