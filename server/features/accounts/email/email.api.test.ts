import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails, type QueuedMail } from '#tests/support/app/mailbox.ts';
import { requestReset } from '#tests/support/jobs/reset-requests.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock, limits: { recoveryPerAddress: 0, recoveryPerEmail: 0 } });

const PASSWORD = 'secret12';

function newAddress(): string {
  return `${readableCode(10).toLowerCase()}@example.com`;
}

async function mailsTo(address: string, kind: QueuedMail['kind']): Promise<QueuedMail[]> {
  return (await listMails(shop, address)).filter((mail) => mail.kind === kind);
}

/** The token of the newest mail of the kind. */
async function tokenOf(address: string, kind: QueuedMail['kind']): Promise<string> {
  const mail = (await mailsTo(address, kind)).at(-1);
  const token = /\/(?:verify|undo)-email#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no ${kind} with a link for ${address}`);
  return token;
}

async function isRecovered(address: string): Promise<boolean> {
  // Past the limit of mails to an unproven address.
  await endLimitWindows(shop.db);
  const found = await shop.client().post('/api/auth/find-userid', { email: address });
  const before = (await mailsTo(address, 'password_reset')).length;
  await requestReset(shop, address);
  const isReset = (await mailsTo(address, 'password_reset')).length > before;
  expect(isReset).toBe(found.statusCode === 200);
  return isReset;
}

type Fixture = { user: User; client: Client; before: string; after: string };

/** An account whose address was changed from `before` to `after`. */
async function buildChanged(): Promise<Fixture> {
  const before = newAddress();
  const after = newAddress();
  const user = await shop.buildUser({ email: before, password: PASSWORD });
  const client = await shop.client().as(user);
  await change(client, after);
  return { user, client, before, after };
}

async function change(client: Client, email: string): Promise<void> {
  const response = await client.put('/api/auth/update-profile', { email });
  expect(response.statusCode).toBe(200);
  expect(response.json().user.email).toBe(email);
}

const verify = (token: unknown) => shop.client().post('/api/auth/email/verify', { token });
const undo = (token: unknown) => shop.client().post('/api/auth/email/undo', { token });

describe('a changed address', () => {
  it('is stored at once; recovery goes to the previous one until the new one is verified', async () => {
    const { before, after } = await buildChanged();
    expect([await isRecovered(before), await isRecovered(after)]).toEqual([true, false]);
    const response = await verify(await tokenOf(after, 'email_verification'));
    expect(response.json()).toEqual({ success: true, message: '이메일 주소를 확인했습니다.' });
    expect([await isRecovered(before), await isRecovered(after)]).toEqual([false, true]);
  });

  it('leaves recovery with the previous one for 7 days, and then with none', async () => {
    const { before, after } = await buildChanged();
    clock.advance(7 * DAY_MS - HOUR_MS);
    expect([await isRecovered(before), await isRecovered(after)]).toEqual([true, false]);
    clock.advance(2 * HOUR_MS);
    expect([await isRecovered(before), await isRecovered(after)]).toEqual([false, false]);
  });

  it('changed again keeps recovery with the last one that was trusted', async () => {
    const { client, before, after } = await buildChanged();
    const third = newAddress();
    await change(client, third);
    expect([await isRecovered(before), await isRecovered(after), await isRecovered(third)]).toEqual([
      true,
      false,
      false,
    ]);
    expectError(await verify(await tokenOf(after, 'email_verification')), 400, 'EMAIL_TOKEN_INVALID');
    await change(client, before);
    expect(await isRecovered(before)).toBe(true);
    expect(await mailsTo(before, 'email_verification')).toEqual([]);
  });

  it('ends reset links that were mailed before', async () => {
    const { client, before, after } = await buildChanged();
    await isRecovered(before);
    const mail = (await mailsTo(before, 'password_reset')).at(-1);
    const token = /reset-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    await verify(await tokenOf(after, 'email_verification'));
    const body = { token, newPassword: 'another secret 34' };
    expectError(await client.post('/api/auth/password-reset/confirm', body), 400, 'RESET_TOKEN_INVALID');
  });

  it('is the one from registration that was removed, and gets no mail', async () => {
    const before = newAddress();
    const client = await shop.client().as(await shop.buildUser({ email: before }));
    await change(client, '');
    expect(await isRecovered(before)).toBe(true);
    expect(await mailsTo(before, 'email_changed')).toHaveLength(1);
    expectError(await client.post('/api/auth/email/request'), 409, 'EMAIL_MISSING');
  });
});

