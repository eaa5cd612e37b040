import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, readableCode } from '#server/lib/tokens.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails, type QueuedMail } from '#tests/support/app/mailbox.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { sendResetLinks } from './send-reset-links.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock, env: { PUBLIC_URL: 'https://shop.example' } });

const PASSWORD = 'secret12';
const NEW_PASSWORD = 'another secret 34';

function newAddress(): string {
  return `${readableCode(10).toLowerCase()}@example.com`;
}

/** Returns the tokens of a mail's links in order. */
function tokensOf(mail: QueuedMail | undefined): string[] {
  const found = mail?.text.matchAll(/https:\/\/shop\.example\/reset-password#token=([\w-]+)/g) ?? [];
  return Array.from(found, ([, token = '']) => token);
}

const runJobs = () => sendResetLinks({ db: shop.db, clock });

function request(email: unknown, address?: string) {
  return shop.client(address).post('/api/auth/password-reset/request', { email });
}

function confirm(token: unknown, newPassword: unknown = NEW_PASSWORD) {
  return shop.client().post('/api/auth/password-reset/confirm', { token, newPassword });
}

/** Requests a reset and returns the token of its mail; the account's address must be unique. */
async function requestToken(user: User): Promise<string> {
  expect((await request(user.email)).statusCode).toBe(200);
  await runJobs();
  const tokens = tokensOf((await listMails(shop, user.email)).at(-1));
  expect(tokens).toHaveLength(1);
  return tokens[0] ?? '';
}

async function logIn(user: User, password: string, address?: string): Promise<number> {
  const response = await shop.client(address).post('/api/auth/login', { userId: user.user_id, password });
  return response.statusCode;
}

function findUser({ id }: User) {
  return shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

const NO_EMAIL: [string, unknown, RegExp][] = [
  ['no address', undefined, /^이메일을 입력해주세요\.$/],
  ['a blank one', ' ', /^이메일을 입력해주세요\.$/],
  ['a broken one', 'buyer@', /^올바른 이메일 형식이 아닙니다\.$/],
  ['two at once', 'a@b.kr,c@d.kr', /^올바른 이메일 형식이 아닙니다\.$/],
  ['a list', ['a@b.kr'], /문자로 입력/],
  ['one that is too long', `${'x'.repeat(260)}@example.com`, /254자 이하/],
];

describe('POST /api/auth/password-reset/request', () => {
  it('sends one mail with a link for the account, and keeps only the hash of its token', async () => {
    const user = await shop.buildUser({ email: newAddress(), password: PASSWORD });
    const response = await request(user.email);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    await runJobs();
    const mails = await listMails(shop, user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(user.user_id);
    const [token = ''] = tokensOf(mails[0]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const kept = await shop.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute();
    expect(kept).toEqual([
      {
        token_hash: hashToken(token),
        user_id: user.id,
        expires_at: new Date(clock.now().getTime() + HOUR_MS),
        ended_at: null,
      },
    ]);
  });

  it('answers known and unknown addresses alike, before either is looked up', async () => {
    const known = await shop.buildUser({ email: newAddress(), password: PASSWORD });
    const unknown = newAddress();
    const answers = [await request(known.email), await request(unknown)];
    for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([200, answers[0]?.body]);
    expect(answers[0]?.json()).toEqual({ success: true, message: expect.stringMatching(/가입된 계정이 있으면/) });
    expect(await listMails(shop, known.email)).toEqual([]);
    await runJobs();
    expect(await listMails(shop, known.email)).toHaveLength(1);
    expect(await listMails(shop, unknown)).toEqual([]);
  });

  it('finds the address case-insensitively, and mails to it as registered', async () => {
    const email = newAddress();
    const user = await shop.buildUser({ email: email.replace(/^./, (first) => first.toUpperCase()) });
    await request(` ${email.toUpperCase()} `);
    await runJobs();
    expect(await listMails(shop, email)).toMatchObject([{ recipient: user.email }]);
  });

  it('does not accept a look-alike of the address', async () => {
    // The Kelvin sign becomes a k in lower case, and belongs to another domain.
    const name = readableCode(10).toLowerCase();
    const user = await shop.buildUser({ email: `${name}@kind.example` });
    await shop.buildUser({ email: `${name}@\u212aind.example` });
    await request(user.email);
    await request(`${name}@\u212aind.example`);
    await runJobs();
    for (const mails of [await listMails(shop, user.email), await listMails(shop, `${name}@\u212aind.example`)]) {
      expect(new Set(mails.map((mail) => mail.recipient)).size).toBe(mails.length);
      for (const mail of mails) expect(tokensOf(mail)).toHaveLength(1);
    }
  });

  it('sends one mail with a link for each id when an address has several', async () => {
    const email = newAddress();
    const users = [await shop.buildUser({ email }), await shop.buildUser({ email: email.toUpperCase() })];
    await request(email);
    await runJobs();
    const mails = await listMails(shop, email);
    expect(mails).toHaveLength(1);
    const tokens = tokensOf(mails[0]);
    expect(tokens).toHaveLength(2);
    // Those used last come first.
    for (const [index, user] of users.toReversed().entries()) {
      expect((await confirm(tokens[index], `${NEW_PASSWORD} ${index}`)).statusCode).toBe(200);
      expect(await logIn(user, `${NEW_PASSWORD} ${index}`)).toBe(200);
    }
  });

  it('sends nothing to closed accounts', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    await request(user.email);
    expect((await (await shop.client().as(user)).post('/api/auth/close', {})).statusCode).toBe(200);
    await runJobs();
    expect(await listMails(shop, user.email)).toEqual([]);
  });

  it('sends one mail when the job runs again, and forgets the link a day after its end', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    await request(user.email);
    await Promise.all([runJobs(), runJobs()]);
    await runJobs();
    expect(await listMails(shop, user.email)).toHaveLength(1);
    await applyRetention(shop.db, new Date(clock.now().getTime() + HOUR_MS + DAY_MS));
    const links = shop.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id);
    expect(await links.execute()).toEqual([]);
  });

  it('is tried again for half an hour when its mail cannot be queued', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    await request(user.email);
    await shop.deps.database.pool.query('alter table mails rename to mails_away');
    await expect(runJobs()).rejects.toThrow('mails');
    await shop.deps.database.pool.query('alter table mails_away rename to mails');
    await runJobs();
    expect(await listMails(shop, user.email)).toEqual([]);
    clock.advance(15 * SECOND_MS);
    await runJobs();
    expect(await listMails(shop, user.email)).toHaveLength(1);
  });

  it.each(NO_EMAIL)('returns 400 for %s and writes nothing', async (_name, email, message) => {
    const before = await shop.countRows();
    const response = await request(email);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path: 'email', message: expect.stringMatching(message) }]);
    expect(await shop.countRows()).toEqual(before);
  });
});

