import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';

const shop = await setUpTestApp();

/** Waits until a notification has updated the shop. */
async function untilShown(): Promise<void> {
  const { version } = await shop.db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow();
  await expect.poll(() => shop.deps.catalogue.version(), { interval: 10 }).toBeGreaterThanOrEqual(version);
}

describe('GET /api/services', () => {
  it('lists by position, then id, without the description', async () => {
    const last = await shop.buildService({ position: 9, title: '끝' });
    const second = await shop.buildService({ position: 1 });
    const third = await shop.buildService({ position: 1 });
    const first = await shop.buildService({
      position: -1,
      title: '처음',
      tagline: '짧은 소개',
      category: 'package',
      card_description: '<b>굵게</b>',
      keywords: ['왕따', '우울'],
      originalPrice: 500_000,
      requires_auth: false,
      requires_soldier: false,
    });
    await untilShown();
    const response = await shop.client().get('/api/services');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const list = response.json();
    expect(list.map((item: { id: number }) => item.id)).toEqual([first.id, second.id, third.id, last.id]);
    expect(list[0]).toEqual({
      id: first.id,
      title: '처음',
      tagline: '짧은 소개',
      category: 'package',
      position: -1,
      card_description: '<b>굵게</b>',
      keywords: ['왕따', '우울'],
      price: { original_price: 500_000, plans: [PLAN] },
      requiresAuth: false,
      requiresSoldier: false,
    });
    expect(list[1].price).toEqual({ plans: [PLAN] });
  });
});

describe('plans', () => {
  it('never set: one default plan in the list, none in the detail', async () => {
    const { id } = await shop.buildService({ plans: null });
    await untilShown();
    const list = (await shop.client().get('/api/services')).json();
    expect(list.find((item: { id: number }) => item.id === id).price).toEqual({
      plans: [{ name: 'default', price: 0, description: 'default plan' }],
    });
    expect((await shop.client().get(`/api/services/${id}`)).json().price).toEqual({ plans: [] });
  });

  it('set to an empty list: empty in both', async () => {
    const { id } = await shop.buildService({ plans: [] });
    await untilShown();
    const list = (await shop.client().get('/api/services')).json();
    expect(list.find((item: { id: number }) => item.id === id).price).toEqual({ plans: [] });
    expect((await shop.client().get(`/api/services/${id}`)).json().price).toEqual({ plans: [] });
  });

  it.each([
    [
      'JSON text',
      JSON.stringify(JSON.stringify({ original_price: 10, plans: [PLAN] })),
      { original_price: 10, plans: [PLAN] },
    ],
    ['text that is no JSON', JSON.stringify('not json'), { plans: [] }],
    ['a list', '[]', { plans: [] }],
    ['null', 'null', { plans: [] }],
    ['a price in letters', '{"plans":[{"name":"a","price":"much","description":""}]}', { plans: [] }],
  ])('stored as %s', async (_name, price, expected) => {
    const { id } = await shop.buildService();
    await sql`update services set price = ${price}::jsonb where id = ${id}`.execute(shop.db);
    await untilShown();
    expect((await shop.client().get(`/api/services/${id}`)).json().price).toEqual(expected);
    expect((await shop.client().get('/api/services')).statusCode).toBe(200);
  });
});

