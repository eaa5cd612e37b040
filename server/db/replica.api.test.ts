import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { urlOf } from '#tests/support/payments/payment-lab.ts';

let shop: TestApp;
let staff: Client;
/** A second database stands in for the replica: it is empty, so that it shows who was asked. */
let copy: Awaited<ReturnType<typeof createTestDatabase>>;

beforeEach(async () => {
  copy = await createTestDatabase(inject('postgres'));
  shop = await startTestApp({ env: { DATABASE_REPLICA_URL: urlOf(copy.connection) } });
  await shop.buildOrder({});
  staff = await shop.client().as(await shop.buildUser({ role: 'admin' }));
});
afterEach(async () => {
  await shop.close();
  await copy.drop();
});

const LISTS = ['/api/admin/orders', '/api/admin/users', '/api/admin/mails', '/api/admin/audit'];

it('is asked for lists, figures and the export, never for what is decided by', async () => {
  for (const path of LISTS) expect((await staff.get(path)).json()).toEqual([]);
  expect((await staff.get('/api/admin/orders/export')).body.trim().split('\n')).toHaveLength(1);
  expect((await staff.get('/api/admin/dashboard')).json().recentOrders).toEqual([]);
  expect((await staff.get('/api/admin/figures')).statusCode).toBe(200);
  const [order] = await shop.db.selectFrom('orders').select('id').execute();
  expect((await staff.get(`/api/admin/orders/${order?.id}`)).statusCode).toBe(200);
  // The log of who looked is written where everything is.
  const seen = await shop.db.selectFrom('audit_log').select('action').execute();
  expect(seen.map(({ action }) => action)).toContain('order.list');
});

it('leaves everything to the primary once it cannot be reached', async () => {
  expect((await staff.get('/api/admin/orders')).json()).toEqual([]);
  await copy.drop();
  copy = await createTestDatabase(inject('postgres'));
  for (const _ of [1, 2]) {
    expect((await staff.get('/api/admin/orders')).json()).toHaveLength(1);
    expect((await staff.get('/api/admin/users')).json()).toHaveLength(2);
  }
  expect((await staff.get('/api/admin/dashboard')).json().recentOrders).toHaveLength(1);
  expect((await staff.get('/api/admin/orders/export')).body.trim().split('\n')).toHaveLength(2);
});
