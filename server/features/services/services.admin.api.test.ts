import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminService, AdminServiceListItem } from '#shared/contract/admin-services.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { PLAN } from '#tests/support/factories.ts';
import { expectError } from '#tests/support/payment-scene.ts';
import { buildStaff, type StaffScene } from '#tests/support/staff.ts';

let shop: TestApp;
let staff: StaffScene;
beforeAll(async () => {
  shop = await startTestApp();
  staff = await buildStaff(shop);
});
afterAll(() => shop.close());

const UNKNOWN = 2_147_483_647;
const FORBIDDEN = { error: 'Authentication or Admin privileges required' };

const SERVICE = {
  title: '복무 상담',
  tagline: '서류부터 함께 준비합니다',
  category: 'during',
  position: 3,
  card_description: '<b>굵게</b>',
  price: {
    original_price: 500_000,
    plans: [PLAN, { name: '심화', price: 0, description: '첫째 줄\n둘째 줄' }],
  },
  description: {
    title: '이렇게 진행합니다',
    sections: [
      { type: 'title', content: '제목' },
      { type: 'text', content: '<p>글</p>' },
      { type: 'heading', content: '소제목' },
      { type: 'list', items: ['하나', '둘'] },
      { type: 'image', url: '/images/case-process.svg', alt: '그림' },
      { type: 'tos', content: '약관에 동의합니다.', filename: 'case-terms.html' },
      { type: 'child_services', serviceIds: [14, 16] },
    ],
  },
  requiresAuth: false,
  requiresSoldier: false,
};

async function create(changes: Record<string, unknown> = {}): Promise<AdminService> {
  const response = await staff.client.post('/api/admin/services', { ...SERVICE, ...changes });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json();
}

async function read(id: number): Promise<AdminService> {
  return (await staff.client.get(`/api/admin/services/${id}`)).json();
}

function withSections(...sections: unknown[]): Record<string, unknown> {
  return { ...SERVICE, description: { sections } };
}

function withPlans(...plans: unknown[]): Record<string, unknown> {
  return { ...SERVICE, price: { plans } };
}

