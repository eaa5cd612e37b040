import { beforeEach, describe, expect, it } from 'vitest';
import { readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { enrolTotp } from '#tests/support/factors/second-factor.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PASSWORD = 'forgotten 12';
const NEW_PASSWORD = 'another secret 34';
const SMS_PER_HOUR = 12;

const clock = createTestClock();
const { solapi, env } = await setUpSolapi(clock.now);
let refusals = 0;
function write(line: string): void {
  if (line.includes('reset code not sent')) refusals += 1;
}
const shop = await setUpTestApp({
  clock,
  env: { ...env, SMS_HOURLY_LIMIT: String(SMS_PER_HOUR), LOG_LEVEL: 'warn' },
  logTo: { write },
});

beforeEach(async () => {
  solapi.clear();
  await endLimitWindows(shop.db);
});

let made = 0;

/** A customer without e-mail whose number is proven. */
function buildOwner(wishes: Parameters<typeof shop.buildUser>[0] = {}): Promise<User> {
  made += 1;
  const phone = `010${String(40_000_000 + made)}`;
  return shop.buildUser({ email: '', phone, phone_verified: true, password: PASSWORD, ...wishes });
}

function ask({ user_id: userId, phone }: Pick<User, 'user_id' | 'phone'>, address?: string) {
  return shop.client(address).post('/api/auth/password-reset/phone', { userId, phone });
}

type Entry = { code: string; newPassword?: unknown };

function enter(user: Pick<User, 'user_id' | 'phone'>, { code, newPassword = NEW_PASSWORD }: Entry, address?: string) {
  const body = { userId: user.user_id, phone: user.phone, code, newPassword };
  return shop.client(address).post('/api/auth/password-reset/phone/confirm', body);
}

const messagesTo = ({ phone }: Pick<User, 'phone'>) => solapi.sent().filter(({ to }) => to === phone);
const codesTo = (user: Pick<User, 'phone'>) => messagesTo(user).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '');
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Asks for a code and returns it once it has arrived, which is after the answer. */
async function askForCode(user: User): Promise<string> {
  const before = messagesTo(user).length;
  const response = await ask(user);
  expect(response.statusCode, response.body).toBe(202);
  await expect.poll(() => messagesTo(user).length, { interval: 20 }).toBe(before + 1);
  return codesTo(user).at(-1) ?? '';
}

/** Expects a limit to refuse the code behind an answer that does not say so. */
async function expectSilentRefusal(user: Pick<User, 'user_id' | 'phone'>): Promise<void> {
  const [before, sent] = [refusals, messagesTo(user).length];
  const response = await ask(user);
  expect([response.statusCode, response.json().success]).toEqual([202, true]);
  await expect.poll(() => refusals, { interval: 20 }).toBe(before + 1);
  expect(messagesTo(user)).toHaveLength(sent);
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await endLimitWindows(shop.db, ms);
}

async function logIn(user: User, password: string, address?: string): Promise<number> {
  const response = await shop.client(address).post('/api/auth/login', { userId: user.user_id, password });
  return response.statusCode;
}

