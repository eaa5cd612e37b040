import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

const PASSWORD = 'secret12';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

function buildUser(): Promise<User> {
  return shop.buildUser({ password: PASSWORD, email: `${readableCode(10).toLowerCase()}@example.com` });
}

function logIn(client: Client, user: User, password = PASSWORD) {
  const body = { userId: user.user_id, password };
  return client.post('/api/auth/login', body, { headers: { 'user-agent': FIREFOX } });
}

/** A browser that logged in to the account. */
async function buildBrowser(user: User, address?: string): Promise<Client> {
  const client = shop.client(address);
  expect((await logIn(client, user)).statusCode).toBe(200);
  return client;
}

describe('GET /api/auth/sessions', () => {
  it('lists the own sessions with device, address and last use', async () => {
    const user = await buildUser();
    const first = await buildBrowser(user, '192.0.2.1');
    clock.advance(2 * HOUR_MS);
    const second = await buildBrowser(user, '192.0.2.2');
    await shop.client().as(await buildUser());
    const response = await first.get('/api/auth/sessions');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const now = clock.now().toISOString();
    const common = { id: expect.any(Number), device: 'Firefox · Windows', last_used_at: now };
    expect(response.json()).toEqual([
      { ...common, is_current: false, address: '192.0.2.2', created_at: now },
      { ...common, is_current: true, address: '192.0.2.1', created_at: expect.any(String) },
    ]);
    expect((await second.get('/api/auth/sessions')).json()[0].is_current).toBe(true);
  });
});

describe('DELETE /api/auth/sessions', () => {
  it('ends one of the own, and none of other accounts', async () => {
    const user = await buildUser();
    const [client, other] = [await buildBrowser(user), await buildBrowser(user)];
    const outsider = await shop.client().as(await buildUser());
    const [theirs] = (await outsider.get('/api/auth/sessions')).json();
    expectError(await client.delete(`/api/auth/sessions/${theirs.id}`), 404, 'SESSION_NOT_FOUND');
    const listed = (await client.get('/api/auth/sessions')).json();
    const { id } = listed.find((session: { is_current: boolean }) => !session.is_current);
    expect((await client.delete(`/api/auth/sessions/${id}`)).json()).toEqual({ success: true });
    expect((await other.get('/api/auth/my')).statusCode).toBe(401);
    expectError(await client.delete(`/api/auth/sessions/${id}`), 404, 'SESSION_NOT_FOUND');
    expect((await outsider.get('/api/auth/my')).statusCode).toBe(200);
  });

  it('of the current one logs out', async () => {
    const client = await buildBrowser(await buildUser());
    const [{ id }] = (await client.get('/api/auth/sessions')).json();
    expect((await client.delete(`/api/auth/sessions/${id}`)).statusCode).toBe(200);
    expect(client.cookies.has('sid')).toBe(false);
    expect((await client.get('/api/auth/my')).statusCode).toBe(401);
  });

  it('without an id ends all others', async () => {
    const user = await buildUser();
    const client = await buildBrowser(user);
    const others = [await buildBrowser(user), await shop.client().as(user)];
    expect((await client.delete('/api/auth/sessions')).json()).toEqual({ success: true });
    expect((await client.get('/api/auth/my')).statusCode).toBe(200);
    for (const other of others) expect((await other.get('/api/auth/my')).statusCode).toBe(401);
  });
});

