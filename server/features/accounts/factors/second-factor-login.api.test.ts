import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { PASSWORD, STEP_MS, setUpFactorAccounts } from '#tests/support/factors/factor-accounts.ts';
import { enrolTotp, totpCode, wrongCode } from '#tests/support/factors/second-factor.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const { shop, clock, buildUser, logIn, buildEnrolled, buildWaiting, give, auditOf, mailedChanges } =
  await setUpFactorAccounts();

describe('a login with a second factor', () => {
  it('opens its session only with the code', async () => {
    const { user, code } = await buildEnrolled();
    const client = await buildWaiting(user);
    expect(client.cookies.has('sid')).toBe(false);
    expect(client.cookies.has('login')).toBe(true);
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
    expect((await client.get('/api/admin/dashboard')).statusCode).toBe(401);
    expect((await give(client, { code: code() })).json()).toEqual({ success: true, userId: user.user_id });
    expect(client.cookies.has('login')).toBe(false);
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ has_second_factor: true });
    // A login with the second factor is a step-up.
    expect((await client.post('/api/auth/second-factors/recovery')).statusCode).toBe(200);
    const [event] = (await client.get('/api/auth/login-events')).json();
    expect(event).toMatchObject({ result: 'success', method: 'totp' });
  });

  it('keeps the choice of a session that ends with the browser', async () => {
    const { user, code } = await buildEnrolled('user');
    const client = shop.client();
    await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD, remember: false });
    const response = await give(client, { code: code() });
    const cookie = response.cookies.find(({ name }) => name === 'sid');
    expect(cookie?.value).toBeTruthy();
    expect(cookie?.maxAge).toBeUndefined();
  });

  it('takes codes of one step around the present one, and each step once', async () => {
    const { user, code } = await buildEnrolled();
    clock.advance(10 * STEP_MS);
    const [early, late, next] = [code(-2), code(2), code(1)];
    const client = await buildWaiting(user);
    expectError(await give(client, { code: early }), 400, 'CODE_INVALID');
    expectError(await give(client, { code: late }), 400, 'CODE_INVALID');
    expect((await give(client, { code: next })).statusCode).toBe(200);
    // An older step than the last used one is over as well.
    for (const used of [next, code()]) {
      expectError(await give(await buildWaiting(user), { code: used }), 400, 'CODE_INVALID');
    }
  });

  it('does not take the code that enrolled the app', async () => {
    const user = await buildUser();
    const client = shop.client();
    await logIn(client, user);
    const { secret } = await enrolTotp(shop, client);
    expectError(await give(await buildWaiting(user), { code: totpCode(shop, secret) }), 400, 'CODE_INVALID');
  });

  it('opens one session for the same code sent 20 times at once', async () => {
    const { user, code } = await buildEnrolled();
    const clients = await Promise.all(Array.from({ length: 10 }, () => buildWaiting(user)));
    const sent = code();
    const responses = await Promise.all(clients.flatMap((client) => [0, 1].map(() => give(client, { code: sent }))));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const sessions = await shop.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    // The one that enrolled, and the new one.
    expect(sessions).toHaveLength(2);
  });

  it('is not ended by the same code sent 20 times at once in one browser', async () => {
    const { user, code } = await buildEnrolled();
    const client = await buildWaiting(user);
    const sent = code();
    const responses = await Promise.all(Array.from({ length: 20 }, () => give(client, { code: sent })));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await client.get('/api/auth/my')).statusCode).toBe(200);
  });

  it('refuses a text that is not six digits without counting it', async () => {
    const { user, code } = await buildEnrolled();
    const client = await buildWaiting(user);
    for (const text of ['12345', '1234567', '１２３４５', ' 12345', '12a456', '']) {
      expectError(await give(client, { code: text }), 400, 'VALIDATION_FAILED');
    }
    for (const body of [{}, { code: code(), recovery_code: 'AAAA' }, { code: 123456 }, { code: ['123456'] }]) {
      expectError(await give(client, body), 400, 'VALIDATION_FAILED');
    }
    expectError(await give(client, { password: PASSWORD }), 400, 'CODE_INVALID');
    // As an app shows it, typed in full width.
    const typed = code().replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    expect((await give(client, { code: `${typed.slice(0, 3)} ${typed.slice(3)}` })).statusCode).toBe(200);
  });

  it('ends with the fifth wrong code; later logins wait 30 seconds, then twice as long', async () => {
    const { user, secret, code } = await buildEnrolled();
    async function failFiveTimes() {
      const client = await buildWaiting(user);
      for (let n = 0; n < 4; n += 1) {
        expectError(await give(client, { code: wrongCode(shop, secret) }), 400, 'CODE_INVALID');
      }
      expectError(await give(client, { code: wrongCode(shop, secret) }), 401, 'LOGIN_EXPIRED');
      expectError(await give(client, { code: code() }), 401, 'LOGIN_EXPIRED');
    }
    await failFiveTimes();
    const refused = await logIn(shop.client(), user);
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(refused.headers['retry-after']).toBe('30');
    clock.advance(30 * SECOND_MS);
    await failFiveTimes();
    expect((await logIn(shop.client(), user)).headers['retry-after']).toBe('60');
    const events = await shop.db
      .selectFrom('login_events')
      .select('id')
      .where('user_id', '=', user.id)
      .where('method', '=', 'totp')
      .where('result', '=', 'failure')
      .execute();
    expect(events).toHaveLength(10);
  });

  it('does not wait in a browser that is known to the account', async () => {
    const { user, client: known, secret, code } = await buildEnrolled();
    const attacker = await buildWaiting(user);
    for (let n = 0; n < 5; n += 1) await give(attacker, { code: wrongCode(shop, secret) });
    expect((await logIn(shop.client(), user)).statusCode).toBe(429);
    await known.post('/api/auth/logout');
    expect((await logIn(known, user)).statusCode).toBe(200);
    expect((await give(known, { code: code() })).statusCode).toBe(200);
    // The owner is back, so no login waits any more.
    expect((await logIn(shop.client(), user)).statusCode).toBe(200);
  });

  it('limits the wrong codes of all waiting logins of an account together', async () => {
    const { user, secret } = await buildEnrolled();
    const clients = await Promise.all(Array.from({ length: 5 }, () => buildWaiting(user)));
    const statuses: number[] = [];
    for (const client of clients) {
      for (let n = 0; n < 4; n += 1) statuses.push((await give(client, { code: wrongCode(shop, secret) })).statusCode);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(15);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('waits five minutes for the code', async () => {
    const { user, code } = await buildEnrolled();
    const client = await buildWaiting(user);
    clock.advance(5 * MINUTE_MS);
    expectError(await give(client, { code: code() }), 401, 'LOGIN_EXPIRED');
    expectError(await give(shop.client(), { code: code() }), 401, 'LOGIN_EXPIRED');
  });

  it('ends with a change or a reset of the password, and with a logout', async () => {
    const { user, client, code } = await buildEnrolled();
    const [waiting, left] = [await buildWaiting(user), await buildWaiting(user)];
    await left.post('/api/auth/logout');
    expectError(await give(left, { code: code() }), 401, 'LOGIN_EXPIRED');
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} new` };
    expect((await client.put('/api/auth/update-profile', change)).statusCode).toBe(200);
    expectError(await give(waiting, { code: code() }), 401, 'LOGIN_EXPIRED');
  });

  it('ends when the account is deactivated meanwhile', async () => {
    const { user, code } = await buildEnrolled();
    const waiting = await buildWaiting(user);
    await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    expectError(await give(waiting, { code: code() }), 401, 'LOGIN_EXPIRED');
  });
});

describe('a recovery code', () => {
  it('finishes one login, notifies the owner, and is no step-up', async () => {
    const { user, recoveryCodes } = await buildEnrolled();
    const [code = ''] = recoveryCodes;
    const client = await buildWaiting(user);
    expectError(await give(client, { recovery_code: 'AAAA-BBBB' }), 400, 'CODE_INVALID');
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await give(client, { recovery_code: typed })).statusCode).toBe(200);
    expectError(await give(await buildWaiting(user), { recovery_code: code }), 400, 'CODE_INVALID');
    expectError(await client.post('/api/auth/second-factors/recovery'), 403, 'STEP_UP_REQUIRED');
    const listed = (await client.get('/api/auth/second-factors')).json();
    expect(listed.at(-1)).toMatchObject({ kind: 'recovery', left: 9, last_used_at: clock.now().toISOString() });
    expect((await client.get('/api/auth/login-events')).json()[0]).toMatchObject({ method: 'recovery' });
    expect((await mailedChanges(user)).at(-1)).toContain('복구 코드를 사용하여 로그인했습니다.');
    expect((await auditOf(user)).at(-1)).toBe('user.use_recovery_code');
  });

  it('sent while logged in is refused and stays unused', async () => {
    const { user, client, recoveryCodes } = await buildEnrolled();
    expectError(await give(client, { recovery_code: recoveryCodes[0] }), 400, 'CODE_INVALID');
    expect((await give(await buildWaiting(user), { recovery_code: recoveryCodes[0] })).statusCode).toBe(200);
  });

  it('of another account is wrong', async () => {
    const [{ user }, { recoveryCodes }] = [await buildEnrolled(), await buildEnrolled()];
    expectError(await give(await buildWaiting(user), { recovery_code: recoveryCodes[0] }), 400, 'CODE_INVALID');
  });

  it('ends when ten new ones are made', async () => {
    const { user, client, recoveryCodes } = await buildEnrolled();
    const renewed = await client.post('/api/auth/second-factors/recovery');
    expect(renewed.json().recovery_codes).toHaveLength(10);
    const waiting = await buildWaiting(user);
    expectError(await give(waiting, { recovery_code: recoveryCodes[0] }), 400, 'CODE_INVALID');
    expect((await give(waiting, { recovery_code: renewed.json().recovery_codes[0] })).statusCode).toBe(200);
    expect(await auditOf(user)).toContain('user.renew_recovery_codes');
  });

  it('cannot be made without a second factor', async () => {
    const client = await shop.client().as(await buildUser('user'));
    expectError(await client.post('/api/auth/second-factors/recovery'), 409, 'NO_SECOND_FACTOR');
  });
});