describe('POST /api/auth/password-reset/confirm', () => {
  it("mails a notice of the change to the account's address, without either password", async () => {
    const user = await shop.buildUser({ email: newAddress(), password: PASSWORD });
    expect((await confirm(await requestToken(user))).statusCode).toBe(200);
    const notice = (await listMails(shop, user.email)).at(-1);
    expect(notice).toMatchObject({ kind: 'account_changed', recipient: user.email });
    expect(notice?.text).toContain('변경된 정보: 비밀번호');
    expect(notice?.text).not.toContain(NEW_PASSWORD);
  });

  it('sets the password and ends every session', async () => {
    const user = await shop.buildUser({ email: newAddress(), password: PASSWORD });
    const sessions = await Promise.all([shop.client().as(user), shop.client().as(user)]);
    const outsider = await shop.client().as(await shop.buildUser());
    const response = await confirm(await requestToken(user));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해주세요.',
    });
    expect(response.cookies.map((cookie) => cookie.name)).not.toContain('__Host-sid');
    for (const session of sessions) expect((await session.get('/api/auth/my')).statusCode).toBe(401);
    expect((await outsider.get('/api/auth/my')).statusCode).toBe(200);
    expect([await logIn(user, PASSWORD), await logIn(user, NEW_PASSWORD)]).toEqual([401, 200]);
  });

  it('sets the first password of an account that registered by social login', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    expect((await confirm(await requestToken(user))).statusCode).toBe(200);
    expect(await logIn(user, NEW_PASSWORD)).toBe(200);
  });

  it('works once', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    const token = await requestToken(user);
    expect((await confirm(token)).statusCode).toBe(200);
    const again = await confirm(token, 'a third secret 56');
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual({
      code: 'RESET_TOKEN_INVALID',
      error: '비밀번호 재설정 링크가 올바르지 않거나 만료되었습니다. 다시 요청해주세요.',
    });
    expect(await logIn(user, NEW_PASSWORD)).toBe(200);
  });

  it('accepts a link for one hour', async () => {
    const [early, late] = [
      await shop.buildUser({ email: newAddress() }),
      await shop.buildUser({ email: newAddress() }),
    ];
    const tokens = [await requestToken(early), await requestToken(late)];
    clock.advance(HOUR_MS - 1);
    expect((await confirm(tokens[0])).statusCode).toBe(200);
    clock.advance(1);
    expectError(await confirm(tokens[1]), 400, 'RESET_TOKEN_INVALID');
    expect((await findUser(late))?.password_hash).toBeNull();
  });

  it.each([
    ['of five characters', '12345', /^비밀번호는 6자 이상 128자 이하여야 합니다\.$/],
    ['of 129 characters', 'x'.repeat(129), /128자 이하/],
    ['of blanks', '      ', /^비밀번호를 입력해주세요\.$/],
    ['that is left out', undefined, /^비밀번호를 입력해주세요\.$/],
    ['that is one of the commonest', 'Password1', /흔히 쓰이는/],
    ['that is the id', 'Same.As.Id', /아이디와 같은/],
  ])('refuses a password %s without using the link up', async (_name, newPassword, message) => {
    const user = await shop.buildUser({ email: newAddress(), password: PASSWORD, user_id: 'same.as.id' });
    const session = await shop.client().as(user);
    const token = await requestToken(user);
    const body = { token, newPassword };
    const response = await shop.client().post('/api/auth/password-reset/confirm', body);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path: 'newPassword', message: expect.stringMatching(message) }]);
    expect((await findUser(user))?.password_hash).toBe(user.password_hash);
    expect((await session.get('/api/auth/my')).statusCode).toBe(200);
    expect((await confirm(token)).statusCode).toBe(200);
    await shop.db.deleteFrom('users').where('id', '=', user.id).execute();
  });

  it.each([
    ['made up', 'x'.repeat(43), 'RESET_TOKEN_INVALID'],
    ['no text', 7, 'VALIDATION_FAILED'],
    ['blank', '', 'VALIDATION_FAILED'],
    ['left out', undefined, 'VALIDATION_FAILED'],
    ['endless', 'x'.repeat(201), 'VALIDATION_FAILED'],
  ])('refuses a token that is %s', async (_name, token, code) => {
    const response = await confirm(token);
    expectError(response, 400, code);
    expect(response.json().error).toMatch(/^비밀번호 재설정 링크가 올바르지 않거나 만료되었습니다\./);
  });

  it.each([
    ['another e-mail address', { email: 'elsewhere@example.com' }],
    ['another password', { currentPassword: PASSWORD, newPassword: 'a third secret 56' }],
  ])('leads nowhere once the account has %s', async (_name, body) => {
    const user = await shop.buildUser({ email: newAddress(), password: PASSWORD });
    const token = await requestToken(user);
    const client = await shop.client().as(user);
    expect((await client.put('/api/auth/update-profile', { fullname: '김새로' })).statusCode).toBe(200);
    expect((await client.put('/api/auth/update-profile', body)).statusCode).toBe(200);
    expectError(await confirm(token), 400, 'RESET_TOKEN_INVALID');
  });

  it('refuses a link once the account is closed', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    const token = await requestToken(user);
    await (await shop.client().as(user)).post('/api/auth/close', {});
    expectError(await confirm(token), 400, 'RESET_TOKEN_INVALID');
  });

  it('lifts the login limit of the account', async () => {
    const user = await shop.buildUser({ email: newAddress(), password: PASSWORD });
    for (let count = 0; count < 11; count += 1) await logIn(user, 'wrong123', '192.0.2.1');
    expect(await logIn(user, PASSWORD, '192.0.2.1')).toBe(429);
    const body = { token: await requestToken(user), newPassword: NEW_PASSWORD };
    expect((await shop.client('192.0.2.1').post('/api/auth/password-reset/confirm', body)).statusCode).toBe(200);
    expect(await logIn(user, NEW_PASSWORD, '192.0.2.1')).toBe(200);
  });
});

