import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
});

afterAll(() => shop?.close());

it('knows a deleted service from one that never was, and answers 404 for both', async () => {
  const { catalogue } = shop.deps;
  const service = await shop.buildService();
  await catalogue.refresh();
  expect(catalogue.isDeleted(service.id)).toBe(false);
  expect(catalogue.changedAt(service.id)).toEqual(service.updated_at);

  await shop.db.updateTable('services').set({ deleted_at: shop.clock.now() }).where('id', '=', service.id).execute();
  await catalogue.refresh();
  expect(catalogue.find(service.id)).toBeUndefined();
  expect(catalogue.list()).toEqual([]);
  expect(catalogue.isDeleted(service.id)).toBe(true);
  expect(catalogue.isDeleted(service.id + 1)).toBe(false);
  expect((await shop.client().get(`/api/services/${service.id}`)).statusCode).toBe(404);
});
