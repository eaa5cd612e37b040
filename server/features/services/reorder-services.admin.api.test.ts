import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminServiceListItem } from '#shared/features/services/admin-schemas.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { SERVICE_BODY } from '#tests/support/app/service-body.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const URL = '/api/admin/services/positions';

let shop: TestApp;
let admin: AdminFixture;
let ids: number[];
beforeEach(async () => {
  shop ??= await startTestApp();
  admin ??= await buildAdmin(shop);
  await shop.db.deleteFrom('services').execute();
  ids = [];
  // All but the last share a position, like services that were never reordered.
  for (const position of [0, 0, 0, 5]) ids.push((await shop.buildService({ position })).id);
});
afterAll(() => shop?.close());

function pick(...places: number[]): number[] {
  return places.map((place) => ids[place] ?? 0);
}

async function orderInShop(): Promise<number[]> {
  return (await shop.client().get('/api/services')).json<{ id: number }[]>().map(({ id }) => id);
}

describe('PUT /api/admin/services/positions', () => {
  it('reorders all services, visible at once, and is audited', async () => {
    const response = await admin.client.put('/api/admin/services/positions', { ids: pick(3, 1, 0, 2) });
    expect(response.statusCode).toBe(200);
    const list = response.json<AdminServiceListItem[]>();
    expect(list.map(({ id, position }) => [id, position])).toEqual(pick(3, 1, 0, 2).map((id, at) => [id, at + 1]));
    expect(await orderInShop()).toEqual(pick(3, 1, 0, 2));
    const [entry] = await admin.audit('service.reorder');
    expect(entry).toMatchObject({ subject_type: 'service', subject_id: null });
    expect(entry?.before).toContainEqual({ id: ids[3], position: 5 });
    expect(entry?.after).toContainEqual({ id: ids[3], position: 1 });
  });

  it('keeps the positions of the others when some are reordered', async () => {
    await shop.buildService({ position: -1, deleted_at: shop.clock.now() });
    expect((await admin.client.put(URL, { ids: pick(3, 0) })).statusCode).toBe(200);
    expect(await orderInShop()).toEqual(pick(3, 1, 2, 0));
  });

  it('changes only services that move, and nothing for the same order', async () => {
    await admin.client.put(URL, { ids });
    const before = (await admin.client.get('/api/admin/services')).json();
    const recorded = (await admin.audit('service.reorder')).length;
    expect((await admin.client.put(URL, { ids })).json()).toEqual(before);
    expect(await admin.audit('service.reorder')).toHaveLength(recorded);
    const swapped = (await admin.client.put(URL, { ids: pick(1, 0) })).json<AdminServiceListItem[]>();
    expect(swapped.slice(2)).toEqual(before.slice(2));
  });

  it('causes a version conflict in an open editor of a moved service', async () => {
    await admin.client.put(URL, { ids: pick(3, 0, 1, 2) });
    const late = await admin.client.put(`/api/admin/services/${ids[3]}`, { ...SERVICE_BODY, version: 1 });
    expectError(late, 409, 'VERSION_CONFLICT');
    expect(late.json().current).toMatchObject({ id: ids[3], position: 1, version: 2 });
  });

  it('applies one of two concurrent orders, never a mixture', async () => {
    const other = await buildAdmin(shop);
    for (let round = 0; round < 5; round += 1) {
      await admin.client.put(URL, { ids });
      const [left, right] = [pick(1, 0, 2, 3), pick(2, 1, 0, 3)];
      const answers = await Promise.all([admin.client.put(URL, { ids: left }), other.client.put(URL, { ids: right })]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect([left, right]).toContainEqual(await orderInShop());
    }
  });

  it('is refused after the order has changed, and changes nothing', async () => {
    const other = await buildAdmin(shop);
    expect((await other.client.put(URL, { ids: pick(1, 0, 2, 3), seen: ids })).statusCode).toBe(200);
    const before = (await admin.client.get('/api/admin/services')).json();
    for (const late of [
      { ids: pick(3, 0, 1, 2), seen: ids },
      { ids: pick(0, 1), seen: pick(0, 1) },
      { ids: pick(2, 3), seen: pick(2) },
    ]) {
      expectError(await admin.client.put(URL, late), 409, 'VERSION_CONFLICT');
    }
    expect((await admin.client.get('/api/admin/services')).json()).toEqual(before);
    // A change outside of this part is not a conflict.
    expect((await admin.client.put(URL, { ids: pick(3, 2), seen: pick(2, 3) })).statusCode).toBe(200);
    expect(await orderInShop()).toEqual(pick(1, 0, 3, 2));
  });

  it('lets one of two concurrent changes of the same list succeed', async () => {
    const other = await buildAdmin(shop);
    const answers = await Promise.all([
      admin.client.put(URL, { ids: pick(1, 0, 2, 3), seen: ids }),
      other.client.put(URL, { ids: pick(2, 1, 0, 3), seen: ids }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', {}, 'ids'],
    ['no ids', { ids: [] }, 'ids'],
    ['an id in letters', { ids: [1, 'a'] }, 'ids.1'],
    ['an order seen in letters', { ids: [1], seen: ['a'] }, 'seen.0'],
    ['an id twice', { ids: [1, 2, 1] }, 'ids.2'],
    ['too many', { ids: Array.from({ length: 1001 }, (_, at) => at + 1) }, 'ids'],
  ])('refuses %s', async (_name, body, path) => {
    const response = await admin.client.put(URL, body);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toEqual([{ path, message: expect.stringMatching(/[가-힣]/) }]);
  });

  it('refuses a list with an unknown or deleted service, and callers without permission', async () => {
    const before = (await admin.client.get('/api/admin/services')).json();
    const deleted = await shop.buildService({ deleted_at: shop.clock.now() });
    for (const id of [deleted.id, 2_147_483_647]) {
      expectError(await admin.client.put(URL, { ids: [...pick(1, 0), id] }), 404, 'SERVICE_NOT_FOUND');
    }
    const user = await shop.client().as(await shop.buildUser());
    expect((await user.put(URL, { ids })).json()).toMatchObject({ code: 'ADMIN_FORBIDDEN' });
    expect((await shop.client().put(URL, { ids })).json()).toMatchObject({ code: 'ADMIN_UNAUTHENTICATED' });
    expectError(await admin.client.put(URL, { ids: pick(1, 0) }, { csrf: false }), 403, 'CSRF_INVALID');
    expect((await admin.client.get('/api/admin/services')).json()).toEqual(before);
  });
});