describe('POST /api/auth/find-userid', () => {
  function find(email: unknown, address?: string) {
    return shop.client(address).post('/api/auth/find-userid', { email });
  }

  it('mails the login ids of an address', async () => {
    const email = newAddress();
    const users = [await shop.buildUser({ email }), await shop.buildUser({ email })];
    const response = await find(email.toUpperCase());
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, message: '가입된 아이디를 이메일로 보내드렸습니다.' });
    const mails = await listMails(shop, email);
    expect(mails).toHaveLength(1);
    for (const user of users) {
      expect(mails[0]?.text).toContain(user.user_id);
      expect(response.body).not.toContain(user.user_id);
    }
  });

  it('returns 404 for an unknown address and for that of a closed account', async () => {
    const user = await shop.buildUser({ email: newAddress() });
    await (await shop.client().as(user)).post('/api/auth/close', {});
    for (const email of [newAddress(), user.email]) {
      const response = await find(email);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({
        code: 'EMAIL_UNKNOWN',
        error: '해당 이메일로 가입된 계정을 찾을 수 없습니다.',
      });
      expect(await listMails(shop, email)).toEqual([]);
    }
  });

  it.each(NO_EMAIL)('returns 400 for %s', async (_name, email, message) => {
    const response = await find(email);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().error).toMatch(message);
  });
});

