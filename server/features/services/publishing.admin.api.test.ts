import { describe, expect, it } from 'vitest';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { SERVICE_BODY } from '#tests/support/app/service-body.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

const HOUR_MS = 3_600_000;

async function create(changes: Record<string, unknown> = {}): Promise<AdminService> {
  const response = await admin.client.post('/api/admin/services', { ...SERVICE_BODY, ...changes });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json();
}

async function update(service: AdminService, changes: Record<string, unknown>): Promise<AdminService> {
  const response = await admin.client.put(`/api/admin/services/${service.id}`, { ...SERVICE_BODY, ...changes });
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json();
}

const listed = async () => (await shop.client().get('/api/services')).json<{ id: number }[]>().map(({ id }) => id);

describe('a hidden service', () => {
  it('is 404 for visitors and buyers, absent from lists and site map, and readable for administrators', async () => {
    const service = await create({ is_hidden: true });
    expect(service.is_hidden).toBe(true);
    const visitor = shop.client();
    expectError(await visitor.get(`/api/services/${service.id}`), 404, 'SERVICE_NOT_FOUND');
    expect(await listed()).not.toContain(service.id);
    expect((await visitor.get(`/api/services?ids=${service.id}`)).json()).toEqual([]);
    expect(shop.deps.catalogue.isDeleted(service.id)).toBe(false);
    const buyer = await shop.client().as(await shop.buildUser());
    const order = { service_id: service.id, soldier_id: null, selected_plan: PLAN.name, price: PLAN.price };
    const before = await shop.countRows();
    expectError(await buyer.post('/api/orders', order), 404, 'SERVICE_NOT_FOUND');
    expect(await shop.countRows()).toEqual(before);
    expect((await admin.client.get(`/api/admin/services/${service.id}`)).json()).toEqual(service);
    const all = (await admin.client.get('/api/admin/services')).json<AdminService[]>();
    expect(all.find(({ id }) => id === service.id)?.is_hidden).toBe(true);
  });

  it('appears at once when it is published, and keeps its state on an update without it', async () => {
    const service = await create({ is_hidden: true });
    expect((await update(service, { title: '아직 숨긴 상담' })).is_hidden).toBe(true);
    const before = String((await shop.client().get('/api/services')).headers.etag);
    await update(service, { is_hidden: false });
    const list = await shop.client().get('/api/services', { headers: { 'if-none-match': before } });
    expect(list.statusCode).toBe(200);
    expect(await listed()).toContain(service.id);
  });
});

describe('POST /api/admin/services/{id}/copy', () => {
  it('creates a hidden service with the same texts and prices, and is audited', async () => {
    const source = await create({ title: '가'.repeat(100) });
    const response = await admin.client.post(`/api/admin/services/${source.id}/copy`);
    expect(response.statusCode).toBe(201);
    const copy = response.json<AdminService>();
    expect(copy).toEqual({
      ...source,
      id: expect.any(Number),
      title: `${'가'.repeat(95)} (사본)`,
      is_hidden: true,
      updated_at: expect.any(String),
    });
    expect(copy.id).not.toBe(source.id);
    expect(await listed()).not.toContain(copy.id);
    expect((await admin.audit('service.create'))[0]).toMatchObject({
      subject_id: String(copy.id),
      after: { copied_from: source.id },
    });
  });

  it('returns 404 for an unknown or deleted service, and 403 for customers', async () => {
    const source = await create();
    await admin.client.delete(`/api/admin/services/${source.id}`);
    expectError(await admin.client.post(`/api/admin/services/${source.id}/copy`), 404, 'SERVICE_NOT_FOUND');
    const buyer = await shop.client().as(await shop.buildUser());
    expect((await buyer.post(`/api/admin/services/${source.id}/copy`)).statusCode).toBe(403);
  });
});

