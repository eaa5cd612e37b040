import { expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { requestReset } from '#tests/support/jobs/reset-requests.ts';

const PASSWORD = 'secret12';
/** Three times the limit of the account over all addresses. */
const ADDRESSES = 30;
const TRIES_EACH = 10;

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

function logIn(client: Client, { user_id }: User, password = PASSWORD) {
  return client.post('/api/auth/login', { userId: user_id, password });
}

/**
 * Sends wrong passwords for the account from many addresses; returns how often each status came.
 */
async function attack({ user_id }: User): Promise<Record<number, number>> {
  const visitor = shop.client();
  const csrfToken = (await visitor.get('/api/csrf-token')).json().csrfToken;
  const statuses: Record<number, number> = {};
  const attempt = async (index: number) => {
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: `100.64.0.${index}`,
      cookies: Object.fromEntries(visitor.cookies),
      headers: { 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
      payload: JSON.stringify({ userId: user_id, password: 'a wrong one' }),
    });
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  };
  for (let round = 0; round < TRIES_EACH; round += 1) {
    await Promise.all(Array.from({ length: ADDRESSES }, (_, index) => attempt(index)));
  }
  return statuses;
}

it('an attack from many addresses does not lock a known browser out', async () => {
  const owner = await shop.buildUser({ password: PASSWORD });
  const known = shop.client();
  expect((await logIn(known, owner)).statusCode).toBe(200);
  await known.post('/api/auth/logout');
  expect(await attack(owner)).toEqual({ 401: 100, 429: 200 });
  expect((await logIn(known, owner)).statusCode).toBe(200);
  expect((await logIn(shop.client(), owner)).statusCode).toBe(429);
  // The cookie helps with its own account only.
  const other = await shop.buildUser({ password: PASSWORD });
  const outsider = shop.client();
  await logIn(outsider, other);
  expect((await logIn(outsider, owner)).statusCode).toBe(429);
});

it('a known browser may guess no more often than others, from any address', async () => {
  const owner = await shop.buildUser({ password: PASSWORD });
  const known = shop.client();
  await logIn(known, owner);
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    // A telephone changes its address.
    const moved = shop.client();
    moved.cookies.set('device', known.cookies.get('device') ?? '');
    statuses.push((await logIn(moved, owner, 'a wrong one')).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

it('a browser is forgotten 90 days after its last login', async () => {
  const owner = await shop.buildUser({ password: PASSWORD });
  const client = shop.client();
  const response = await logIn(client, owner);
  expect(response.cookies.find(({ name }) => name === 'device')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 90 * 24 * 60 * 60,
    value: expect.stringMatching(/^[\w-]{43}$/),
  });
  const count = () => shop.db.selectFrom('known_devices').selectAll().where('user_id', '=', owner.id).execute();
  expect(await count()).toMatchObject([{ expires_at: new Date(clock.now().getTime() + 90 * DAY_MS) }]);
});

it('requests for recovery from one address do not block those from another', async () => {
  const { email } = await shop.buildUser({ email: 'recovered@example.com' });
  const ask = (client: Client) => client.post('/api/auth/password-reset/request', { email });
  const attacker = shop.client();
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await ask(attacker)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await ask(shop.client())).statusCode).toBe(200);
});

it('mails of recovery are bounded over all addresses, but not for a known browser', async () => {
  const owner = await shop.buildUser({ email: 'flooded@example.com', password: PASSWORD });
  const known = shop.client();
  await logIn(known, owner);
  const ask = (client: Client) => client.post('/api/auth/find-userid', { email: owner.email });
  const crowd = await Promise.all(Array.from({ length: 55 }, () => ask(shop.client())));
  expect(crowd.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
  expect((await ask(shop.client())).statusCode).toBe(429);
  expect((await ask(known)).statusCode).toBe(200);
});

it('a browser is forgotten with a new password, by a reset and by a change', async () => {
  const owner = await shop.buildUser({ password: PASSWORD, email: 'forgets@example.com' });
  const client = shop.client();
  const devices = () => shop.db.selectFrom('known_devices').select('user_id').where('user_id', '=', owner.id).execute();
  await logIn(client, owner);
  expect(await devices()).toHaveLength(1);
  await client.put('/api/auth/update-profile', { currentPassword: PASSWORD, newPassword: 'another secret 34' });
  expect(await devices()).toEqual([]);

  await logIn(shop.client(), owner, 'another secret 34');
  expect(await devices()).toHaveLength(1);
  await requestReset({ db: shop.db, clock }, 'forgets@example.com');
  const mail = (await listMails(shop, 'forgets@example.com')).findLast(({ text }) => text.includes('reset-password'));
  const token = /reset-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const body = { token, newPassword: 'the third secret 56' };
  expect((await shop.client().post('/api/auth/password-reset/confirm', body)).statusCode).toBe(200);
  expect(await devices()).toEqual([]);
});

it('ending all other sessions forgets all other browsers', async () => {
  const owner = await shop.buildUser({ password: PASSWORD });
  const [own, stolen] = [shop.client(), shop.client()];
  for (const client of [own, stolen]) expect((await logIn(client, owner)).statusCode).toBe(200);
  const neighbour = await shop.buildUser({ password: PASSWORD });
  await logIn(stolen, neighbour);
  expect((await own.delete('/api/auth/sessions')).json()).toEqual({ success: true });
  const devices = (userId: number) =>
    shop.db.selectFrom('known_devices').select('token_hash').where('user_id', '=', userId).execute();
  expect(await devices(owner.id)).toEqual([{ token_hash: hashToken(own.cookies.get('device') ?? '') }]);
  expect(await devices(neighbour.id)).toHaveLength(1);
  // A browser that lost its cookie keeps nothing either.
  own.cookies.delete('device');
  await own.delete('/api/auth/sessions');
  expect(await devices(owner.id)).toEqual([]);
});
