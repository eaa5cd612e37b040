import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#shared/features/audit/schemas.ts';
import { type AdminFixture, buildAdmin, nextPage, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

function read(client: AdminFixture['client'], query: Record<string, string>): Promise<AuditEntry[]> {
  return readPages<AuditEntry>(client, `/api/admin/audit?${new URLSearchParams(query)}`);
}

describe('GET /api/admin/audit', () => {
  it('lists actor, time, address and change, newest first', async () => {
    const other = await buildAdmin(shop);
    const order = await shop.buildOrder();
    await other.client.get(`/api/admin/orders/${order.id}`);
    await other.client.put(`/api/admin/orders/${order.id}`, { status: 'processing' });
    const entries = await read(admin.client, { actor: other.user.user_id.toUpperCase() });
    expect(entries.map(({ action }) => action)).toEqual(['order.set_status', 'order.view']);
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      actor_id: other.user.id,
      actor: other.user.user_id,
      address: expect.stringMatching(/^10\.\d+\.\d+\.\d+$/),
      action: 'order.set_status',
      subject_type: 'order',
      subject_id: String(order.id),
      before: { status: 'pending' },
      after: { status: 'processing' },
      reason: '',
    });
  });

  it('filters by action, action prefix, subject and days in Korea', async () => {
    const other = await buildAdmin(shop);
    const actor = other.user.user_id;
    const order = await shop.buildOrder();
    await other.client.get(`/api/admin/orders/${order.id}`);
    await other.client.get('/api/admin/orders?limit=1');
    await other.client.get(`/api/admin/users/${order.user_id}`);
    const actions = async (query: Record<string, string>) =>
      (await read(admin.client, { actor, ...query })).map(({ action }) => action);
    expect(await actions({ action: 'order.view' })).toEqual(['order.view']);
    expect(await actions({ action: 'order.' })).toEqual(['order.list', 'order.view']);
    expect(await actions({ action: 'order' })).toEqual([]);
    expect(await actions({ subject: `order:${order.id}` })).toEqual(['order.view']);
    expect(await actions({ subject: 'user' })).toEqual(['user.view']);
    expect(await actions({ to: '2020-01-01' })).toEqual([]);
    expect(await actions({ from: '2020-01-01' })).toHaveLength(3);
  });

  it('is paged', async () => {
    const other = await buildAdmin(shop);
    for (let at = 0; at < 5; at += 1) await other.client.get('/api/admin/users?limit=1');
    const url = `/api/admin/audit?actor=${other.user.user_id}&limit=2`;
    const response = await admin.client.get(url);
    expect(response.headers['x-total-count']).toBe('5');
    expect(nextPage(response)).toContain('limit=2');
    const ids = (await readPages<AuditEntry>(admin.client, url)).map(({ id }) => id);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expectError(await admin.client.get('/api/admin/audit?cursor=x'), 400, 'VALIDATION_FAILED');
  });
});

describe('the audit log', () => {
  it.each(["update audit_log set reason = 'x'", 'delete from audit_log', 'truncate audit_log'])(
    'refuses: %s',
    async (statement) => {
      const before = await shop.db.selectFrom('audit_log').selectAll().execute();
      await expect(sql.raw(statement).execute(shop.db)).rejects.toThrow('only added to');
      expect(await shop.db.selectFrom('audit_log').selectAll().execute()).toEqual(before);
    },
  );

  it('contains no entry of a change that was rolled back', async () => {
    const before = await shop.db.selectFrom('audit_log').select('id').execute();
    expectError(await admin.client.put('/api/admin/orders/2147483647', { status: 'pending' }), 404, 'ORDER_NOT_FOUND');
    expectError(await admin.client.put('/api/admin/users/2147483647/role', { role: 'admin' }), 404, 'USER_NOT_FOUND');
    expect(await shop.db.selectFrom('audit_log').select('id').execute()).toEqual(before);
  });
});