describe('GET /api/auth/login-events', () => {
  it('lists successes and failures with method, address and device, newest first, by pages', async () => {
    const user = await buildUser();
    const client = shop.client('192.0.2.9');
    await logIn(client, user, 'wrong one');
    await logIn(client, user);
    await logIn(shop.client(), await buildUser(), 'wrong one');
    const response = await client.get('/api/auth/login-events');
    const common = {
      at: expect.stringMatching(/Z$/),
      method: 'password',
      address: '192.0.2.9',
      device: 'Firefox · Windows',
    };
    expect(response.json()).toEqual([
      { ...common, result: 'success' },
      { ...common, result: 'failure' },
    ]);
    expect(response.headers['x-total-count']).toBe('2');
    expect(await readPages(client, '/api/auth/login-events?limit=1')).toHaveLength(2);
    expectError(await client.get('/api/auth/login-events?cursor=forged'), 400, 'VALIDATION_FAILED');
  });

  it('is kept three months for customers, and two years for administrators', async () => {
    const [user, admin] = [await buildUser(), await shop.buildUser({ role: 'admin', password: PASSWORD })];
    for (const each of [user, admin]) await buildBrowser(each);
    const left = async () => {
      const rows = await shop.db.selectFrom('login_events').select('user_id').execute();
      return [user, admin].map(({ id }) => rows.some(({ user_id }) => user_id === id));
    };
    const later = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
    await applyRetention(shop.db, later(88));
    expect(await left()).toEqual([true, true]);
    await applyRetention(shop.db, later(93));
    expect(await left()).toEqual([false, true]);
    await applyRetention(shop.db, later(729));
    expect(await left()).toEqual([false, true]);
    await applyRetention(shop.db, later(732));
    expect(await left()).toEqual([false, false]);
  });
});

describe('a login in a browser that is new to the account', () => {
  it('is reported by a mail with a fixed text, except for the first login and known browsers', async () => {
    const user = await buildUser();
    const first = await buildBrowser(user);
    await first.post('/api/auth/logout');
    await logIn(first, user);
    expect(await listMails(shop, user.email)).toEqual([]);
    const attacker = shop.client('203.0.113.5');
    const headers = { 'user-agent': 'Mozilla <b>공격 문구</b> Chrome/140 Windows' };
    await attacker.post('/api/auth/login', { userId: user.user_id, password: PASSWORD }, { headers });
    const [mail, another] = await listMails(shop, user.email);
    expect(mail).toMatchObject({ kind: 'new_device_login' });
    expect(mail?.text).toContain('기기: Chrome · Windows');
    expect(mail?.text).toContain('203.0.113.5');
    expect(mail?.text).not.toMatch(/공격|홍길동/);
    expect(another).toBeUndefined();
  });

  it('is reported to the address before a change, except in a browser of another account', async () => {
    const user = await buildUser();
    const client = await buildBrowser(user);
    await client.put('/api/auth/update-profile', { email: `${readableCode(10)}@attacker.example` });
    const neighbour = await buildBrowser(await buildUser());
    await logIn(neighbour, user);
    const kinds = (await listMails(shop, user.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['email_changed', 'new_device_login']);
  });
});

it('logins without cookies leave 20 sessions, 50 known browsers and 500 events of the account', async () => {
  const user = await buildUser();
  const oldest = await buildBrowser(user);
  clock.advance(1000);
  const second = await buildBrowser(user);
  for (let time = 0; time < 19; time += 1) {
    clock.advance(1000);
    await buildBrowser(user);
  }
  expect((await second.get('/api/auth/sessions')).json()).toHaveLength(20);
  expectError(await oldest.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
  const [now, expires_at] = [clock.now(), new Date(clock.now().getTime() + DAY_MS)];
  const device = (index: number) => ({
    user_id: user.id,
    token_hash: Buffer.from(`d${index}`),
    created_at: now,
    expires_at,
  });
  await shop.db
    .insertInto('known_devices')
    .values(Array.from({ length: 60 }, (_, index) => device(index)))
    .execute();
  const event = { user_id: user.id, is_staff: false, method: 'password', address: '', user_agent: '' } as const;
  const events = Array.from({ length: 600 }, () => ({ ...event, result: 'success' as const, created_at: now }));
  await shop.db.insertInto('login_events').values(events).execute();
  await buildBrowser(user);
  for (const [table, most] of [
    ['known_devices', 50],
    ['login_events', 500],
  ] as const) {
    const rows = await shop.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute();
    expect(rows, table).toHaveLength(most);
  }
});
