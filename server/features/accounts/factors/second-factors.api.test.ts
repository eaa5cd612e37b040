import { describe, expect, it } from 'vitest';
import { createKeyRing, parseDataKeys } from '#server/lib/keys/key-ring.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import { TEST_KEYS } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { PASSWORD, STEP_MS, setUpFactorAccounts } from '#tests/support/factors/factor-accounts.ts';
import { enrolTotp, totpCode, wrongCode } from '#tests/support/factors/second-factor.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { sendResetLinks } from '../recovery/send-reset-links.ts';
import { resetFactors } from './reset-factors.ts';

const { shop, clock, buildUser, logIn, buildEnrolled, buildWaiting, give, auditOf, mailedChanges } =
  await setUpFactorAccounts();

describe('POST /api/auth/second-factors/totp', () => {
  it('enrols an app by its first code, with ten recovery codes, a mail and an audit entry', async () => {
    const user = await buildUser();
    const client = shop.client();
    await logIn(client, user);
    const started = await client.post('/api/auth/second-factors/totp');
    expect(started.statusCode).toBe(200);
    expect(started.headers['cache-control']).toBe('no-store');
    const { secret, uri } = started.json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect(address.protocol).toBe('otpauth:');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      digits: '6',
      period: '30',
      algorithm: 'SHA1',
    });
    expect((await client.get('/api/auth/second-factors')).json()).toEqual([]);
    expect((await client.get('/api/auth/my')).json().has_second_factor).toBe(false);

    const wrong = { code: wrongCode(shop, secret) };
    expectError(await client.post('/api/auth/second-factors/totp/confirm', wrong), 400, 'CODE_INVALID');
    const confirmed = await client.post('/api/auth/second-factors/totp/confirm', { code: totpCode(shop, secret) });
    expect(confirmed.statusCode).toBe(201);
    const { recovery_codes } = confirmed.json();
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/);
    const at = clock.now().toISOString();
    expect((await client.get('/api/auth/second-factors')).json()).toEqual([
      { id: expect.any(Number), kind: 'totp', name: '인증 앱', created_at: at, last_used_at: at },
      { id: 0, kind: 'recovery', name: '복구 코드', created_at: at, last_used_at: null, left: 10 },
    ]);
    expect((await client.get('/api/auth/my')).json().has_second_factor).toBe(true);
    expect(await auditOf(user)).toEqual(['user.add_factor']);
    expect(await mailedChanges(user)).toEqual([expect.stringContaining('인증 앱을 등록했습니다.')]);
  });

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const { user, secret, recoveryCodes } = await buildEnrolled();
    const row = await shop.db
      .selectFrom('second_factors')
      .select('secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.secret?.toString('latin1')).not.toContain(secret);
    const { rows } = await shop.deps.database.pool.query(
      'select encode(code_hash, $1) as hash from recovery_codes where user_id = $2',
      ['escape', user.id],
    );
    expect(JSON.stringify(rows)).not.toContain(String(recoveryCodes[0]).replaceAll('-', ''));
  });

  it('keeps working after the rotation of DATA_KEYS', async () => {
    const { user, code } = await buildEnrolled();
    const other = `next:${Buffer.alloc(32, 9).toString('base64')}`;
    const keys = parseDataKeys(`${TEST_KEYS.DATA_KEYS},${other}`);
    const swapped = parseDataKeys(`${other},${TEST_KEYS.DATA_KEYS}`);
    if (!keys || !swapped) throw new Error('the test has keys');
    expect((await rotateKeys(shop.db, createKeyRing(swapped)))['second_factors.secret']).toBeGreaterThan(0);
    await rotateKeys(shop.db, createKeyRing(keys));
    expect((await give(await buildWaiting(user), { code: code() })).statusCode).toBe(200);
  });

  it('ends all other sessions', async () => {
    const user = await buildUser();
    const [first, second] = [shop.client(), shop.client()];
    await logIn(first, user);
    await logIn(second, user);
    await enrolTotp(shop, second);
    expect((await first.get('/api/auth/my')).statusCode).toBe(401);
    expect((await second.get('/api/auth/my')).statusCode).toBe(200);
  });

  it('replaces a secret that was not confirmed, and forgets it after a day', async () => {
    const user = await buildUser();
    const client = shop.client();
    await logIn(client, user);
    const first = (await client.post('/api/auth/second-factors/totp')).json();
    await client.post('/api/auth/second-factors/totp');
    const stale = { code: totpCode(shop, first.secret) };
    expectError(await client.post('/api/auth/second-factors/totp/confirm', stale), 400, 'CODE_INVALID');
    await applyRetention(shop.db, new Date(clock.now().getTime() + DAY_MS));
    const rows = await shop.db.selectFrom('second_factors').select('id').where('user_id', '=', user.id).execute();
    expect(rows).toEqual([]);
  });

  it('needs a login or the password of the last 10 minutes for the first factor', async () => {
    const user = await buildUser('user');
    const client = await shop.client().as(user);
    clock.advance(10 * MINUTE_MS);
    expectError(await client.post('/api/auth/second-factors/totp'), 403, 'STEP_UP_REQUIRED');
    const confirm = { code: '123456' };
    expectError(await client.post('/api/auth/second-factors/totp/confirm', confirm), 403, 'STEP_UP_REQUIRED');
    expectError(await client.post('/api/auth/second-factors/passkey/options'), 403, 'STEP_UP_REQUIRED');
    expectError(await give(client, { password: 'not the secret' }), 400, 'WRONG_PASSWORD');
    expect((await give(client, { password: PASSWORD })).json()).toEqual({ success: true, userId: user.user_id });
    await enrolTotp(shop, client);
  });

  it('is limited to ten factors', async () => {
    const { user, client } = await buildEnrolled('user');
    for (let n = 0; n < 9; n += 1) await enrolTotp(shop, client);
    expectError(await client.post('/api/auth/second-factors/totp'), 409, 'TOO_MANY_FACTORS');
    expect((await client.get('/api/auth/second-factors')).json()).toHaveLength(11);
    expect(await auditOf(user)).toEqual([]);
  });
});

