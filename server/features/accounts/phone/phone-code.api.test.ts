import { beforeEach, describe, expect, it } from 'vitest';
import type { PhoneStatus } from '#shared/features/accounts/phone-schemas.ts';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Half past two at night in Korea. */
const NIGHT = new Date('2026-11-23T17:30:00Z');
const SMS_PER_HOUR = 12;

const clock = createTestClock(NIGHT);
let made = 0;
const { solapi, env } = await setUpSolapi(clock.now);
const shop = await setUpTestApp({
  clock,
  env: {
    ...env,
    SMS_HOURLY_LIMIT: String(SMS_PER_HOUR),
    METRICS_TOKEN,
  },
});

beforeEach(async () => {
  solapi.clear();
  await shop.db.deleteFrom('rate_limits').execute();
  clock.set(NIGHT);
});

type Owner = { user: User; client: Client; phone: string };

async function createOwner(wishes: Partial<Pick<User, 'phone' | 'role'>> = {}, address?: string): Promise<Owner> {
  made += 1;
  const user = await shop.buildUser({ phone: `010${String(20_000_000 + made)}`, ...wishes });
  return { user, client: await shop.client(address).as(user), phone: user.phone };
}

const ask = ({ client }: Owner) => client.post('/api/auth/phone/code');
const verify = ({ client }: Owner, code: string) => client.post('/api/auth/phone/verify', { code });
const messagesTo = ({ phone }: Owner) => solapi.sent().filter(({ to }) => to === phone);

