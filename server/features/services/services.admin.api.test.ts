import { describe, expect, it } from 'vitest';
import type { AdminService, AdminServiceListItem } from '#shared/features/services/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { SERVICE_BODY } from '#tests/support/app/service-body.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

const UNKNOWN = 2_147_483_647;
const FORBIDDEN = { error: 'Authentication or Admin privileges required' };

async function create(changes: Record<string, unknown> = {}): Promise<AdminService> {
  const response = await admin.client.post('/api/admin/services', { ...SERVICE_BODY, ...changes });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json();
}

async function read(id: number): Promise<AdminService> {
  return (await admin.client.get(`/api/admin/services/${id}`)).json();
}

describe('the admin calls of services', () => {
  it('return 401 for visitors and 403 for members, with the body of the contract, and write nothing', async () => {
    const service = await create();
    const visitor = shop.client();
    const user = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    for (const [client, status] of [[visitor, 401] as const, [user, 403] as const]) {
      const answers = [
        await client.get('/api/admin/services'),
        await client.get(`/api/admin/services/${service.id}`),
        await client.post('/api/admin/services', SERVICE_BODY),
        await client.put(`/api/admin/services/${service.id}`, SERVICE_BODY),
        await client.delete(`/api/admin/services/${service.id}`),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(status);
        expect(answer.json()).toMatchObject(FORBIDDEN);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    }
    expect(await shop.countRows()).toEqual(before);
    expect(await read(service.id)).toEqual(service);
  });

  it('require the CSRF token for changes', async () => {
    const service = await create();
    const before = await shop.countRows();
    const answers = [
      await admin.client.post('/api/admin/services', SERVICE_BODY, { csrf: false }),
      await admin.client.put(`/api/admin/services/${service.id}`, SERVICE_BODY, { csrf: 'wrong' }),
      await admin.client.delete(`/api/admin/services/${service.id}`, { csrf: false }),
    ];
    for (const answer of answers) expectError(answer, 403, 'CSRF_INVALID');
    expect(await shop.countRows()).toEqual(before);
    expect(await read(service.id)).toEqual(service);
  });

  it('return 404 for an unknown or deleted service, and 400 for a malformed id', async () => {
    const deleted = await create();
    await admin.client.delete(`/api/admin/services/${deleted.id}`);
    for (const id of [UNKNOWN, deleted.id]) {
      expectError(await admin.client.get(`/api/admin/services/${id}`), 404, 'SERVICE_NOT_FOUND');
      expectError(await admin.client.put(`/api/admin/services/${id}`, SERVICE_BODY), 404, 'SERVICE_NOT_FOUND');
      expectError(await admin.client.delete(`/api/admin/services/${id}`), 404, 'SERVICE_NOT_FOUND');
    }
    expectError(await admin.client.get('/api/admin/services/0'), 400, 'INVALID_ID');
    expectError(await admin.client.put('/api/admin/services/1e3', SERVICE_BODY), 400, 'INVALID_ID');
    expectError(await admin.client.delete('/api/admin/services/abc'), 400, 'INVALID_ID');
  });
});

describe('GET /api/admin/services', () => {
  it('lists stored services by position, then id, without deleted ones', async () => {
    const last = await shop.buildService({ position: -10 });
    const first = await shop.buildService({ position: -11, plans: null });
    const second = await shop.buildService({ position: -11 });
    await shop.buildService({ position: -12, deleted_at: shop.clock.now() });
    const response = await admin.client.get('/api/admin/services');
    expect(response.statusCode).toBe(200);
    const list = response.json<AdminServiceListItem[]>();
    expect(list.slice(0, 3).map(({ id }) => id)).toEqual([first.id, second.id, last.id]);
    expect(list[0]).toEqual({
      id: first.id,
      title: first.title,
      tagline: '',
      category: 'during',
      position: -11,
      card_description: '',
      keywords: [],
      price: { plans: [] },
      requiresAuth: true,
      requiresSoldier: true,
      is_hidden: false,
      scheduled_price: null,
      version: 1,
      updated_at: first.updated_at.toISOString(),
    });
    await shop.db.deleteFrom('services').where('position', '<', 0).execute();
  });
});

describe('POST /api/admin/services', () => {
  it('creates a service with every kind of section, visible at once with a new ETag, and is audited', async () => {
    const client = shop.client();
    const before = String((await client.get('/api/services')).headers.etag);
    const service = await create();
    expect(service).toEqual({
      ...SERVICE_BODY,
      id: expect.any(Number),
      is_hidden: false,
      scheduled_price: null,
      version: 1,
      updated_at: expect.stringMatching(/Z$/),
    });
    const list = await client.get('/api/services', { headers: { 'if-none-match': before } });
    expect(list.statusCode).toBe(200);
    expect(list.headers.etag).not.toBe(before);
    expect(list.json<{ id: number }[]>().map(({ id }) => id)).toContain(service.id);
    const { version: _version, updated_at: _updated, is_hidden: _, scheduled_price: _none, ...shown } = service;
    const terms = [{ filename: 'case-terms.html', title: '사건별 즉시 신청 서비스 이용약관', version: 1 }];
    expect((await client.get(`/api/services/${service.id}`)).json()).toEqual({ ...shown, terms });
    expect((await admin.audit('service.create'))[0]).toMatchObject({
      subject_type: 'service',
      subject_id: String(service.id),
      before: null,
      after: service,
    });
  });

  it('requires only title and category, and ignores unknown fields', async () => {
    const body = { title: ' 제목만 ', category: 'civil', id: 1, version: 7, colour: 'red' };
    const response = await admin.client.post('/api/admin/services', body);
    expect(response.statusCode).toBe(201);
    const { id, updated_at: _, ...service } = response.json<AdminService>();
    expect(service).toEqual({
      title: '제목만',
      tagline: '',
      category: 'civil',
      position: 0,
      card_description: '',
      keywords: [],
      price: { plans: [] },
      description: { sections: [] },
      requiresAuth: true,
      requiresSoldier: true,
      is_hidden: false,
      scheduled_price: null,
      version: 1,
    });
    const shown = (await shop.client().get('/api/services')).json<AdminServiceListItem[]>();
    expect(shown.find((item) => item.id === id)?.price.plans).toEqual([
      { name: 'default', price: 0, description: 'default plan' },
    ]);
  });

  it('distinguishes an empty list of plans from one that was never set', async () => {
    const { id } = await create({ price: { original_price: null, plans: [] } });
    const shown = (await shop.client().get('/api/services')).json<AdminServiceListItem[]>();
    expect(shown.find((item) => item.id === id)?.price).toEqual({ plans: [] });
  });

  it('drops blank items of a list', async () => {
    const { description } = await create({ description: { sections: [{ type: 'list', items: [' ', '하나 ', ''] }] } });
    expect(description.sections).toEqual([{ type: 'list', items: ['하나'] }]);
  });
});

describe('the keywords of a service', () => {
  it('are in list and detail, without blank and repeated ones', async () => {
    const words = Array.from({ length: 37 }, (_, index) => `검색어 ${index}`);
    const keywords = [...words, '가'.repeat(30), ' 검색어 0 ', ' '];
    const { id } = await create({ keywords });
    const kept = [...words, '가'.repeat(30)];
    expect((await read(id)).keywords).toEqual(kept);
    expect((await shop.client().get(`/api/services/${id}`)).json()).toMatchObject({ keywords: kept });
    const list = (await shop.client().get('/api/services')).json<AdminServiceListItem[]>();
    expect(list.find((item) => item.id === id)?.keywords).toEqual(kept);
  });

  it('stay as they are when a change leaves them out, and can be emptied', async () => {
    const { id } = await create();
    const change = { title: '새 제목', category: 'civil' };
    await admin.client.put(`/api/admin/services/${id}`, change);
    expect((await read(id)).keywords).toEqual(SERVICE_BODY.keywords);
    await admin.client.put(`/api/admin/services/${id}`, { ...change, keywords: [] });
    expect((await read(id)).keywords).toEqual([]);
  });
});

describe('PUT /api/admin/services/{id}', () => {
  it('replaces the service, visible at once with new ETags, and is audited with before and after', async () => {
    const client = shop.client();
    const { id } = await create();
    await shop.db
      .updateTable('services')
      .set({ updated_at: new Date('2026-01-01') })
      .where('id', '=', id)
      .execute();
    const service = await read(id);
    await shop.deps.catalogue.refresh();
    const detail = await client.get(`/api/services/${service.id}`);
    const list = await client.get('/api/services');
    const body = { title: '새 제목', category: 'package', price: { plans: [PLAN] }, version: service.version };
    const response = await admin.client.put(`/api/admin/services/${service.id}`, body);
    expect(response.statusCode).toBe(200);
    const changed = response.json<AdminService>();
    expect(changed).toMatchObject({ id: service.id, title: '새 제목', tagline: '', position: 0, version: 2 });
    expect(changed.description).toEqual({ sections: [] });
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(service.updated_at));
    expect(await read(service.id)).toEqual(changed);
    for (const [url, before] of [[`/api/services/${service.id}`, detail] as const, ['/api/services', list] as const]) {
      const headers = { 'if-none-match': String(before.headers.etag) };
      const after = await client.get(url, { headers });
      expect([url, after.statusCode]).toEqual([url, 200]);
      expect(after.body).toContain('새 제목');
    }
    const [entry] = await admin.audit('service.update');
    expect(entry).toMatchObject({ subject_id: String(service.id), before: service, after: changed });
  });

  it('does not change the copies in orders', async () => {
    const service = await create();
    const order = await shop.buildOrder({ service: { ...service, title: SERVICE_BODY.title } });
    await admin.client.put(`/api/admin/services/${service.id}`, {
      ...SERVICE_BODY,
      title: '다른 이름',
      category: 'civil',
    });
    const kept = await admin.client.get(`/api/admin/orders/${order.id}`);
    expect(kept.json()).toMatchObject({
      service: { title: SERVICE_BODY.title, category: 'during', price: order.price },
    });
  });

  it('refuses an older version with the current service, and accepts a body without version', async () => {
    const service = await create();
    const url = `/api/admin/services/${service.id}`;
    const first = await admin.client.put(url, { ...SERVICE_BODY, title: '먼저', version: 1 });
    const late = await admin.client.put(url, { ...SERVICE_BODY, title: '나중', version: 1 });
    expectError(late, 409, 'VERSION_CONFLICT');
    expect(late.json().current).toEqual(first.json());
    expect(await read(service.id)).toEqual(first.json());
    expectError(await admin.client.put(url, { ...SERVICE_BODY, version: 3 }), 409, 'VERSION_CONFLICT');
    const careless = await admin.client.put(url, { ...SERVICE_BODY, title: '마지막' });
    expect(careless.json()).toMatchObject({ title: '마지막', version: 3 });
    expect(await admin.client.put(url, { ...SERVICE_BODY, version: null })).toMatchObject({ statusCode: 200 });
  });

  it('lets one of two concurrent saves of the same version succeed', async () => {
    const service = await create();
    const other = await buildAdmin(shop);
    for (let version = 1; version <= 5; version += 1) {
      const answers = await Promise.all(
        [admin, other].map(({ client, user }) =>
          client.put(`/api/admin/services/${service.id}`, { ...SERVICE_BODY, title: user.user_id, version }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const won = answers.find(({ statusCode }) => statusCode === 200)?.json<AdminService>();
      const lost = answers.find(({ statusCode }) => statusCode === 409)?.json();
      expect(lost.current).toEqual(won);
      expect(await read(service.id)).toEqual(won);
      expect(won?.version).toBe(version + 1);
    }
  });
});

describe('DELETE /api/admin/services/{id}', () => {
  it('removes the service from the shop at once, keeps its orders, and is audited', async () => {
    const client = shop.client();
    const service = await create();
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed', service: { ...service, title: service.title } });
    const buyer = await shop.client().as(user);
    const before = (await buyer.get(`/api/orders/${order.id}`)).json();
    const etag = String((await client.get('/api/services')).headers.etag);
    const response = await admin.client.delete(`/api/admin/services/${service.id}`);
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
    expectError(await client.get(`/api/services/${service.id}`), 404, 'SERVICE_NOT_FOUND');
    const list = await client.get('/api/services', { headers: { 'if-none-match': etag } });
    expect(list.statusCode).toBe(200);
    expect(list.json<{ id: number }[]>().map(({ id }) => id)).not.toContain(service.id);
    const lines = (await admin.client.get('/api/admin/services')).json<AdminServiceListItem[]>();
    expect(lines.map(({ id }) => id)).not.toContain(service.id);
    expect((await buyer.get(`/api/orders/${order.id}`)).json()).toEqual(before);
    const kept = await admin.client.get(`/api/admin/orders/${order.id}`);
    expect(kept.json()).toMatchObject({ status: 'confirmed', service: { title: service.title } });
    const [entry] = await admin.audit('service.delete');
    expect(entry).toMatchObject({ subject_id: String(service.id), before: service, after: null });
    const wish = { service_id: service.id, soldier_id: null, selected_plan: PLAN.name, price: PLAN.price };
    expectError(await buyer.post('/api/orders', wish), 404, 'SERVICE_NOT_FOUND');
  });
});