describe('step-up', () => {
  it('lasts 10 minutes from the code, whatever is done meanwhile', async () => {
    const { client, code } = await buildEnrolled('user');
    clock.advance(10 * MINUTE_MS - STEP_MS - 1);
    expect((await client.post('/api/auth/second-factors/recovery')).statusCode).toBe(200);
    clock.advance(10 * MINUTE_MS);
    expectError(await client.post('/api/auth/second-factors/recovery'), 403, 'STEP_UP_REQUIRED');
    const sent = code();
    expect((await give(client, { code: sent })).statusCode).toBe(200);
    expect((await client.post('/api/auth/second-factors/recovery')).statusCode).toBe(200);
    expectError(await give(client, { code: sent }), 400, 'CODE_INVALID');
  });

  it('of one session counts in no other', async () => {
    const { user, client, code } = await buildEnrolled('user');
    clock.advance(10 * MINUTE_MS);
    const other = await buildWaiting(user);
    await give(other, { code: code() });
    expectError(await client.post('/api/auth/second-factors/recovery'), 403, 'STEP_UP_REQUIRED');
  });

  it('is limited', async () => {
    const { client, secret, code } = await buildEnrolled('user');
    for (let n = 0; n < 15; n += 1) {
      expectError(await give(client, { code: wrongCode(shop, secret) }), 400, 'CODE_INVALID');
    }
    expectError(await give(client, { code: code() }), 429, 'TOO_MANY_REQUESTS');
  });

  it('is not possible by password for people with a second factor', async () => {
    const { client } = await buildEnrolled('user');
    expectError(await give(client, { password: PASSWORD }), 400, 'CODE_INVALID');
  });
});

describe('DELETE /api/auth/second-factors/{id}', () => {
  it('removes a factor, and the recovery codes with the last one', async () => {
    const { user, client } = await buildEnrolled();
    const waiting = await buildWaiting(user);
    const [{ id }] = (await client.get('/api/auth/second-factors')).json();
    const outsider = await buildEnrolled();
    expectError(await outsider.client.delete(`/api/auth/second-factors/${id}`), 404, 'FACTOR_NOT_FOUND');
    expect((await client.delete(`/api/auth/second-factors/${id}`)).json()).toEqual({ success: true });
    expectError(await client.delete(`/api/auth/second-factors/${id}`), 404, 'FACTOR_NOT_FOUND');
    expect((await client.get('/api/auth/second-factors')).json()).toEqual([]);
    expectError(await give(waiting, { code: '123456' }), 401, 'LOGIN_EXPIRED');
    expect((await logIn(shop.client(), user)).json()).not.toHaveProperty('second_factor');
    expect(await auditOf(user)).toEqual(['user.add_factor', 'user.remove_factor']);
    expect(await mailedChanges(user)).toHaveLength(2);
  });

  it('needs step-up', async () => {
    const { client } = await buildEnrolled();
    const [{ id }] = (await client.get('/api/auth/second-factors')).json();
    clock.advance(10 * MINUTE_MS);
    expectError(await client.delete(`/api/auth/second-factors/${id}`), 403, 'STEP_UP_REQUIRED');
  });
});