describe('GET /api/services/{id}', () => {
  it('returns the service with its description, and runs no statement', async () => {
    const description = {
      title: '이렇게 진행합니다',
      sections: [
        { type: 'title' as const, content: '제목' },
        { type: 'heading' as const, content: '소제목' },
        { type: 'list' as const, items: ['하나', '둘'] },
        { type: 'image' as const, url: '/images/case.svg', alt: '그림' },
        { type: 'tos' as const, content: '이용약관', filename: 'case-terms.html' },
        { type: 'child_services' as const, serviceIds: [1, 2] },
      ],
    };
    const { id, title } = await shop.buildService({ description });
    await untilShown();
    const response = await shop.client().get(`/api/services/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id,
      title,
      tagline: '',
      category: 'during',
      position: 0,
      card_description: '',
      keywords: [],
      price: { plans: [PLAN] },
      requiresAuth: true,
      requiresSoldier: true,
      description,
      terms: [{ filename: 'case-terms.html', title: '사건별 즉시 신청 서비스 이용약관', version: 1 }],
    });
  });

  it('names the packages that include the service, and makes the answers of questions safe', async () => {
    const answer = '<p>아니요. <script>alert(1)</script><a href="javascript:alert(1)">링크</a></p>';
    const child = await shop.buildService({
      description: { sections: [{ type: 'faq', questions: [{ question: '부대에 알려지나요?', answer }] }] },
    });
    const sections = [{ type: 'child_services' as const, serviceIds: [child.id] }];
    const { id, title } = await shop.buildService({ category: 'package', description: { sections } });
    await shop.buildService({ category: 'during', description: { sections } });
    await untilShown();
    const shown = (await shop.client().get(`/api/services/${child.id}`)).json();
    expect(shown.packages).toEqual([{ id, title }]);
    expect(shown.description.sections[0].questions[0].question).toBe('부대에 알려지나요?');
    expect(shown.description.sections[0].questions[0].answer).not.toMatch(/script/);
    expect((await shop.client().get(`/api/services/${id}`)).json()).not.toHaveProperty('packages');
  });

  it.each([
    ['never set', '{}'],
    ['JSON text', JSON.stringify('{"sections":[]}')],
    ['unreadable', JSON.stringify('}{')],
    ['of unknown sections', '{"sections":[{"type":"video"}]}'],
  ])('returns no sections when the description is %s', async (_name, description) => {
    const { id } = await shop.buildService();
    await sql`update services set description = ${description}::jsonb where id = ${id}`.execute(shop.db);
    await untilShown();
    expect((await shop.client().get(`/api/services/${id}`)).json().description).toEqual({ sections: [] });
  });

  it('sanitises stored text sections and cards', async () => {
    const html =
      '<p onclick="x()">글<script>alert(1)</script><a href="javascript:alert(1)">가</a>' +
      '<a href="https://example.com" target="_blank">나</a><img src=x onerror=alert(1)><style>p{}</style></p>';
    const safe = '<p>글<a>가</a><a href="https://example.com" target="_blank" rel="noopener noreferrer">나</a></p>';
    const { id } = await shop.buildService({
      card_description: html,
      description: { sections: [{ type: 'text', content: html }] },
    });
    await untilShown();
    const detail = (await shop.client().get(`/api/services/${id}`)).json();
    expect(detail.card_description).toBe(safe);
    expect(detail.description.sections[0].content).toBe(safe);
  });

  it('returns 404 for an unknown or deleted service', async () => {
    const { id } = await shop.buildService();
    await sql`update services set deleted_at = now() where id = ${id}`.execute(shop.db);
    await untilShown();
    for (const gone of [id, 2_147_483_647]) {
      const response = await shop.client().get(`/api/services/${gone}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ code: 'SERVICE_NOT_FOUND', error: '서비스를 찾을 수 없습니다.' });
    }
  });
});

describe('GET /api/services/{id}/related', () => {
  const related = async (id: number) => (await shop.client().get(`/api/services/${id}/related`)).json();

  it('lists the first three others of the category as they are on sale', async () => {
    const build = (title: string, position: number) => shop.buildService({ category: 'civil', title, position });
    const services = [];
    for (const n of [1, 2, 3, 4]) services.push(await build(`민사 ${n}`, n - 100));
    const [first, second, , last] = services;
    const hidden = await shop.buildService({ category: 'civil', position: -200, is_hidden: true });
    await untilShown();
    const titles = async (id = 0) => (await related(id)).map(({ title }: { title: string }) => title);
    expect(await titles(first?.id)).toEqual(['민사 2', '민사 3', '민사 4']);
    expect(await titles(last?.id)).toEqual(['민사 1', '민사 2', '민사 3']);
    expect((await related(last?.id ?? 0))[0]).toEqual({
      id: first?.id,
      title: '민사 1',
      tagline: '',
      price: { plans: [PLAN] },
    });
    await sql`update services set title = '민사 2 개정' where id = ${second?.id ?? 0}`.execute(shop.db);
    await untilShown();
    expect(await titles(last?.id)).toEqual(['민사 1', '민사 2 개정', '민사 3']);
    expect((await shop.client().get(`/api/services/${hidden.id}/related`)).json().code).toBe('SERVICE_NOT_FOUND');
  });
});

describe('an ETag', () => {
  it.each(['/api/services', '/api/services/1', '/api/services/1/related', '/tos-table.html', '/terms/case-terms.html'])(
    'of %s is strong and leads to 304',
    async (url) => {
      const etag = String((await shop.client().get(url)).headers.etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await shop.client().get(url, { headers: { 'if-none-match': header } });
        expect([header, response.statusCode]).toEqual([header, 304]);
        expect(response.body).toBe('');
        expect(response.headers.etag).toBe(etag);
      }
      for (const header of ['"other"', etag.slice(1, -1), '']) {
        const response = await shop.client().get(url, { headers: { 'if-none-match': header } });
        expect([header, response.statusCode]).toEqual([header, 200]);
      }
    },
  );
});