describe('POST /api/auth/password-reset/phone', () => {
  it('sends six digits that name what they are for to the proven number', async () => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    expect(code).toMatch(/^\d{6}$/);
    expect(messagesTo(owner)[0]?.text).toContain('비밀번호 재설정 인증번호');
    const rows = await shop.db.selectFrom('phone_codes').selectAll().where('user_id', '=', owner.id).execute();
    expect(rows).toMatchObject([{ purpose: 'reset' }]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('finds the id in any case and the number with hyphens', async () => {
    const owner = await buildOwner();
    const phone = owner.phone.replace(/^(...)(....)/, '$1-$2-');
    await ask({ user_id: owner.user_id.toUpperCase(), phone });
    await expect.poll(() => messagesTo(owner).length, { interval: 20 }).toBe(1);
  });

  it('answers alike for every account, and sends to proven numbers of active customers alone', async () => {
    const closed = await buildOwner();
    await (await shop.client().as(closed)).post('/api/auth/close', { password: PASSWORD });
    const [owner, mistaken, unproven, landline] = await Promise.all([
      buildOwner(),
      buildOwner(),
      buildOwner({ phone_verified: false }),
      buildOwner({ phone: '0212345678' }),
    ]);
    const [admin, inactive] = await Promise.all([buildOwner({ role: 'admin' }), buildOwner({ is_active: false })]);
    const others = [
      { user_id: 'unknown.id', phone: '01011112222' },
      { user_id: mistaken.user_id, phone: '01011112222' },
      ...[unproven, landline, admin, inactive, closed],
    ];
    const answers = [];
    for (const other of others) answers.push(await ask(other));
    answers.push(await ask(owner));
    for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([202, answers[0]?.body]);
    expect(answers[0]?.json()).toEqual({
      success: true,
      message: expect.stringMatching(/인증번호를 문자로 보내드립니다/),
      expires_at: new Date(clock.now().getTime() + 3 * MINUTE_MS).toISOString(),
      resend_at: new Date(clock.now().getTime() + MINUTE_MS).toISOString(),
    });
    expect(answers[0]?.headers['cache-control']).toBe('no-store');
    await expect.poll(() => messagesTo(owner).length, { interval: 20 }).toBe(1);
    // The code of a later request has arrived, so those before have been handled.
    await askForCode(await buildOwner());
    for (const other of [...others, mistaken]) expect(messagesTo(other)).toEqual([]);
    const ids = [mistaken, unproven, landline, admin, inactive, closed].map(({ id }) => id);
    expect(await shop.db.selectFrom('phone_codes').select('user_id').where('user_id', 'in', ids).execute()).toEqual([]);
  });

  it.each([
    ['no id', { userId: ' ' }, 'userId', /아이디를 입력해주세요/],
    ['no number', { phone: undefined }, 'phone', /전화번호를 입력해주세요/],
    ['a broken number', { phone: '010-12' }, 'phone', /올바른 전화번호 형식/],
    ['a list', { userId: ['a'] }, 'userId', /아이디/],
  ])('is 400 for %s', async (_name, wrong, path, message) => {
    const body = { userId: 'soldier.one', phone: '01012341234', ...wrong };
    const response = await shop.client().post('/api/auth/password-reset/phone', body);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path, message: expect.stringMatching(message) }]);
  });

  it('sends one a minute and five a day for an account without saying so, and no other account waits', async () => {
    const owner = await buildOwner();
    for (let sent = 1; sent <= 5; sent += 1) {
      await askForCode(owner);
      await expectSilentRefusal(owner);
      await askForCode(await buildOwner());
      await pass(HOUR_MS);
      expect(messagesTo(owner)).toHaveLength(sent);
    }
    await expectSilentRefusal(owner);
    await pass(20 * HOUR_MS);
    await askForCode(owner);
  });

  it('sends ten a day to a number, whatever the account', async () => {
    const phone = '01066665555';
    for (let sent = 0; sent < 10; sent += 1) await askForCode(await buildOwner({ phone }));
    await expectSilentRefusal(await buildOwner({ phone }));
    await askForCode(await buildOwner());
  });

  it('sends SMS_HOURLY_LIMIT in an hour for the whole shop', async () => {
    for (let sent = 0; sent < SMS_PER_HOUR; sent += 1) await askForCode(await buildOwner());
    const owner = await buildOwner();
    await expectSilentRefusal(owner);
    await pass(HOUR_MS);
    await askForCode(owner);
  });

  it('is 429 beyond ten in 15 minutes from one address, for every account alike', async () => {
    const address = '198.51.100.7';
    const unknown = { user_id: 'unknown.id', phone: '01011112222' };
    for (let asked = 0; asked < 10; asked += 1) expect((await ask(unknown, address)).statusCode).toBe(202);
    for (const who of [unknown, await buildOwner()]) {
      const refused = await ask(who, address);
      expectError(refused, 429, 'TOO_MANY_REQUESTS');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    }
    expect((await ask(unknown, '198.51.100.8')).statusCode).toBe(202);
  });
});