describe('a link that verifies', () => {
  it('works once, for a day, and only for the address that the account has', async () => {
    const { client, after } = await buildChanged();
    const token = await tokenOf(after, 'email_verification');
    expect((await verify(token)).statusCode).toBe(200);
    expectError(await verify(token), 400, 'EMAIL_TOKEN_INVALID');
    expectError(await client.post('/api/auth/email/request'), 409, 'EMAIL_VERIFIED');
    const late = await buildChanged();
    const lateToken = await tokenOf(late.after, 'email_verification');
    clock.advance(DAY_MS);
    expectError(await verify(lateToken), 400, 'EMAIL_TOKEN_INVALID');
  });

  it.each([undefined, '', 7, ['a'], 'x'.repeat(201), 'unknown', "' or 1=1 --"])('is not %j', async (token) => {
    for (const response of [await verify(token), await undo(token)]) expect(response.statusCode).toBe(400);
  });

  it('is none that undoes, nor the other way round', async () => {
    const { before, after } = await buildChanged();
    expectError(await undo(await tokenOf(after, 'email_verification')), 400, 'EMAIL_TOKEN_INVALID');
    expectError(await verify(await tokenOf(before, 'email_changed')), 400, 'EMAIL_TOKEN_INVALID');
  });

  it('of the welcome verifies the address from registration', async () => {
    const email = newAddress();
    const client = shop.client();
    const userId = `user.${readableCode(8)}`;
    const body = {
      userId,
      email,
      password: 'a good secret 12',
      phone: '01012345678',
      fullname: '공격 문구',
      acceptedTos: true,
    };
    expect((await client.post('/api/auth/register', body)).statusCode).toBe(201);
    const [mail] = await mailsTo(email, 'welcome');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('공격 문구');
    await client.post('/api/auth/login', { userId, password: body.password });
    const status = { email, is_verified: false, is_trusted: true, recovery_until: null };
    expect((await client.get('/api/auth/email')).json()).toEqual(status);
    expect((await verify(await tokenOf(email, 'welcome'))).statusCode).toBe(200);
    expect((await client.get('/api/auth/email')).json()).toEqual({ ...status, is_verified: true });
  });

  it('can be asked for again; those before it stay open until one is used', async () => {
    const { client, after } = await buildChanged();
    const first = await tokenOf(after, 'email_verification');
    expect((await client.post('/api/auth/email/request')).statusCode).toBe(200);
    const second = await tokenOf(after, 'email_verification');
    expect((await verify(first)).statusCode).toBe(200);
    expectError(await verify(second), 400, 'EMAIL_TOKEN_INVALID');
  });

  it('used twice concurrently works once', async () => {
    const { after } = await buildChanged();
    const token = await tokenOf(after, 'email_verification');
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => verify(token)))).map((each) => each.statusCode);
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('a link that undoes', () => {
  it('brings the previous address back, also after the new one was verified, and ends all sessions', async () => {
    const { user, client, before, after } = await buildChanged();
    await verify(await tokenOf(after, 'email_verification'));
    await isRecovered(after);
    const reset = /reset-password#token=([\w-]+)/.exec(
      (await mailsTo(after, 'password_reset')).at(-1)?.text ?? '',
    )?.[1];
    const token = await tokenOf(before, 'email_changed');
    expect((await undo(token)).json()).toMatchObject({ success: true });
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
    expect([await isRecovered(before), await isRecovered(after)]).toEqual([true, false]);
    // A session that was borrowed cannot take the account over.
    const body = { token: reset, newPassword: 'reset again 123' };
    expectError(await shop.client().post('/api/auth/password-reset/confirm', body), 400, 'RESET_TOKEN_INVALID');
    expectError(await undo(token), 400, 'EMAIL_TOKEN_INVALID');
    const back = await shop.client().as(user);
    expect((await back.get('/api/auth/email')).json()).toMatchObject({ email: before, is_verified: true });
  });

  it('ends a verification that is still open, and the links of later changes', async () => {
    const { client, before, after } = await buildChanged();
    const third = newAddress();
    await change(client, third);
    const later = await tokenOf(after, 'email_changed');
    const pending = await tokenOf(third, 'email_verification');
    expect((await undo(await tokenOf(before, 'email_changed'))).statusCode).toBe(200);
    expectError(await verify(pending), 400, 'EMAIL_TOKEN_INVALID');
    expectError(await undo(later), 400, 'EMAIL_TOKEN_INVALID');
    expect(await isRecovered(before)).toBe(true);
  });

  it('works for 7 days', async () => {
    const { before } = await buildChanged();
    const token = await tokenOf(before, 'email_changed');
    clock.advance(7 * DAY_MS);
    expectError(await undo(token), 400, 'EMAIL_TOKEN_INVALID');
  });
});