describe('an encoding', () => {
  it.each(['/api/services', '/api/services/1', '/tos-table.html', '/terms/case-terms.html'])(
    'of %s has its own ETag, the same body and the same headers',
    async (url) => {
      const plain = await shop.client().get(url);
      const { 'content-length': _length, date: _date, ...headers } = plain.headers;
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const asked = { 'accept-encoding': encoding };
        const response = await shop.client().get(url, { headers: asked });
        const etag = String(plain.headers.etag).replace(/"$/, `-${encoding}"`);
        expect(response.headers).toMatchObject({ ...headers, 'content-encoding': encoding, etag });
        expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
        expect(decompress(response.rawPayload).toString()).toBe(plain.body);
        const again = await shop.client().get(url, { headers: { ...asked, 'if-none-match': etag } });
        expect([again.statusCode, again.body]).toEqual([304, '']);
        expect(again.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
        const head = await shop.app.inject({ method: 'HEAD', url, headers: asked });
        expect([head.statusCode, head.body]).toEqual([200, '']);
        expect(head.headers).toMatchObject({ etag, 'content-length': response.headers['content-length'] });
      }
      expect(headers.vary).toBe('accept-encoding');
    },
  );
});

describe("an administrator's change", () => {
  it('is visible in the list, the detail and the ETags', async () => {
    const { id } = await shop.buildService({ title: '전' });
    await untilShown();
    const client = shop.client();
    const before = await client.get(`/api/services/${id}`);
    const listBefore = await client.get('/api/services');
    await sql`update services set title = '후' where id = ${id}`.execute(shop.db);
    await untilShown();
    const after = await client.get(`/api/services/${id}`, {
      headers: { 'if-none-match': String(before.headers.etag) },
    });
    expect(after.statusCode).toBe(200);
    expect(after.json().title).toBe('후');
    const headers = { 'if-none-match': String(listBefore.headers.etag) };
    const list = await client.get('/api/services', { headers });
    expect(list.statusCode).toBe(200);
    expect(list.json().find((item: { id: number }) => item.id === id).title).toBe('후');
  });

  it('is visible for each of many concurrent changes', async () => {
    const services = await Promise.all(Array.from({ length: 10 }, () => shop.buildService()));
    await untilShown();
    const list = (await shop.client().get('/api/services')).json();
    const ids = new Set(list.map((item: { id: number }) => item.id));
    expect(services.every((service) => ids.has(service.id))).toBe(true);
  });
});

describe('GET /api/services?ids=', () => {
  it('has a strong ETag and answers 304', async () => {
    const url = `/api/services?ids=${(await shop.buildService()).id}`;
    await untilShown();
    const first = await shop.client().get(url);
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"[^"]+"$/),
      'content-type': 'application/json; charset=utf-8',
    });
    const again = await shop.client().get(url, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('returns child services in the requested order, without unknown ids', async () => {
    const first = await shop.buildService({ category: 'civil', originalPrice: 900_000 });
    const second = await shop.buildService({ plans: null });
    await untilShown();
    const response = await shop.client().get(`/api/services?ids=${second.id},2147483647,${first.id}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([
      { id: second.id, title: second.title, category: 'during', price: { plans: [] } },
      {
        id: first.id,
        title: first.title,
        category: 'civil',
        price: { original_price: 900_000, plans: [PLAN] },
      },
    ]);
  });

  it.each([
    '',
    ',',
    '1,',
    ',1',
    '1,,2',
    'a',
    '1,a',
    '-1',
    '0',
    '1.5',
    '1;2',
    '%2000',
    '1,2147483648',
    '1%00',
    '1&ids=2',
  ])('returns 400 for "%s"', async (ids) => {
    const response = await shop.client().get(`/api/services?ids=${ids}`);
    expect(response.statusCode).toBe(400);
    const { code, error, details } = response.json();
    expect(code).toBe('VALIDATION_FAILED');
    expect(error).toMatch(/번호/);
    expect(details[0].path).toMatch(/^ids/);
  });

  it('accepts at most a hundred ids', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
    expect((await shop.client().get(`/api/services?ids=${ids(100)}`)).statusCode).toBe(200);
    expect((await shop.client().get(`/api/services?ids=${ids(101)}`)).statusCode).toBe(400);
  });
});

describe('the sample catalogue', () => {
  it('contains the services of the contract', async () => {
    const sample = await startTestApp({ env: { SEED_SAMPLE: '1', ADMIN_PASSWORD: 'rain over nine hills' } });
    try {
      const list = (await sample.client().get('/api/services')).json();
      const byId = new Map<number, { category: string; price: { plans: { price: number }[] } }>();
      for (const item of list) byId.set(item.id, item);
      for (const id of [14, 16, 19, 21]) expect(byId.has(id)).toBe(true);
      const categories = new Set(list.map((item: { category: string }) => item.category));
      expect([...categories].toSorted()).toEqual(['after', 'before', 'civil', 'during', 'package', 'publicservice']);
      const packages = list.filter((item: { category: string }) => item.category === 'package');
      expect(packages).toHaveLength(2);
      const planCounts = [...byId.values()].map((item) => item.price.plans.length);
      expect(planCounts.filter((count) => count > 1).length).toBeGreaterThan(1);
      expect(planCounts).toContain(0);
    } finally {
      await sample.close();
    }
  });
});