describe('POST /api/auth/password-reset/phone/confirm', () => {
  it('sets the password once and ends sessions, links and the known browser', async () => {
    const email = `${readableCode(10).toLowerCase()}@example.com`;
    const owner = await buildOwner({ email });
    const session = await shop.client().as(owner);
    await shop.db
      .insertInto('password_resets')
      .values({ token_hash: Buffer.from(owner.user_id), user_id: owner.id, expires_at: new Date(Date.now() + HOUR_MS) })
      .execute();
    const code = await askForCode(owner);
    const response = await enter(owner, { code });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual({ success: true, message: expect.stringMatching(/비밀번호가 변경되었습니다/) });
    expect(response.cookies).toEqual([]);
    expectError(await session.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
    expect([await logIn(owner, PASSWORD), await logIn(owner, NEW_PASSWORD)]).toEqual([401, 200]);
    const links = shop.db.selectFrom('password_resets').select('ended_at').where('user_id', '=', owner.id);
    expect((await links.execute()).every(({ ended_at }) => ended_at !== null)).toBe(true);
    expect((await listMails(shop, email)).map(({ kind }) => kind)).toEqual(['account_changed']);
    expectError(await enter(owner, { code, newPassword: 'a third secret 56' }), 400, 'RESET_CODE_INVALID');
    expect(await logIn(owner, NEW_PASSWORD)).toBe(200);
  });

  it('works without any e-mail, and for an account without a password', async () => {
    const owner = await buildOwner();
    await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', owner.id).execute();
    expect((await enter(owner, { code: await askForCode(owner) })).statusCode).toBe(200);
    expect(await logIn(owner, NEW_PASSWORD)).toBe(200);
  });

  it('still asks for the second factor', async () => {
    const owner = await buildOwner();
    await enrolTotp(shop, await shop.client().as(owner));
    expect((await enter(owner, { code: await askForCode(owner) })).statusCode).toBe(200);
    const login = await shop.client().post('/api/auth/login', { userId: owner.user_id, password: NEW_PASSWORD });
    expect(login.json()).toEqual({ success: true, userId: owner.user_id, second_factor: ['totp'] });
  });

  it('lifts the login limit of the account', async () => {
    const owner = await buildOwner();
    for (let count = 0; count < 11; count += 1) await logIn(owner, 'wrong123', '192.0.2.9');
    expect(await logIn(owner, PASSWORD, '192.0.2.9')).toBe(429);
    const code = await askForCode(owner);
    expect((await enter(owner, { code }, '192.0.2.9')).statusCode).toBe(200);
    expect(await logIn(owner, NEW_PASSWORD, '192.0.2.9')).toBe(200);
  });

  it('refuses alike a wrong code, none, another number, an unknown id and an administrator', async () => {
    const [owner, without] = [await buildOwner(), await buildOwner()];
    const admin = await buildOwner({ role: 'admin' });
    const code = await askForCode(owner);
    const answers = [
      await enter(owner, { code: otherThan(code) }),
      await enter(without, { code }),
      await enter({ user_id: owner.user_id, phone: without.phone }, { code }),
      await enter({ user_id: 'unknown.id', phone: owner.phone }, { code }),
      await enter(admin, { code }),
    ];
    for (const answer of answers) {
      expectError(answer, 400, 'RESET_CODE_INVALID');
      expect(answer.body).toBe(answers[0]?.body);
    }
    expect((await enter(owner, { code })).statusCode).toBe(200);
  });

  it('ends the code after five wrong ones, but not by those for another number', async () => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    const elsewhere = { user_id: owner.user_id, phone: '01011112222' };
    for (let tries = 0; tries < 6; tries += 1) await enter(elsewhere, { code: otherThan(code) });
    for (let tries = 0; tries < 4; tries += 1) await enter(owner, { code: otherThan(code) });
    const again = await buildOwner();
    const other = await askForCode(again);
    for (let tries = 0; tries < 5; tries += 1) await enter(again, { code: otherThan(other) });
    expectError(await enter(again, { code: other }), 400, 'RESET_CODE_INVALID');
    expect((await enter(owner, { code })).statusCode).toBe(200);
  });

  it('takes the right code once when it is sent several times concurrently', async () => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(owner, { code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
  });

  it('refuses a code after three minutes', async () => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    await pass(3 * MINUTE_MS);
    expectError(await enter(owner, { code }), 400, 'RESET_CODE_INVALID');
    expect(await logIn(owner, PASSWORD)).toBe(200);
  });

  it.each([
    ['too short', 'abc', /6자 이상/],
    ['of the commonest', 'Password1', /흔히 쓰이는/],
    ['left out', undefined, /비밀번호를 입력해주세요/],
  ])('refuses a password that is %s without using the code up', async (_name, newPassword, message) => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    const body = { userId: owner.user_id, phone: owner.phone, code, newPassword };
    const response = await shop.client().post('/api/auth/password-reset/phone/confirm', body);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path: 'newPassword', message: expect.stringMatching(message) }]);
    expect((await enter(owner, { code })).statusCode).toBe(200);
  });

  it.each([
    ['was deactivated', { is_active: false }],
    ['became an administrator', { role: 'admin' }],
    ['is no longer proven', { phone_verified: false }],
  ] as const)('refuses the code of an account that meanwhile %s', async (_name, change) => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    await shop.db.updateTable('users').set(change).where('id', '=', owner.id).execute();
    expectError(await enter(owner, { code }), 400, 'RESET_CODE_INVALID');
  });

  it('refuses a code once the password was changed in another way', async () => {
    const owner = await buildOwner();
    const code = await askForCode(owner);
    const client = await shop.client().as(owner);
    const change = { fullname: '홍길동', currentPassword: PASSWORD, newPassword: 'changed by hand 1' };
    expect((await client.put('/api/auth/update-profile', change)).statusCode).toBe(200);
    expectError(await enter(owner, { code }), 400, 'RESET_CODE_INVALID');
  });

  it('takes no code that proves a number, and proves none', async () => {
    const owner = await buildOwner({ phone_verified: false });
    const client = await shop.client().as(owner);
    await client.post('/api/auth/phone/code');
    const [code = ''] = codesTo(owner);
    await shop.db.updateTable('users').set({ phone_verified: true }).where('id', '=', owner.id).execute();
    expectError(await enter(owner, { code }), 400, 'RESET_CODE_INVALID');
    await pass(MINUTE_MS);
    const reset = await askForCode(owner);
    expectError(await client.post('/api/auth/phone/verify', { code: reset }), 409, 'CODE_EXPIRED');
    expect((await client.get('/api/auth/phone')).json()).toMatchObject({ code: null });
  });

  it('is 429 beyond a hundred in 15 minutes from one address', async () => {
    const unknown = { user_id: 'unknown.id', phone: '01011112222' };
    const body = { userId: unknown.user_id, phone: unknown.phone, code: '123456', newPassword: 'Password1' };
    const client = shop.client('198.51.100.17');
    const statuses = new Set<number>();
    for (let tries = 0; tries < 100; tries += 1) {
      statuses.add((await client.post('/api/auth/password-reset/phone/confirm', body)).statusCode);
    }
    expect([...statuses]).toEqual([400]);
    const refused = await client.post('/api/auth/password-reset/phone/confirm', body);
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('GET /api/auth/password-reset/ways', () => {
  it('offers the phone where SMS is set up', async () => {
    expect((await shop.client().get('/api/auth/password-reset/ways')).json()).toEqual({ phone: true });
  });

  it('does not offer it elsewhere, and a request is 503 SMS_OFF', async () => {
    const bare = await startTestApp();
    expect((await bare.client().get('/api/auth/password-reset/ways')).json()).toEqual({ phone: false });
    const body = { userId: 'soldier.one', phone: '01012341234' };
    expectError(await bare.client().post('/api/auth/password-reset/phone', body), 503, 'SMS_OFF');
    await bare.close();
  });
});