describe('npm run admin:reset-factors', () => {
  it('removes all factors, ends sessions and waiting logins, and is in the audit log', async () => {
    const { user, client, recoveryCodes } = await buildEnrolled();
    const waiting = await buildWaiting(user);
    expect(await resetFactors(shop.db, user.user_id.toUpperCase())).toBe(1);
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
    expectError(await give(waiting, { recovery_code: recoveryCodes[0] }), 401, 'LOGIN_EXPIRED');
    expect((await logIn(shop.client(), user)).json()).not.toHaveProperty('second_factor');
    const entry = await shop.db
      .selectFrom('audit_log')
      .select(['actor_login', 'address', 'action'])
      .where('subject_id', '=', String(user.id))
      .where('action', '=', 'user.reset_factors')
      .executeTakeFirst();
    expect(entry).toEqual({ actor_login: 'system', address: 'command line', action: 'user.reset_factors' });
    expect((await mailedChanges(user)).at(-1)).toContain('등록된 인증 수단을 모두 초기화했습니다.');
    await expect(resetFactors(shop.db, 'unknown.id')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});

describe('a borrowed session', () => {
  it('cannot seize an account with a second factor', async () => {
    const { user, client } = await buildEnrolled();
    const [{ id }] = (await client.get('/api/auth/second-factors')).json();
    clock.advance(10 * MINUTE_MS);
    const before = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    const attempts = [
      () => client.put('/api/auth/update-profile', { email: 'attacker@example.com' }),
      () => client.put('/api/auth/update-profile', { phone: '010-9999-9999' }),
      () => client.put('/api/auth/update-profile', { currentPassword: PASSWORD, newPassword: 'seized by others 1' }),
      () => client.post('/api/auth/second-factors/totp'),
      () => client.post('/api/auth/second-factors/totp/confirm', { code: '123456' }),
      () => client.post('/api/auth/second-factors/passkey/options'),
      () => client.post('/api/auth/second-factors/recovery'),
      () => client.delete(`/api/auth/second-factors/${id}`),
      () => client.post('/api/auth/close', { password: PASSWORD }),
    ];
    for (const attempt of attempts) expectError(await attempt(), 403, 'STEP_UP_REQUIRED');
    const after = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(after).toEqual(before);
    // All that is not sensitive stays open.
    expect((await client.put('/api/auth/update-profile', { fullname: '김관리' })).statusCode).toBe(200);
  });

  it('cannot lock the owner out of an account without one, nor change its password', async () => {
    const user = await buildUser('user');
    const client = await shop.client().as(user);
    clock.advance(HOUR_MS);
    const change = { currentPassword: 'a guess 1234', newPassword: 'seized by others 1' };
    expectError(await client.put('/api/auth/update-profile', change), 400, 'WRONG_PASSWORD');
    expectError(await client.post('/api/auth/second-factors/totp'), 403, 'STEP_UP_REQUIRED');
    expectError(await client.post('/api/auth/close', { password: 'a guess 1234' }), 400, 'WRONG_PASSWORD');
  });

  it('does not get around the second factor by a reset of the password', async () => {
    const { user, code } = await buildEnrolled();
    const client = shop.client();
    await client.post('/api/auth/password-reset/request', { email: user.email });
    await sendResetLinks({ db: shop.db, clock });
    const [mail] = (await listMails(shop, user.email)).filter(({ kind }) => kind === 'password_reset');
    const token = decodeURIComponent(/token=([\w%-]+)/.exec(String(mail?.text))?.[1] ?? '');
    const newPassword = `${PASSWORD} reset`;
    const reset = await client.post('/api/auth/password-reset/confirm', { token, newPassword });
    expect(reset.json()).toMatchObject({ success: true });
    const answer = await client.post('/api/auth/login', { userId: user.user_id, password: newPassword });
    expect(answer.json()).toMatchObject({ second_factor: ['totp'] });
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
    expect((await give(client, { code: code() })).statusCode).toBe(200);
  });
});
