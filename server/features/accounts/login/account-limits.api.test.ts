import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp, startTestApp, type TestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();

const PASSWORD = 'secret12';

function expectTooMany(response: { statusCode: number; headers: Record<string, unknown>; json: () => unknown }): void {
  expect(response.statusCode).toBe(429);
  expect(response.json()).toEqual({
    code: 'TOO_MANY_REQUESTS',
    error: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  });
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
}

function logIn(address: string, userId: string, password: string) {
  return shop.client(address).post('/api/auth/login', { userId, password });
}

async function failLogins(address: string, userId: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expect((await logIn(address, userId, 'wrong123')).statusCode).toBe(401);
  }
}

describe('logging in', () => {
  it('is refused after ten failures for this account from this address, and only for that pair', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const other = await shop.buildUser({ password: PASSWORD });
    await failLogins('192.0.2.1', user.user_id, 10);
    expectTooMany(await logIn('192.0.2.1', user.user_id, PASSWORD));
    expectTooMany(await logIn('192.0.2.1', user.user_id.toUpperCase(), PASSWORD));
    const retryAfter = Number((await logIn('192.0.2.1', user.user_id, PASSWORD)).headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect((await logIn('192.0.2.2', user.user_id, PASSWORD)).statusCode).toBe(200);
    expect((await logIn('192.0.2.1', other.user_id, PASSWORD)).statusCode).toBe(200);
  });

  it('resets the counter after a success', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    for (let round = 0; round < 2; round += 1) {
      await failLogins('192.0.2.3', user.user_id, 9);
      expect((await logIn('192.0.2.3', user.user_id, PASSWORD)).statusCode).toBe(200);
    }
  });

  it('counts failures of an unknown id like those of a known one', async () => {
    await failLogins('192.0.2.4', 'unknown.user', 10);
    expectTooMany(await logIn('192.0.2.4', 'unknown.user', PASSWORD));
  });

  it('allows no more attempts when they come concurrently', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const tries = Array.from({ length: 25 }, () => logIn('192.0.2.5', user.user_id, 'wrong123'));
    const statuses = (await Promise.all(tries)).map((response) => response.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('is counted by the clock of the database, whatever that of the instance says', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    await failLogins('192.0.2.7', user.user_id, 10);
    shop.clock.advance(24 * 60 * 60_000);
    expectTooMany(await logIn('192.0.2.7', user.user_id, PASSWORD));
  });

  it('ignores X-Forwarded-For unless a proxy is configured', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    await failLogins('192.0.2.6', user.user_id, 10);
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const body = { userId: user.user_id, password: PASSWORD };
    expectTooMany(await shop.client('192.0.2.6').post('/api/auth/login', body, { headers }));
  });
});

describe('with narrow limits', () => {
  let narrow: TestApp;
  beforeAll(async () => {
    narrow = await startTestApp({
      env: { TRUST_PROXY: '10.9.0.0/16' },
      limits: { loginFailuresWide: 4, checkUserIdPerMinute: 5, registerPerHour: 3 },
    });
  });
  afterAll(() => narrow.close());

  async function tries(address: string, userIds: string[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const userId of userIds) {
      const response = await narrow.client(address).post('/api/auth/login', { userId, password: 'wrong123' });
      statuses.push(response.statusCode);
    }
    return statuses;
  }

  it('limits the failures of one address over all accounts', async () => {
    expect(await tries('192.0.2.7', ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee'])).toEqual([401, 401, 401, 401, 429]);
  });

  it.each([
    ['/64', ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3', '2001:db8:1:2::4', '2001:db8:1:2::ffff']],
    ['/56', ['2001:db8:2:1::1', '2001:db8:2:2::1', '2001:db8:2:3::1', '2001:db8:2:4::1', '2001:db8:2:ff::1']],
  ])('counts all addresses of one IPv6 network %s as one', async (_bits, addresses) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(...(await tries(address, [`six-${address.replaceAll(':', '-')}`])));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect(await tries('2001:db8:ffff:3::1', [`six-other-${_bits.slice(1)}`])).toEqual([401]);
  });

  it('counts the networks of one IPv6 site /48 together, with twice the points', async () => {
    const statuses: number[] = [];
    for (let net = 1; net <= 9; net += 1) statuses.push(...(await tries(`2001:db8:3:${net}00::1`, [`site-${net}`])));
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 401), 429]);
  });

  it('limits the failures for one account over all addresses', async () => {
    const statuses: number[] = [];
    for (const last of [11, 12, 13, 14, 15]) statuses.push(...(await tries(`192.0.2.${last}`, ['victim'])));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  it('does not reset the wider limits after a success', async () => {
    const user = await narrow.buildUser({ password: PASSWORD });
    for (let count = 0; count < 6; count += 1) {
      const body = { userId: user.user_id, password: PASSWORD };
      expect((await narrow.client('192.0.2.20').post('/api/auth/login', body)).statusCode).toBe(200);
    }
  });

  it('limits checks of login ids per address', async () => {
    const ask = () => narrow.client('192.0.2.30').get('/api/auth/check-userid/unused.id');
    for (let count = 0; count < 5; count += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expectTooMany(refused);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await narrow.client('192.0.2.31').get('/api/auth/check-userid/unused.id')).statusCode).toBe(200);
  });

  it('limits registrations per address, not counting invalid ones', async () => {
    const before = await narrow.countRows();
    const register = (body: object) => narrow.client('192.0.2.40').post('/api/auth/register', body);
    for (let count = 0; count < 10; count += 1) expect((await register({})).statusCode).toBe(400);
    const valid = (count: number) => ({
      userId: `limited-${count}`,
      password: PASSWORD,
      phone: '01012345678',
      acceptedTos: true,
    });
    for (let count = 0; count < 3; count += 1) expect((await register(valid(count))).statusCode).toBe(201);
    expectTooMany(await register(valid(3)));
    expect((await narrow.countRows()).users).toBe((before.users ?? 0) + 3);
  });

  it('takes the address from a trusted proxy', async () => {
    const statuses: number[] = [];
    for (const userId of ['pppp', 'qqqq', 'rrrr', 'ssss', 'tttt', 'uuuu']) {
      const headers = { 'x-forwarded-for': userId === 'uuuu' ? '203.0.113.2' : '1.1.1.1, 203.0.113.1' };
      const body = { userId, password: 'wrong123' };
      const response = await narrow.client('10.9.0.1').post('/api/auth/login', body, { headers });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429, 401]);
  });
});

describe('the limits of the contract', () => {
  it.each([
    [
      'check-userid: 60 a minute',
      60,
      (count: number) => shop.client('192.0.2.50').get(`/api/auth/check-userid/user-${count}`),
    ],
    [
      'register: 60 an hour',
      60,
      (count: number) =>
        shop.client('192.0.2.51').post('/api/auth/register', {
          // A taken id needs no hashing, and counts like any other.
          userId: count === 0 ? 'taken.id' : 'Taken.ID',
          password: PASSWORD,
          phone: '01012345678',
          acceptedTos: true,
        }),
    ],
  ])('%s', async (_name, limit, call) => {
    for (let count = 0; count < limit; count += 1) expect((await call(count)).statusCode).not.toBe(429);
    expectTooMany(await call(limit));
  });
});
