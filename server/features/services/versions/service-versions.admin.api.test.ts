import { expect, it } from 'vitest';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { SERVICE_BODY } from '#tests/support/app/service-body.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const { client } = admin;

async function create(): Promise<AdminService> {
  return (await client.post('/api/admin/services', SERVICE_BODY)).json();
}

async function save(id: number, changes: Record<string, unknown>): Promise<AdminService> {
  const response = await client.put(`/api/admin/services/${id}`, { ...SERVICE_BODY, ...changes });
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json();
}

const versionsOf = async (id: number) => (await client.get(`/api/admin/services/${id}/versions`)).json();
const restore = (id: number, restored: number | string, body: Record<string, unknown>) =>
  client.post(`/api/admin/services/${id}/versions/${restored}/restore`, body);

it('lists each save with its administrator and what it changed, newest first', async () => {
  const { id } = await create();
  await save(id, { title: '새 제목', price: { plans: [] } });
  const last = await save(id, { title: '새 제목', price: { plans: [] }, is_hidden: true });
  const by = admin.user.user_id;
  const at = expect.any(String);
  expect(last.version).toBe(3);
  expect(await versionsOf(id)).toEqual([
    { version: 3, at, by, changed: ['is_hidden'] },
    { version: 2, at, by, changed: ['title', 'price'] },
    { version: 1, at, by, changed: [] },
  ]);
});

it('reads a service as each version had it', async () => {
  const first = await create();
  const second = await save(first.id, { title: '새 제목' });
  const read = async (version: number) =>
    (await client.get(`/api/admin/services/${first.id}/versions/${version}`)).json();
  expect(await read(1)).toEqual(first);
  expect(await read(2)).toEqual(second);
  expectError(await client.get(`/api/admin/services/${first.id}/versions/3`), 404, 'NOT_FOUND');
  expectError(await client.get('/api/admin/services/999999/versions/1'), 404, 'SERVICE_NOT_FOUND');
});

it('knows the first version of a service that the program came with', async () => {
  const { id } = await shop.buildService();
  expect(await versionsOf(id)).toMatchObject([{ version: 1, by: null, changed: [] }]);
  await save(id, {});
  expect(await versionsOf(id)).toMatchObject([
    { version: 2, by: admin.user.user_id },
    { version: 1, by: null },
  ]);
});

it('saves an earlier version as the newest, in the shop and in the audit log', async () => {
  const { version: first, ...before } = await create();
  const { id } = before;
  const second = await save(id, { title: '잘못 고친 제목', description: { sections: [] }, requiresAuth: true });
  const response = await restore(id, first, { version: second.version });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ ...before, version: 3, updated_at: expect.any(String) });
  expect((await client.get(`/api/admin/services/${id}`)).json()).toEqual(response.json());
  expect((await shop.client().get(`/api/services/${id}`)).json()).toMatchObject({ title: before.title });
  expect(await versionsOf(id)).toMatchObject([
    { version: 3, changed: ['title', 'description', 'requiresAuth'] },
    {},
    {},
  ]);
  const [entry] = await admin.audit('service.update');
  expect(entry).toMatchObject({ subject_id: String(id), reason: '버전 1으로 되돌림' });
});

it('refuses to restore over a save that was not seen, and writes nothing', async () => {
  const { id } = await create();
  const current = await save(id, { title: '다른 관리자' });
  const response = await restore(id, 1, { version: 1 });
  expectError(response, 409, 'VERSION_CONFLICT');
  expect(response.json()).toMatchObject({ current: { title: '다른 관리자' } });
  expect((await client.get(`/api/admin/services/${id}`)).json()).toEqual(current);
});

it('returns 404 for what there is not, and 400 for a malformed number', async () => {
  const { id } = await create();
  expectError(await restore(id, 9, { version: 1 }), 404, 'NOT_FOUND');
  expectError(await restore(2_147_483_647, 1, { version: 1 }), 404, 'SERVICE_NOT_FOUND');
  expectError(await client.get('/api/admin/services/2147483647/versions'), 404, 'SERVICE_NOT_FOUND');
  for (const body of [{}, { version: 0 }, { version: '1' }]) {
    expectError(await restore(id, 1, body), 400, 'VALIDATION_FAILED');
  }
  expect((await restore(id, 'abc', { version: 1 })).statusCode).toBe(400);
  await client.delete(`/api/admin/services/${id}`);
  expectError(await client.get(`/api/admin/services/${id}/versions`), 404, 'SERVICE_NOT_FOUND');
});