describe('a scheduled price', () => {
  const scheduleFrom = (now: Date) => ({
    starts_at: new Date(now.getTime() + HOUR_MS).toISOString(),
    ends_at: new Date(now.getTime() + 2 * HOUR_MS).toISOString(),
    plans: [{ name: PLAN.name, price: 1000 }],
  });

  it('is shown and charged from its start to its end, with new ETags', async () => {
    const scheduled_price = scheduleFrom(shop.clock.now());
    const price = { plans: [PLAN] };
    const service = await create({ price, scheduled_price });
    expect(service).toMatchObject({ price, scheduled_price });
    const buyer = await shop.client().as(await shop.buildUser());
    const seen = async () => {
      const detail = await buyer.get(`/api/services/${service.id}`);
      const list = await buyer.get('/api/services');
      const item = list.json<AdminService[]>().find(({ id }) => id === service.id);
      expect(item?.price).toEqual(detail.json<AdminService>().price);
      return { price: detail.json<AdminService>().price, tags: [detail.headers.etag, list.headers.etag] };
    };
    const order = (amount: number) =>
      buyer.post('/api/orders', { service_id: service.id, soldier_id: null, selected_plan: PLAN.name, price: amount });
    const before = await seen();
    expect(before.price).toEqual(price);
    expectError(await order(1000), 409, 'PRICE_MISMATCH');

    const edition = shop.deps.catalogue.edition();
    shop.clock.advance(HOUR_MS);
    expect(shop.deps.catalogue.edition()).toBe(edition + 1);
    const during = await seen();
    expect(during.price).toEqual({ original_price: PLAN.price, plans: [{ ...PLAN, price: 1000 }] });
    expect(during.tags).not.toEqual(expect.arrayContaining(before.tags));
    expectError(await order(PLAN.price), 409, 'PRICE_MISMATCH');
    const placed = await order(1000);
    expect([placed.statusCode, placed.json<{ price: number }>().price]).toEqual([201, 1000]);

    shop.clock.advance(HOUR_MS);
    const after = await seen();
    expect(after.price).toEqual(price);
    expectError(await order(1000), 409, 'PRICE_MISMATCH');
    expect((await order(PLAN.price)).statusCode).toBe(201);
    // The admin call always returns the regular price.
    expect((await admin.client.get(`/api/admin/services/${service.id}`)).json()).toMatchObject({ price });
  });

  it('is kept on an update without it, and removed by null', async () => {
    const scheduled_price = scheduleFrom(shop.clock.now());
    const service = await create({ scheduled_price });
    expect((await update(service, { title: '이름만 바꾼 상담' })).scheduled_price).toEqual(scheduled_price);
    expect((await update(service, { scheduled_price: null })).scheduled_price).toBeNull();
  });

  it('is refused with the invalid field, and nothing is written', async () => {
    const valid = scheduleFrom(shop.clock.now());
    const plan = valid.plans[0];
    const cases: [unknown, string][] = [
      [{ ...valid, ends_at: valid.starts_at }, 'scheduled_price.ends_at'],
      [{ ...valid, starts_at: '내일' }, 'scheduled_price.starts_at'],
      [{ ...valid, plans: [] }, 'scheduled_price.plans'],
      [{ ...valid, plans: [{ name: '없는 옵션', price: 1 }] }, 'scheduled_price.plans.0.name'],
      [{ ...valid, plans: [plan, plan] }, 'scheduled_price.plans.1.name'],
      [{ ...valid, plans: [{ ...plan, price: -1 }] }, 'scheduled_price.plans.0.price'],
      ['50%', 'scheduled_price'],
    ];
    const before = await shop.countRows();
    for (const [scheduled_price, path] of cases) {
      const response = await admin.client.post('/api/admin/services', { ...SERVICE_BODY, scheduled_price });
      expectError(response, 400, 'VALIDATION_FAILED');
      expect(response.json<{ details: { path: string }[] }>().details.map((detail) => detail.path)).toContain(path);
    }
    expect(await shop.countRows()).toEqual(before);
  });
});
