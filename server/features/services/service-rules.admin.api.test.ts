import { describe, expect, it } from 'vitest';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { SERVICE_BODY } from '#tests/support/app/service-body.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function create(changes: Record<string, unknown> = {}): Promise<AdminService> {
  const response = await admin.client.post('/api/admin/services', { ...SERVICE_BODY, ...changes });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json();
}

async function read(id: number): Promise<AdminService> {
  return (await admin.client.get(`/api/admin/services/${id}`)).json();
}

function withSections(...sections: unknown[]): Record<string, unknown> {
  return { ...SERVICE_BODY, description: { sections } };
}

function withPlans(...plans: unknown[]): Record<string, unknown> {
  return { ...SERVICE_BODY, price: { plans } };
}

const A_PLAN = { name: '기본', price: 1000, description: '한 건' };

describe('a service', () => {
  it.each<[string, unknown, string]>([
    ['no title', { ...SERVICE_BODY, title: undefined }, 'title'],
    ['a blank title', { ...SERVICE_BODY, title: '  ' }, 'title'],
    ['a title of two lines', { ...SERVICE_BODY, title: '가\n나' }, 'title'],
    ['a long title', { ...SERVICE_BODY, title: '가'.repeat(101) }, 'title'],
    ['no category', { ...SERVICE_BODY, category: undefined }, 'category'],
    ['an unknown category', { ...SERVICE_BODY, category: 'other' }, 'category'],
    ['a tagline that is no text', { ...SERVICE_BODY, tagline: 1 }, 'tagline'],
    ['a position in between', { ...SERVICE_BODY, position: 1.5 }, 'position'],
    ['a position in letters', { ...SERVICE_BODY, position: '1' }, 'position'],
    ['a position that no column holds', { ...SERVICE_BODY, position: 3_000_000_000 }, 'position'],
    ['a card that is no text', { ...SERVICE_BODY, card_description: ['<b>'] }, 'card_description'],
    ['a NUL in the card', { ...SERVICE_BODY, card_description: '가\u0000' }, 'card_description'],
    ['keywords that are no list', { ...SERVICE_BODY, keywords: '우울' }, 'keywords'],
    ['41 keywords', { ...SERVICE_BODY, keywords: Array.from({ length: 41 }, (_, index) => `${index}`) }, 'keywords'],
    ['a long keyword', { ...SERVICE_BODY, keywords: ['우울', '가'.repeat(31)] }, 'keywords.1'],
    ['a flag in letters', { ...SERVICE_BODY, requiresAuth: 'false' }, 'requiresAuth'],
    ['another flag in letters', { ...SERVICE_BODY, requiresSoldier: 1 }, 'requiresSoldier'],
    ['a price that is a number', { ...SERVICE_BODY, price: 1000 }, 'price'],
    [
      'a negative original price',
      { ...SERVICE_BODY, price: { original_price: -1, plans: [] } },
      'price.original_price',
    ],
    ['plans that are no list', { ...SERVICE_BODY, price: { plans: A_PLAN } }, 'price.plans'],
    ['a plan that is text', withPlans('기본'), 'price.plans.0'],
    ['a plan without name', withPlans({ ...A_PLAN, name: ' ' }), 'price.plans.0.name'],
    ['a plan without price', withPlans(A_PLAN, { ...A_PLAN, name: '둘', price: undefined }), 'price.plans.1.price'],
    ['a negative price', withPlans({ ...A_PLAN, price: -1 }), 'price.plans.0.price'],
    ['part of a won', withPlans({ ...A_PLAN, price: 1000.5 }), 'price.plans.0.price'],
    ['a price in letters', withPlans({ ...A_PLAN, price: '1000' }), 'price.plans.0.price'],
    ['a plan without description', withPlans({ ...A_PLAN, description: '' }), 'price.plans.0.description'],
    ['two plans of one name', withPlans(A_PLAN, { ...A_PLAN, name: ' 기본 ', price: 2 }), 'price.plans.1.name'],
    ['a description that is text', { ...SERVICE_BODY, description: '글' }, 'description'],
    ['sections that are no list', { ...SERVICE_BODY, description: { sections: {} } }, 'description.sections'],
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
    ['questions that are missing', withSections({ type: 'faq' }), 'description.sections.0.questions'],
    ['no questions', withSections({ type: 'faq', questions: [] }), 'description.sections.0.questions'],
    [
      'a blank question',
      withSections({ type: 'faq', questions: [{ question: ' ', answer: '<p>답</p>' }] }),
      'description.sections.0.questions.0.question',
    ],
    [
      'an answer of which nothing is left',
      withSections({ type: 'faq', questions: [{ question: '왜요?', answer: '<script>alert(1)</script>' }] }),
      'description.sections.0.questions.0.answer',
    ],
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
  ])('with %s is refused with its path on creation and update, and nothing is written', async (_name, body, path) => {
    const service = await create();
    const before = await shop.countRows();
    for (const answer of [
      await admin.client.post('/api/admin/services', body),
      await admin.client.put(`/api/admin/services/${service.id}`, body),
    ]) {
      expectError(answer, 400, 'VALIDATION_FAILED');
      expect(answer.json().details).toEqual([{ path, message: expect.stringMatching(/[가-힣]/) }]);
    }
    expect(await shop.countRows()).toEqual(before);
    expect(await read(service.id)).toEqual(service);
  });

  it('is refused with every invalid field at once', async () => {
    const body = { ...withSections({ type: 'text' }, { type: 'image', url: '' }), title: '' };
    const paths = (await admin.client.post('/api/admin/services', body))
      .json<{ details: { path: string }[] }>()
      .details.map((detail) => detail.path);
    expect(paths).toEqual(['title', 'description.sections.0.content', 'description.sections.1.url']);
  });

  it('requires a numeric version', async () => {
    const { id } = await create();
    expectError(
      await admin.client.put(`/api/admin/services/${id}`, { ...SERVICE_BODY, version: '1' }),
      400,
      'VALIDATION_FAILED',
    );
  });
});