describe('mails to an unverified address', () => {
  it('are at most three a day, however often an account changes to it', async () => {
    const victim = newAddress();
    const own = newAddress();
    const client = await shop.client().as(await shop.buildUser({ email: own }));
    for (let count = 0; count < 10; count += 1) {
      await change(client, victim);
      await change(client, own);
    }
    expect(await listMails(shop, victim)).toHaveLength(3);
    await endLimitWindows(shop.db, DAY_MS);
    await change(client, victim);
    expect(await listMails(shop, victim)).toHaveLength(4);
  });

  it('are at most three a day from any number of accounts', async () => {
    const victim = newAddress();
    for (let count = 0; count < 5; count += 1) {
      const body = {
        userId: `user.${readableCode(8)}`,
        email: victim,
        password: 'a good secret 12',
        phone: '01012345678',
      };
      const response = await shop.client().post('/api/auth/register', { ...body, acceptedTos: true });
      expect(response.statusCode).toBe(201);
    }
    expect(await listMails(shop, victim)).toHaveLength(3);
  });

  it('asked for once too often are 429, and the last link still works', async () => {
    const { client, after } = await buildChanged();
    for (let count = 0; count < 2; count += 1) await client.post('/api/auth/email/request');
    const refused = await client.post('/api/auth/email/request');
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect((await verify(await tokenOf(after, 'email_verification'))).statusCode).toBe(200);
  });
});

it('an owner of a verified address is warned once a day, also when others used its limit up', async () => {
  const owner = await shop.buildUser({ email: newAddress() });
  const { email } = owner;
  await shop.db.updateTable('users').set({ verified_email: email }).where('id', '=', owner.id).execute();
  for (let count = 0; count < 32; count += 1) await shop.client().post('/api/auth/find-userid', { email });
  expect(await listMails(shop, email)).toHaveLength(30);
  await change(await shop.client().as(owner), newAddress());
  expect((await undo(await tokenOf(email, 'email_changed'))).statusCode).toBe(200);
});

it('a new password is reported to the recovery address', async () => {
  const { client, before, after } = await buildChanged();
  const body = { currentPassword: PASSWORD, newPassword: 'another secret 34' };
  expect((await client.put('/api/auth/update-profile', body)).statusCode).toBe(200);
  expect(await mailsTo(before, 'account_changed')).toHaveLength(1);
  expect(await mailsTo(after, 'account_changed')).toEqual([]);
});

it('an account changes its address thirty times a day, and keeps no more links', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const user = await shop.buildUser({ email: first });
  const client = await shop.client().as(user);
  for (let time = 0; time < 30; time += 1) await change(client, time % 2 === 0 ? second : first);
  const refused = await client.put('/api/auth/update-profile', { email: second, fullname: '다른 이름' });
  expectError(refused, 429, 'TOO_MANY_REQUESTS');
  expect((await client.get('/api/auth/my')).json()).toMatchObject({ email: first, fullname: user.fullname });
  expect((await client.put('/api/auth/update-profile', { email: first, fullname: '다른 이름' })).statusCode).toBe(200);
  const links = await shop.db.selectFrom('email_links').select('id').where('user_id', '=', user.id).execute();
  expect(links.length).toBeLessThanOrEqual(60);
});