describe('limits', () => {
  const WAYS = ['/api/auth/password-reset/request', '/api/auth/find-userid'];

  function expectTooMany(response: Awaited<ReturnType<typeof request>>): void {
    expectError(response, 429, 'TOO_MANY_REQUESTS');
    expect(response.json().error).toBe('요청이 너무 많습니다. 잠시 후 다시 시도해주세요.');
    const seconds = Number(response.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  }

  it.each(WAYS)('%s allows ten requests per client address', async (path) => {
    const address = `198.51.100.${WAYS.indexOf(path) + 1}`;
    const ask = (from: string) => shop.client(from).post(path, { email: newAddress() });
    for (let count = 0; count < 10; count += 1) expect((await ask(address)).statusCode).not.toBe(429);
    expectTooMany(await ask(address));
    expect((await ask('198.51.100.99')).statusCode).not.toBe(429);
  });

  it.each(WAYS)(
    '%s allows five requests per e-mail address in any case from one client, counted per call',
    async (path) => {
      const { email } = await shop.buildUser({ email: newAddress() });
      const client = shop.client();
      const ask = (way: string, wanted: string) => client.post(way, { email: wanted });
      for (let count = 0; count < 5; count += 1) expect((await ask(path, email)).statusCode).toBe(200);
      expectTooMany(await ask(path, email.toUpperCase()));
      expect((await shop.client().post(path, { email })).statusCode).toBe(200);
      const other = WAYS.find((way) => way !== path) ?? '';
      expect((await ask(other, email)).statusCode).toBe(200);
      expect((await ask(path, (await shop.buildUser({ email: newAddress() })).email)).statusCode).toBe(200);
    },
  );

  it('send nothing for a refused request', async () => {
    const { email } = await shop.buildUser({ email: newAddress() });
    const client = shop.client();
    for (let count = 0; count < 7; count += 1) await client.post('/api/auth/password-reset/request', { email });
    const requests = shop.db.selectFrom('reset_requests').select('id').where('email', '=', email);
    expect(await requests.execute()).toHaveLength(5);
    await runJobs();
    // An unproven address gets three mails a day.
    expect(await listMails(shop, email)).toHaveLength(3);
  });
});