describe('malicious HTML', () => {
  const ATTACK =
    '<p onclick="x()">글<script>alert(1)</script><a href="javascript:alert(1)">가</a><img src=x onerror=alert(1)>' +
    '<a href="data:text/html,x">나</a><a href="https://example.com" target="_blank">다</a><svg onload=alert(1)>' +
    '<a href="/about" target="_BLANK">라</a><a href="/about" target="named">마</a><a href="/about" target="_self">바</a></p>';
  const SAFE =
    '<p>글<a>가</a><a>나</a><a href="https://example.com" target="_blank" rel="noopener noreferrer">다</a>' +
    '<a href="/about" target="_BLANK" rel="noopener noreferrer">라</a>' +
    '<a href="/about" target="named" rel="noopener noreferrer">마</a><a href="/about" target="_self">바</a></p>';

  it('is removed from the card and the texts before storage, also on update', async () => {
    const attack = { card_description: ATTACK, description: { sections: [{ type: 'text', content: ATTACK }] } };
    const created = await create(attack);
    const other = await create();
    const answer = await admin.client.put(`/api/admin/services/${other.id}`, { ...SERVICE_BODY, ...attack });
    const changed = answer.json<AdminService>();
    for (const { id, card_description } of [created, changed]) {
      expect(card_description).toBe(SAFE);
      const stored = await shop.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(stored.card_description).toBe(SAFE);
      expect(stored.description).toEqual({ sections: [{ type: 'text', content: SAFE }] });
    }
  });

  it('stays plain text in fields without HTML', async () => {
    const html = '<img src=x onerror=alert(1)>';
    const sections = [
      { type: 'title', content: html },
      { type: 'list', items: [html] },
    ];
    const service = await create({ title: html, tagline: html, description: { title: html, sections } });
    expect(service).toMatchObject({ title: html, tagline: html, description: { title: html, sections } });
  });
});
