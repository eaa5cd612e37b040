import { describe, expect, it } from 'vitest';
import { createKeyRing } from '#server/lib/keys/key-ring.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import type { PushState } from '#shared/features/push/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { createVapidKeys } from './vapid-keys.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const KEYS = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
let made = 0;
function newEndpoint(): string {
  made += 1;
  return `https://fcm.googleapis.com/fcm/send/${made}`;
}

const subscribe = (client: Client, endpoint: unknown, keys: object = KEYS) =>
  client.put('/api/admin/push', { endpoint, keys });
const stateOf = async (client: Client) => (await client.get('/api/admin/push')).json<PushState>();
const endpointsOf = async (client: Client) => (await stateOf(client)).endpoints;

describe('a browser of an administrator', () => {
  it('is subscribed once, and no more after it ends its pushes', async () => {
    const endpoint = newEndpoint();
    for (const _ of [1, 2]) expect((await subscribe(admin.client, endpoint)).json()).toEqual({ success: true });
    expect(await endpointsOf(admin.client)).toEqual([endpoint]);
    const other = await buildAdmin(shop);
    // Another administrator cannot end it.
    await other.client.delete('/api/admin/push', { body: { endpoint } });
    expect(await endpointsOf(admin.client)).toEqual([endpoint]);
    for (const _ of [1, 2]) {
      const ended = await admin.client.delete('/api/admin/push', { body: { endpoint } });
      expect([ended.statusCode, ended.json()]).toEqual([200, { success: true }]);
    }
    expect(await endpointsOf(admin.client)).toEqual([]);
  });

  it('belongs to the administrator who subscribed it last', async () => {
    const endpoint = newEndpoint();
    const [first, second] = [await buildAdmin(shop), await buildAdmin(shop)];
    await subscribe(first.client, endpoint);
    await subscribe(second.client, endpoint);
    expect([await endpointsOf(first.client), await endpointsOf(second.client)]).toEqual([[], [endpoint]]);
  });

  it('is the oldest of eleven, which goes', async () => {
    const { client } = await buildAdmin(shop);
    const endpoints = Array.from({ length: 11 }, newEndpoint);
    for (const endpoint of endpoints) await subscribe(client, endpoint);
    expect(await endpointsOf(client)).toEqual(endpoints.slice(1));
  });

  it('gets nothing more when the role, the account or the right is taken', async () => {
    for (const [path, body] of [
      ['role', { role: 'user' }],
      ['active', { is_active: false }],
      ['permissions', { permissions: ['orders'] }],
    ] as const) {
      const { client, user } = await buildAdmin(shop);
      await subscribe(client, newEndpoint());
      const changed = await admin.client.put(`/api/admin/users/${user.id}/${path}`, body);
      expect(changed.statusCode, changed.body).toBe(200);
      const left = await shop.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', user.id).execute();
      expect([path, left]).toEqual([path, []]);
    }
  });
});

it('gets nothing more after its administrator logged out everywhere else', async () => {
  const { client, user } = await buildAdmin(shop);
  await subscribe(client, newEndpoint());
  await shop.client().as(user);
  const ended = await client.delete('/api/auth/sessions');
  expect(ended.statusCode, ended.body).toBe(200);
  expect(await endpointsOf(client)).toEqual([]);
});

it('gets nothing more after one of its sessions was ended from the list; the others do', async () => {
  const { client, user } = await buildAdmin(shop);
  const [lost, third] = [await shop.client().as(user), await shop.client().as(user)];
  const [own, gone, kept, unknown] = [newEndpoint(), newEndpoint(), newEndpoint(), newEndpoint()];
  await subscribe(third, unknown);
  // A session that is over leaves its browser: it may be the one that is ended now.
  await shop.db.updateTable('push_subscriptions').set({ session_id: null }).where('endpoint', '=', unknown).execute();
  for (const [browser, endpoint] of [
    [client, own],
    [lost, gone],
    [third, kept],
  ] as const) {
    expect((await subscribe(browser, endpoint)).statusCode).toBe(200);
  }
  const current = (await lost.get('/api/auth/sessions')).json<{ id: number; is_current: boolean }[]>();
  const id = current.find(({ is_current }) => is_current)?.id;
  expect((await client.delete(`/api/auth/sessions/${id}`)).statusCode).toBe(200);
  expect(await endpointsOf(client)).toEqual([own, kept]);
});

describe('the shop sends to no other address than those of push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-by3p.notify.windows.com/w/?token=a',
  ])('takes %s', async (endpoint) => {
    const { client } = await buildAdmin(shop);
    expect((await subscribe(client, endpoint)).statusCode).toBe(200);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evil.example/fcm.googleapis.com',
    'https://evilnotify.windows.com/a',
    'https://push.apple.com/a',
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'file:///etc/passwd',
    'no address',
    '',
    7,
    `https://fcm.googleapis.com/${'a'.repeat(2000)}`,
  ])('refuses %s', async (endpoint) => {
    const refused = await subscribe(admin.client, endpoint);
    expectError(refused, 400, 'VALIDATION_FAILED');
    expect(refused.json().details[0].path).toBe('endpoint');
  });

  it.each([{ p256dh: 'short', auth: KEYS.auth }, { p256dh: KEYS.p256dh, auth: `${KEYS.auth}=` }, {}])(
    'refuses the keys %j',
    async (keys) => {
      expectError(await subscribe(admin.client, newEndpoint(), keys), 400, 'VALIDATION_FAILED');
    },
  );
});

it('customers and visitors are refused', async () => {
  const customer = await shop.client().as(await shop.buildUser());
  for (const [client, status] of [
    [customer, 403],
    [shop.client(), 401],
  ] as const) {
    expect((await client.get('/api/admin/push')).statusCode).toBe(status);
    expect((await subscribe(client, newEndpoint())).statusCode).toBe(status);
    expect((await client.delete('/api/admin/push', { body: { endpoint: newEndpoint() } })).statusCode).toBe(status);
  }
});

describe('the key pair', () => {
  const parts = { db: shop.db, clock: shop.clock, dataKeys: shop.deps.dataKeys };

  it('is made once by processes that start at the same time, and is not readable in the database', async () => {
    await shop.db.deleteFrom('push_keys').execute();
    const pairs = await Promise.all([1, 2, 3].map(() => createVapidKeys(undefined, parts)()));
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1);
    const row = await shop.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow();
    expect(row.public_key).toBe(pairs[0]?.publicKey);
    expect(row.private_key_sealed.includes(Buffer.from(pairs[0]?.privateKey ?? '-'))).toBe(false);
  });

  it('is the configured one where there is one', async () => {
    const configured = { publicKey: 'public', privateKey: 'private' };
    expect(await createVapidKeys(configured, parts)()).toBe(configured);
  });

  it('stays the same under a new data key', async () => {
    const before = await createVapidKeys(undefined, parts)();
    const ring = createKeyRing([
      { id: 'next', secret: Buffer.alloc(32, 9) },
      { id: 'test', secret: Buffer.alloc(32, 7) },
    ]);
    expect(await rotateKeys(shop.db, ring)).toMatchObject({ 'push_keys.private_key_sealed': 1 });
    const { private_key_sealed: sealed } = await shop.db
      .selectFrom('push_keys')
      .select('private_key_sealed')
      .executeTakeFirstOrThrow();
    expect(sealed.subarray(0, ring.writePrefix.length)).toEqual(ring.writePrefix);
    expect(ring.decrypt(sealed, 'push_keys.private_key_sealed:1').toString()).toBe(before.privateKey);
  });
});