describe('the calls about services', () => {
  it('are 401 for visitors and 403 for who is not of the staff, with the body of the contract, and write nothing', async () => {
    const service = await create();
    const visitor = shop.client();
    const user = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    for (const [client, status] of [[visitor, 401] as const, [user, 403] as const]) {
      const answers = [
        await client.get('/api/admin/services'),
        await client.get(`/api/admin/services/${service.id}`),
        await client.post('/api/admin/services', SERVICE),
        await client.put(`/api/admin/services/${service.id}`, SERVICE),
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

  it('that change something need the token', async () => {
    const service = await create();
    const before = await shop.countRows();
    const answers = [
      await staff.client.post('/api/admin/services', SERVICE, { csrf: false }),
      await staff.client.put(`/api/admin/services/${service.id}`, SERVICE, { csrf: 'wrong' }),
      await staff.client.delete(`/api/admin/services/${service.id}`, { csrf: false }),
    ];
    for (const answer of answers) expectError(answer, 403, 'CSRF_INVALID');
    expect(await shop.countRows()).toEqual(before);
    expect(await read(service.id)).toEqual(service);
  });

  it('know no service that never was or was deleted, and no malformed number', async () => {
    const deleted = await create();
    await staff.client.delete(`/api/admin/services/${deleted.id}`);
    for (const id of [UNKNOWN, deleted.id]) {
      expectError(await staff.client.get(`/api/admin/services/${id}`), 404, 'SERVICE_NOT_FOUND');
      expectError(await staff.client.put(`/api/admin/services/${id}`, SERVICE), 404, 'SERVICE_NOT_FOUND');
      expectError(await staff.client.delete(`/api/admin/services/${id}`), 404, 'SERVICE_NOT_FOUND');
    }
    expectError(await staff.client.get('/api/admin/services/0'), 400, 'INVALID_ID');
    expectError(await staff.client.put('/api/admin/services/1e3', SERVICE), 400, 'INVALID_ID');
    expectError(await staff.client.delete('/api/admin/services/abc'), 400, 'INVALID_ID');
  });
});

describe('GET /api/admin/services', () => {
  it('lists by position, then id, as stored, without what was deleted', async () => {
    const last = await shop.buildService({ position: -10 });
    const first = await shop.buildService({ position: -11, plans: null });
    const second = await shop.buildService({ position: -11 });
    await shop.buildService({ position: -12, deleted_at: shop.clock.now() });
    const response = await staff.client.get('/api/admin/services');
    expect(response.statusCode).toBe(200);
    const list = response.json<AdminServiceListItem[]>();
    expect(list.slice(0, 3).map(({ id }) => id)).toEqual([first.id, second.id, last.id]);
    expect(list[0]).toEqual({
      ...{ id: first.id, title: first.title, tagline: '', category: 'during', position: -11, card_description: '' },
      ...{ price: { plans: [] }, requiresAuth: true, requiresSoldier: true },
      ...{ version: 1, updated_at: first.updated_at.toISOString() },
    });
    await shop.db.deleteFrom('services').where('position', '<', 0).execute();
  });
});

describe('POST /api/admin/services', () => {
  it('puts a service with every kind of section on sale, at once and with a new ETag, and is recorded', async () => {
    const client = shop.client();
    const before = String((await client.get('/api/services')).headers.etag);
    const service = await create();
    expect(service).toEqual({
      ...SERVICE,
      id: expect.any(Number),
      version: 1,
      updated_at: expect.stringMatching(/Z$/),
    });
    const list = await client.get('/api/services', { headers: { 'if-none-match': before } });
    expect(list.statusCode).toBe(200);
    expect(list.headers.etag).not.toBe(before);
    expect(list.json<{ id: number }[]>().map(({ id }) => id)).toContain(service.id);
    const { version: _version, updated_at: _updated, ...shown } = service;
    expect((await client.get(`/api/services/${service.id}`)).json()).toEqual(shown);
    expect((await staff.audit('service.create'))[0]).toMatchObject({
      subject_type: 'service',
      subject_id: String(service.id),
      before: null,
      after: service,
    });
  });

  it('needs title and category alone, and ignores what it does not know', async () => {
    const body = { title: ' 제목만 ', category: 'civil', id: 1, version: 7, colour: 'red' };
    const response = await staff.client.post('/api/admin/services', body);
    expect(response.statusCode).toBe(201);
    const { id, updated_at: _, ...service } = response.json<AdminService>();
    expect(service).toEqual({
      ...{ title: '제목만', tagline: '', category: 'civil', position: 0, card_description: '' },
      ...{ price: { plans: [] }, description: { sections: [] } },
      ...{ requiresAuth: true, requiresSoldier: true, version: 1 },
    });
    const shown = (await shop.client().get('/api/services')).json<AdminServiceListItem[]>();
    expect(shown.find((item) => item.id === id)?.price.plans).toEqual([
      { name: 'default', price: 0, description: 'default plan' },
    ]);
  });

  it('keeps an empty list of plans apart from one that was never set', async () => {
    const { id } = await create({ price: { original_price: null, plans: [] } });
    const shown = (await shop.client().get('/api/services')).json<AdminServiceListItem[]>();
    expect(shown.find((item) => item.id === id)?.price).toEqual({ plans: [] });
  });

  it('drops blank items of a list', async () => {
    const { description } = await create({ description: { sections: [{ type: 'list', items: [' ', '하나 ', ''] }] } });
    expect(description.sections).toEqual([{ type: 'list', items: ['하나'] }]);
  });
});

const A_PLAN = { name: '기본', price: 1000, description: '한 건' };

describe('a service', () => {
  it.each<[string, unknown, string]>([
    ['no title', { ...SERVICE, title: undefined }, 'title'],
    ['a blank title', { ...SERVICE, title: '  ' }, 'title'],
    ['a title of two lines', { ...SERVICE, title: '가\n나' }, 'title'],
    ['a long title', { ...SERVICE, title: '가'.repeat(101) }, 'title'],
    ['no category', { ...SERVICE, category: undefined }, 'category'],
    ['an unknown category', { ...SERVICE, category: 'other' }, 'category'],
    ['a tagline that is no text', { ...SERVICE, tagline: 1 }, 'tagline'],
    ['a position in between', { ...SERVICE, position: 1.5 }, 'position'],
    ['a position in letters', { ...SERVICE, position: '1' }, 'position'],
    ['a position that no column holds', { ...SERVICE, position: 3_000_000_000 }, 'position'],
    ['a card that is no text', { ...SERVICE, card_description: ['<b>'] }, 'card_description'],
    ['a NUL in the card', { ...SERVICE, card_description: '가\u0000' }, 'card_description'],
    ['a flag in letters', { ...SERVICE, requiresAuth: 'false' }, 'requiresAuth'],
    ['another flag in letters', { ...SERVICE, requiresSoldier: 1 }, 'requiresSoldier'],
    ['a price that is a number', { ...SERVICE, price: 1000 }, 'price'],
    ['a negative original price', { ...SERVICE, price: { original_price: -1, plans: [] } }, 'price.original_price'],
    ['plans that are no list', { ...SERVICE, price: { plans: A_PLAN } }, 'price.plans'],
    ['a plan that is text', withPlans('기본'), 'price.plans.0'],
    ['a plan without name', withPlans({ ...A_PLAN, name: ' ' }), 'price.plans.0.name'],
    ['a plan without price', withPlans(A_PLAN, { ...A_PLAN, name: '둘', price: undefined }), 'price.plans.1.price'],
    ['a negative price', withPlans({ ...A_PLAN, price: -1 }), 'price.plans.0.price'],
    ['part of a won', withPlans({ ...A_PLAN, price: 1000.5 }), 'price.plans.0.price'],
    ['a price in letters', withPlans({ ...A_PLAN, price: '1000' }), 'price.plans.0.price'],
    ['a plan without description', withPlans({ ...A_PLAN, description: '' }), 'price.plans.0.description'],
    ['two plans of one name', withPlans(A_PLAN, { ...A_PLAN, name: ' 기본 ', price: 2 }), 'price.plans.1.name'],
    ['a description that is text', { ...SERVICE, description: '글' }, 'description'],
    ['sections that are no list', { ...SERVICE, description: { sections: {} } }, 'description.sections'],
    ['an unknown section', withSections({ type: 'video', url: '/a' }), 'description.sections.0.type'],
    ['a section that is nothing', withSections(null), 'description.sections.0'],
    ['a blank section title', withSections({ type: 'title', content: ' ' }), 'description.sections.0.content'],
    ['a heading without content', withSections({ type: 'heading' }), 'description.sections.0.content'],
    ['an empty text', withSections({ type: 'text', content: '' }), 'description.sections.0.content'],
    [
      'a text of which nothing is left',
      withSections(
        { type: 'text', content: '<p>글</p>' },
        { type: 'text', content: '<p>&nbsp;<script>alert(1)</script></p>' },
      ),
      'description.sections.1.content',
    ],
    ['a list without items', withSections({ type: 'list' }), 'description.sections.0.items'],
    ['an empty list', withSections({ type: 'list', items: [] }), 'description.sections.0.items'],
    ['a list of blanks', withSections({ type: 'list', items: ['', '  '] }), 'description.sections.0.items'],
    ['a list of numbers', withSections({ type: 'list', items: ['가', 1] }), 'description.sections.0.items.1'],
    ['an image without address', withSections({ type: 'image', alt: '그림' }), 'description.sections.0.url'],
    ['a script as image', withSections({ type: 'image', url: 'javascript:alert(1)' }), 'description.sections.0.url'],
    ['data as image', withSections({ type: 'image', url: 'data:image/png;base64,AA' }), 'description.sections.0.url'],
    ['another host as path', withSections({ type: 'image', url: '//example.com/a' }), 'description.sections.0.url'],
    ['terms without file', withSections({ type: 'tos', content: '동의' }), 'description.sections.0.filename'],
    ['a path to terms', withSections({ type: 'tos', filename: '../a.html' }), 'description.sections.0.filename'],
    ['a hidden file of terms', withSections({ type: 'tos', filename: '.env' }), 'description.sections.0.filename'],
    [
      'no child services',
      withSections({ type: 'child_services', serviceIds: [] }),
      'description.sections.0.serviceIds',
    ],
    [
      'child services in letters',
      withSections({ type: 'child_services', serviceIds: [14, 'a'] }),
      'description.sections.0.serviceIds.1',
    ],
    [
      'a child service twice',
      withSections({ type: 'child_services', serviceIds: [14, 16, 14] }),
      'description.sections.0.serviceIds.2',
    ],
  ])('with %s is refused by its path, new or changed, and nothing is written', async (_name, body, path) => {
    const service = await create();
    const before = await shop.countRows();
    for (const answer of [
      await staff.client.post('/api/admin/services', body),
      await staff.client.put(`/api/admin/services/${service.id}`, body),
    ]) {
      expectError(answer, 400, 'VALIDATION_FAILED');
      expect(answer.json().details).toEqual([{ path, message: expect.stringMatching(/[가-힣]/) }]);
    }
    expect(await shop.countRows()).toEqual(before);
    expect(await read(service.id)).toEqual(service);
  });

  it('tells every field that is wrong at once', async () => {
    const body = { ...withSections({ type: 'text' }, { type: 'image', url: '' }), title: '' };
    const paths = (await staff.client.post('/api/admin/services', body))
      .json<{ details: { path: string }[] }>()
      .details.map((detail) => detail.path);
    expect(paths).toEqual(['title', 'description.sections.0.content', 'description.sections.1.url']);
  });

  it('needs a version that is a number', async () => {
    const { id } = await create();
    expectError(
      await staff.client.put(`/api/admin/services/${id}`, { ...SERVICE, version: '1' }),
      400,
      'VALIDATION_FAILED',
    );
  });
});

describe('HTML that attacks', () => {
  const ATTACK =
    '<p onclick="x()">글<script>alert(1)</script><a href="javascript:alert(1)">가</a><img src=x onerror=alert(1)>' +
    '<a href="data:text/html,x">나</a><a href="https://example.com" target="_blank">다</a><svg onload=alert(1)></p>';
  const SAFE =
    '<p>글<a>가</a><a>나</a><a href="https://example.com" target="_blank" rel="noopener noreferrer">다</a></p>';

  it('is taken out of the card and of texts before it is stored, also by a change', async () => {
    const attack = { card_description: ATTACK, description: { sections: [{ type: 'text', content: ATTACK }] } };
    const created = await create(attack);
    const other = await create();
    const answer = await staff.client.put(`/api/admin/services/${other.id}`, { ...SERVICE, ...attack });
    const changed = answer.json<AdminService>();
    for (const { id, card_description } of [created, changed]) {
      expect(card_description).toBe(SAFE);
      const stored = await shop.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(stored.card_description).toBe(SAFE);
      expect(stored.description).toEqual({ sections: [{ type: 'text', content: SAFE }] });
    }
  });

  it('stays text where no HTML is shown', async () => {
    const html = '<img src=x onerror=alert(1)>';
    const sections = [
      { type: 'title', content: html },
      { type: 'list', items: [html] },
    ];
    const service = await create({ title: html, tagline: html, description: { title: html, sections } });
    expect(service).toMatchObject({ title: html, tagline: html, description: { title: html, sections } });
  });
});

describe('PUT /api/admin/services/{id}', () => {
  it('replaces the service, shows it at once with new ETags, and is recorded with before and after', async () => {
    const client = shop.client();
    const service = await create();
    const detail = await client.get(`/api/services/${service.id}`);
    const list = await client.get('/api/services');
    const body = { title: '새 제목', category: 'package', price: { plans: [A_PLAN] }, version: service.version };
    const response = await staff.client.put(`/api/admin/services/${service.id}`, body);
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
    const [entry] = await staff.audit('service.update');
    expect(entry).toMatchObject({ subject_id: String(service.id), before: service, after: changed });
  });

  it('leaves the copies in orders as they are', async () => {
    const service = await create();
    const order = await shop.buildOrder({ service: { ...service, title: SERVICE.title } });
    await staff.client.put(`/api/admin/services/${service.id}`, { ...SERVICE, title: '다른 이름', category: 'civil' });
    const kept = await staff.client.get(`/api/admin/orders/${order.id}`);
    expect(kept.json()).toMatchObject({ service: { title: SERVICE.title, category: 'during', price: order.price } });
  });

  it('refuses an older version with what stands now, and takes any without one', async () => {
    const service = await create();
    const url = `/api/admin/services/${service.id}`;
    const first = await staff.client.put(url, { ...SERVICE, title: '먼저', version: 1 });
    const late = await staff.client.put(url, { ...SERVICE, title: '나중', version: 1 });
    expectError(late, 409, 'VERSION_CONFLICT');
    expect(late.json().current).toEqual(first.json());
    expect(await read(service.id)).toEqual(first.json());
    expectError(await staff.client.put(url, { ...SERVICE, version: 3 }), 409, 'VERSION_CONFLICT');
    const careless = await staff.client.put(url, { ...SERVICE, title: '마지막' });
    expect(careless.json()).toMatchObject({ title: '마지막', version: 3 });
    expect(await staff.client.put(url, { ...SERVICE, version: null })).toMatchObject({ statusCode: 200 });
  });

  it('lets one of two win who save the same version at once', async () => {
    const service = await create();
    const other = await buildStaff(shop);
    for (let version = 1; version <= 5; version += 1) {
      const answers = await Promise.all(
        [staff, other].map(({ client, user }) =>
          client.put(`/api/admin/services/${service.id}`, { ...SERVICE, title: user.user_id, version }),
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
  it('takes the service off the shop at once, leaves its orders whole, and is recorded', async () => {
    const client = shop.client();
    const service = await create();
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed', service: { ...service, title: service.title } });
    const buyer = await shop.client().as(user);
    const before = (await buyer.get(`/api/orders/${order.id}`)).json();
    const etag = String((await client.get('/api/services')).headers.etag);
    const response = await staff.client.delete(`/api/admin/services/${service.id}`);
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
    expectError(await client.get(`/api/services/${service.id}`), 404, 'SERVICE_NOT_FOUND');
    const list = await client.get('/api/services', { headers: { 'if-none-match': etag } });
    expect(list.statusCode).toBe(200);
    expect(list.json<{ id: number }[]>().map(({ id }) => id)).not.toContain(service.id);
    const lines = (await staff.client.get('/api/admin/services')).json<AdminServiceListItem[]>();
    expect(lines.map(({ id }) => id)).not.toContain(service.id);
    expect((await buyer.get(`/api/orders/${order.id}`)).json()).toEqual(before);
    const kept = await staff.client.get(`/api/admin/orders/${order.id}`);
    expect(kept.json()).toMatchObject({ status: 'confirmed', service: { title: service.title } });
    const [entry] = await staff.audit('service.delete');
    expect(entry).toMatchObject({ subject_id: String(service.id), before: service, after: null });
    const wish = { service_id: service.id, soldier_id: null, selected_plan: PLAN.name, price: PLAN.price };
    expectError(await buyer.post('/api/orders', wish), 404, 'SERVICE_NOT_FOUND');
  });
});