/** The code of the newest message. */
function codeOf(owner: Owner): string {
  const code = /\d{6}/.exec(messagesTo(owner).at(-1)?.text ?? '')?.[0];
  if (!code) throw new Error('no code was sent');
  return code;
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function askForCode(owner: Owner): Promise<string> {
  const response = await ask(owner);
  expect(response.statusCode, response.body).toBe(202);
  return codeOf(owner);
}

/** A new code that differs from `code`: one time in a million both are the same. */
async function askForOtherCode(owner: Owner, code: string): Promise<string> {
  const asked = await askForCode(owner);
  if (asked !== code) return asked;
  await pass(MINUTE_MS);
  return askForOtherCode(owner, code);
}

/** Lets time pass for the shop's clock and for the limits. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await endLimitWindows(shop.db, ms);
}

async function isVerified({ client }: Owner): Promise<boolean> {
  return (await client.get('/api/auth/my')).json<MyAccount>().phone_verified;
}

function expectTooMany(response: Awaited<ReturnType<typeof ask>>, retryAfterSeconds: number): void {
  expectError(response, 429, 'TOO_MANY_REQUESTS');
  // The test itself takes a few seconds of the window.
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(retryAfterSeconds);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(retryAfterSeconds - 60);
}

describe('POST /api/auth/phone/code', () => {
  it('sends six digits at once, at night too, and says when they end', async () => {
    const owner = await createOwner();
    const response = await ask(owner);
    expect(response.statusCode).toBe(202);
    expect(response.json()).toEqual({
      expires_at: new Date(NIGHT.getTime() + 3 * MINUTE_MS).toISOString(),
      resend_at: new Date(NIGHT.getTime() + MINUTE_MS).toISOString(),
    });
    expect(messagesTo(owner)).toMatchObject([{ from: '0200000000', type: 'SMS' }]);
    expect(codeOf(owner)).toMatch(/^\d{6}$/);
  });

  it('stores no code that can be read', async () => {
    const owner = await createOwner();
    const code = await askForCode(owner);
    const rows = await shop.db.selectFrom('phone_codes').selectAll().where('user_id', '=', owner.user.id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('needs a login', async () => {
    expectError(await shop.client().post('/api/auth/phone/code'), 401, 'UNAUTHENTICATED');
  });

  it('ends the last code', async () => {
    const owner = await createOwner();
    const first = await askForCode(owner);
    await pass(MINUTE_MS);
    const second = await askForOtherCode(owner, first);
    expectError(await verify(owner, first), 400, 'CODE_INVALID');
    expect((await verify(owner, second)).statusCode).toBe(200);
  });

  it('is 409 for a proven number', async () => {
    const owner = await createOwner();
    await verify(owner, await askForCode(owner));
    await pass(MINUTE_MS);
    expectError(await ask(owner), 409, 'PHONE_VERIFIED');
    expect(messagesTo(owner)).toHaveLength(1);
  });

  it.each(['0212345678', '03112345678', '', '01212345678'])('is 400 for %s, which gets no SMS', async (phone) => {
    const owner = await createOwner({ phone });
    expectError(await ask(owner), 400, 'PHONE_UNUSABLE');
    expect(messagesTo(owner)).toEqual([]);
  });

  it('is limited to one a minute', async () => {
    const owner = await createOwner();
    await askForCode(owner);
    await pass(MINUTE_MS - 10_000);
    expectTooMany(await ask(owner), 10);
    await pass(10_000);
    await askForCode(owner);
    expect(messagesTo(owner)).toHaveLength(2);
  });

  it('is limited to 5 a day per account, and what was refused is not counted', async () => {
    const owner = await createOwner();
    for (let sent = 0; sent < 5; sent += 1) {
      await askForCode(owner);
      expectError(await ask(owner), 429, 'TOO_MANY_REQUESTS');
      await pass(HOUR_MS);
    }
    expectTooMany(await ask(owner), (19 * HOUR_MS) / 1000);
    await pass(19 * HOUR_MS);
    await askForCode(owner);
  });

  it('is limited to 10 a day per number, whatever the account', async () => {
    const phone = '01077776666';
    for (let sent = 0; sent < 10; sent += 1) await askForCode(await createOwner({ phone }));
    expectError(await ask(await createOwner({ phone })), 429, 'TOO_MANY_REQUESTS');
    expect((await ask(await createOwner())).statusCode).toBe(202);
    await pass(24 * HOUR_MS);
    await askForCode(await createOwner({ phone }));
  });

  it('is limited to 10 an hour per address, whatever the account', async () => {
    const address = '192.0.2.77';
    const sent = [];
    for (let asked = 0; asked < 12; asked += 1) sent.push((await ask(await createOwner({}, address))).statusCode);
    expect(sent).toEqual([...Array.from({ length: 10 }, () => 202), 429, 429]);
    await pass(HOUR_MS);
    await askForCode(await createOwner({}, address));
  });

  it('is limited to SMS_HOURLY_LIMIT for the whole shop, and raises the alarm', async () => {
    const metrics = createMetricsReader(shop);
    for (let sent = 0; sent < SMS_PER_HOUR; sent += 1) await askForCode(await createOwner());
    expectTooMany(await ask(await createOwner()), HOUR_MS / 1000);
    expect(await metrics.value('shop_sms_limited')).toBe(1);
    await pass(HOUR_MS);
    await askForCode(await createOwner());
    expect(await metrics.value('shop_sms_limited')).toBe(0);
  });

  it('counts codes that are sent and those that are used, for the alert about codes that are not entered', async () => {
    const metrics = createMetricsReader(shop);
    const counts = async () => [
      await metrics.value('shop_phone_codes_total{outcome="sent"}'),
      await metrics.value('shop_phone_codes_total{outcome="used"}'),
    ];
    const [sent = 0, used = 0] = await counts();
    for (let left = 0; left < 4; left += 1) await askForCode(await createOwner());
    const owner = await createOwner();
    const code = await askForCode(owner);
    expectError(await ask(owner), 429, 'TOO_MANY_REQUESTS');
    expectError(await verify(owner, otherThan(code)), 400, 'CODE_INVALID');
    expect(await counts()).toEqual([sent + 5, used]);
    await verify(owner, code);
    expect(await counts()).toEqual([sent + 5, used + 1]);
  });

  it('sends one message when an answer of the provider is lost', async () => {
    for (const path of [/POST .*groups$/, /PUT /, /send$/]) {
      const owner = await createOwner();
      solapi.fail('drop', { path, times: 1 });
      expect((await ask(owner)).statusCode).toBe(202);
      await expect.poll(() => messagesTo(owner).length, { interval: 50 }).toBe(1);
      expect((await verify(owner, codeOf(owner))).statusCode).toBe(200);
      expect(messagesTo(owner)).toHaveLength(1);
    }
  });

  it('tries again while the provider is busy', async () => {
    const owner = await createOwner();
    solapi.fail('busy', { times: 1 });
    expect((await ask(owner)).statusCode).toBe(202);
    await expect.poll(() => messagesTo(owner).length, { interval: 50 }).toBe(1);
  });
});

describe('POST /api/auth/phone/verify', () => {
  it('proves the number, for the account and for administrators', async () => {
    const owner = await createOwner();
    const response = await verify(owner, await askForCode(owner));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, phone_verified: true });
    expect(await isVerified(owner)).toBe(true);
    const admin = await createOwner({ role: 'admin' });
    const shown = (await admin.client.get(`/api/admin/users/${owner.user.id}`)).json<{ phone_verified: boolean }>();
    expect(shown.phone_verified).toBe(true);
  });

  it('needs a login', async () => {
    expectError(await shop.client().post('/api/auth/phone/verify', { code: '123456' }), 401, 'UNAUTHENTICATED');
  });

  it.each([{}, { code: 123456 }, { code: '12345' }, { code: '1234567' }, { code: '12345육' }])(
    'is 400 for %j, which is no try',
    async (body) => {
      const owner = await createOwner();
      const code = await askForCode(owner);
      for (let tries = 0; tries < 5; tries += 1) {
        expectError(await owner.client.post('/api/auth/phone/verify', body), 400, 'VALIDATION_FAILED');
      }
      const typed = code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
      expect((await verify(owner, ` ${typed}`)).statusCode).toBe(200);
    },
  );

  it('ends the code after five wrong ones, so that the right one comes too late', async () => {
    const owner = await createOwner();
    const code = await askForCode(owner);
    for (let tries = 0; tries < 5; tries += 1) expectError(await verify(owner, otherThan(code)), 400, 'CODE_INVALID');
    expectError(await verify(owner, code), 409, 'CODE_EXPIRED');
    expect(await isVerified(owner)).toBe(false);
  });

  it('takes the right code after four wrong ones', async () => {
    const owner = await createOwner();
    const code = await askForCode(owner);
    for (let tries = 0; tries < 4; tries += 1) expectError(await verify(owner, otherThan(code)), 400, 'CODE_INVALID');
    expect((await verify(owner, code)).statusCode).toBe(200);
  });

  it('is 409 after three minutes, without a code, and for a used one', async () => {
    const owner = await createOwner();
    expectError(await verify(owner, '123456'), 409, 'CODE_EXPIRED');
    const code = await askForCode(owner);
    await pass(3 * MINUTE_MS);
    expectError(await verify(owner, code), 409, 'CODE_EXPIRED');
    const next = await askForCode(owner);
    await pass(3 * MINUTE_MS - 1);
    expect((await verify(owner, next)).statusCode).toBe(200);
    expectError(await verify(owner, next), 409, 'CODE_EXPIRED');
  });

  it("does not take another account's code", async () => {
    const [owner, other] = [await createOwner({ phone: '01055554444' }), await createOwner({ phone: '01055554444' })];
    const code = await askForCode(owner);
    expectError(await verify(other, code), 409, 'CODE_EXPIRED');
    const own = await askForOtherCode(other, code);
    expectError(await verify(owner, own), 400, 'CODE_INVALID');
  });
});

describe('a changed number', () => {
  const profile = { fullname: '홍길동', email: 'buyer@example.com', military_status: null };

  it('is not proved, and ends the code under way', async () => {
    const owner = await createOwner();
    await verify(owner, await askForCode(owner));
    const changed = await owner.client.put('/api/auth/update-profile', { ...profile, phone: '010-3333-2222' });
    expect(changed.json()).toMatchObject({ user: { phone: '01033332222', phone_verified: false } });
    expect(await isVerified(owner)).toBe(false);

    const second = await createOwner();
    const code = await askForCode(second);
    await second.client.put('/api/auth/update-profile', { ...profile, phone: '01033332223' });
    expectError(await verify(second, code), 409, 'CODE_EXPIRED');
    await second.client.put('/api/auth/update-profile', { ...profile, phone: second.phone });
    expectError(await verify(second, code), 409, 'CODE_EXPIRED');
  });

  it('stays proved when the same number is saved again', async () => {
    const owner = await createOwner();
    await verify(owner, await askForCode(owner));
    await owner.client.put('/api/auth/update-profile', { ...profile, phone: owner.phone });
    expect(await isVerified(owner)).toBe(true);
  });
});

describe('GET /api/auth/phone', () => {
  it('returns the available methods, the pending code and the proof', async () => {
    const owner = await createOwner();
    const read = async () => (await owner.client.get('/api/auth/phone')).json<PhoneStatus>();
    const base = { phone: owner.phone, is_mobile: true, ways: { sms: true, identity: true } };
    expect(await read()).toEqual({ ...base, phone_verified: false, proofs: [], code: null });
    const sent = (await ask(owner)).json();
    expect((await read()).code).toEqual(sent);
    await verify(owner, codeOf(owner));
    const proofs = [{ method: 'sms', proven_at: NIGHT.toISOString() }];
    expect(await read()).toEqual({ ...base, phone_verified: true, proofs, code: null });
  });
});

describe('what is kept', () => {
  it('is in the file of own data, and gone with the account', async () => {
    const owner = await createOwner();
    await verify(owner, await askForCode(owner));
    const file = (await owner.client.get('/api/auth/personal-data')).json();
    expect(file.phone_proofs).toEqual([{ method: 'sms', phone: owner.phone, proven_at: NIGHT.toISOString() }]);
    const response = await owner.client.post('/api/auth/close', {});
    expect(response.statusCode, response.body).toBe(200);
    for (const table of ['phone_proofs', 'phone_codes'] as const) {
      expect(await shop.db.selectFrom(table).select('phone').where('user_id', '=', owner.user.id).execute()).toEqual(
        [],
      );
    }
  });

  it('ends with the account while a code is under way', async () => {
    const owner = await createOwner();
    await askForCode(owner);
    await owner.client.post('/api/auth/close', {});
    const left = await shop.db.selectFrom('phone_codes').select('phone').where('user_id', '=', owner.user.id).execute();
    expect(left).toEqual([]);
  });
});

describe('without SMS', () => {
  it('is 503 SMS_OFF', async () => {
    const bare = await startTestApp();
    const client = await bare.client().as(await bare.buildUser());
    expectError(await client.post('/api/auth/phone/code'), 503, 'SMS_OFF');
    const status = (await client.get('/api/auth/phone')).json<PhoneStatus>();
    expect(status.ways).toEqual({ sms: false, identity: true });
    await bare.close();
  });
});
