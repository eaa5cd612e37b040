import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

const PASSWORD = 'secret12';

function sessionsOf(user: { id: number }) {
  return shop.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
}

it('a session is an HttpOnly, SameSite cookie for 30 days, stored only as a hash', async () => {
  const user = await shop.buildUser({ password: PASSWORD });
  const client = shop.client();
  const login = await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
  const [cookie] = login.cookies;
  expect(cookie).toMatchObject({
    name: 'sid',
    value: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 30 * 24 * 60 * 60,
  });
  const [session] = await sessionsOf(user);
  expect(session?.token_hash).toEqual(
    createHash('sha256')
      .update(cookie?.value ?? '')
      .digest(),
  );
});

it('a session sets a readable hint cookie without content, and both are removed together', async () => {
  const user = await shop.buildUser({ password: PASSWORD });
  const client = shop.client();
  const login = await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
  const hint = login.cookies.find((cookie) => cookie.name === SESSION_HINT_COOKIE);
  expect(hint).toMatchObject({ value: '1', sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 });
  expect(hint?.httpOnly).toBeUndefined();
  await client.post('/api/auth/logout');
  expect([...client.cookies.keys()]).toEqual(['csrf', 'device']);
  const other = shop.client();
  await other.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
  await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  await other.get('/api/auth/my');
  expect([...other.cookies.keys()]).toEqual(['csrf', 'device']);
});

it("each login creates a new session and ends the browser's previous one", async () => {
  const user = await shop.buildUser({ password: PASSWORD });
  const client = await shop.client().as(user);
  const planted = client.cookies.get('sid') ?? '';
  await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
  expect(client.cookies.get('sid')).not.toBe(planted);
  const copy = shop.client();
  copy.cookies.set('sid', planted);
  expect((await copy.get('/api/auth/my')).statusCode).toBe(401);
  expect(await sessionsOf(user)).toHaveLength(1);
});

it('a session is extended by use and expires after 30 idle days', async () => {
  const user = await shop.buildUser();
  const client = await shop.client().as(user);
  const first = await client.get('/api/auth/my');
  expect(first.cookies).toEqual([]);
  for (let month = 0; month < 3; month += 1) {
    clock.advance(29 * DAY_MS);
    const response = await client.get('/api/auth/my');
    expect(response.statusCode).toBe(200);
    expect(response.cookies[0]).toMatchObject({ name: 'sid', maxAge: 30 * 24 * 60 * 60, httpOnly: true });
  }
  clock.advance(30 * DAY_MS);
  expect((await client.get('/api/auth/my')).statusCode).toBe(401);
});

describe('a login without `remember`', () => {
  async function logInOnce() {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = shop.client();
    const body = { userId: user.user_id, password: PASSWORD, remember: false };
    const login = await client.post('/api/auth/login', body);
    return { client, login };
  }

  it('sets cookies that end with the browser', async () => {
    const { login } = await logInOnce();
    expect(login.statusCode).toBe(200);
    for (const name of ['sid', SESSION_HINT_COOKIE]) {
      const cookie = login.cookies.find((each) => each.name === name);
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
      expect(cookie).not.toHaveProperty('maxAge');
      expect(cookie).not.toHaveProperty('expires');
    }
  });

  it('expires after 12 hours despite use', async () => {
    const { client } = await logInOnce();
    for (let hour = 0; hour < 11; hour += 1) {
      clock.advance(HOUR_MS);
      expect((await client.get('/api/auth/my')).statusCode).toBe(200);
    }
    clock.advance(HOUR_MS);
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
  });

  it.each(['no', 0, null])('refuses the value %j', async (remember) => {
    const response = await shop.client().post('/api/auth/login', { userId: 'some.user', password: PASSWORD, remember });
    expect(response.statusCode).toBe(400);
    expect(response.json().details).toEqual([{ path: 'remember', message: '로그인 유지 여부를 선택해주세요.' }]);
  });
});

it.each(['', 'x', 'a'.repeat(43), '%00', "' or 1=1 --", 'x'.repeat(5000)])(
  'the session cookie "%s" is a visitor',
  async (value) => {
    const client = shop.client();
    client.cookies.set('sid', value);
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
  },
);

it('expired sessions are purged, with the counters of limits', async () => {
  const stale = await shop.buildUser();
  await shop.client().as(stale);
  clock.advance(31 * DAY_MS);
  const fresh = await shop.buildUser();
  await shop.client().as(fresh);
  await shop.db.insertInto('rate_limits').values({ key: 'old:1', points: 1, expire: 1 }).execute();
  await applyRetention(shop.db, clock.now());
  expect(await sessionsOf(stale)).toEqual([]);
  expect(await sessionsOf(fresh)).toHaveLength(1);
  expect(await shop.db.selectFrom('rate_limits').select('key').where('key', '=', 'old:1').execute()).toEqual([]);
});
