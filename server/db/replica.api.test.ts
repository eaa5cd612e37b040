import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

let shop: TestApp;
let admin: Client;
/** A second, empty database acts as the replica: empty results show that it was queried. */
let copy: Awaited<ReturnType<typeof createTestDatabase>>;

beforeEach(async () => {
  copy = await createTestDatabase(inject('postgres'));
  shop = await startTestApp({ env: { DATABASE_REPLICA_URL: urlOf(copy.connection) } });
  await shop.buildOrder({});
  admin = await shop.client().as(await shop.buildUser({ role: 'admin' }));
});
afterEach(async () => {
  await shop.close();
  await copy.drop();
});

const LISTS = ['/api/admin/orders', '/api/admin/users', '/api/admin/mails', '/api/admin/audit'];

it('the replica serves lists, statistics and exports, never reads that a decision depends on', async () => {
  for (const path of LISTS) expect((await admin.get(path)).json()).toEqual([]);
  expect((await admin.get('/api/admin/orders/export')).body.trim().split('\n')).toHaveLength(1);
  expect((await admin.get('/api/admin/dashboard')).json().recentOrders).toEqual([]);
  expect((await admin.get('/api/admin/statistics')).statusCode).toBe(200);
  const [order] = await shop.db.selectFrom('orders').select('id').execute();
  expect((await admin.get(`/api/admin/orders/${order?.id}`)).statusCode).toBe(200);
  // The audit log is written to the primary.
  const seen = await shop.db.selectFrom('audit_log').select('action').execute();
  expect(seen.map(({ action }) => action)).toContain('order.list');
});

it('the primary serves everything while the replica is unreachable', async () => {
  expect((await admin.get('/api/admin/orders')).json()).toEqual([]);
  await copy.drop();
  copy = await createTestDatabase(inject('postgres'));
  for (const _ of [1, 2]) {
    expect((await admin.get('/api/admin/orders')).json()).toHaveLength(1);
    expect((await admin.get('/api/admin/users')).json()).toHaveLength(2);
  }
  expect((await admin.get('/api/admin/dashboard')).json().recentOrders).toHaveLength(1);
  expect((await admin.get('/api/admin/orders/export')).body.trim().split('\n')).toHaveLength(2);
});
