import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';
import type { AdminTerms, AdminTermsListItem } from '#shared/features/terms/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { SERVICE_BODY } from '#tests/support/app/service-body.ts';

const CASE = 'case-terms.html';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

/** Expects this error, for `path` if given. */
function expectRefused(response: LightMyRequestResponse, code: ErrorCode, path?: string): void {
  expect(response.json()).toMatchObject({ code, ...(path !== undefined && { details: [{ path }] }) });
  expect(response.statusCode).toBe(ERRORS[code].status);
}

let made = 0;
async function create(changes: Record<string, unknown> = {}): Promise<AdminTerms> {
  made += 1;
  const body = { filename: `test-${made}.html`, title: '시험 약관', html: '<p>첫 글</p>', ...changes };
  const response = await admin.client.post('/api/admin/terms', body);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json();
}

async function countVersions(): Promise<number> {
  return (await shop.db.selectFrom('terms_versions').select('filename').execute()).length;
}

async function textInShop(filename: string, query = ''): Promise<string> {
  return (await shop.client().get(`/terms/${filename}${query}`)).body;
}

describe('the admin calls of terms', () => {
  it('list the texts shipped with the program, each as version 1', async () => {
    const list = (await admin.client.get('/api/admin/terms')).json<AdminTermsListItem[]>();
    expect(list.find(({ filename }) => filename === CASE)).toEqual({
      filename: CASE,
      title: '사건별 즉시 신청 서비스 이용약관',
      version: 1,
      updated_at: expect.stringMatching(/Z$/),
      service_count: 0,
    });
    expect(list.map(({ filename }) => filename)).toEqual(
      expect.arrayContaining(['health-data-consent.html', 'package-terms.html']),
    );
    const text = (await admin.client.get(`/api/admin/terms/${CASE}`)).json<AdminTerms>();
    expect(text).toMatchObject({ filename: CASE, version: 1, created_by: null, html: await textInShop(CASE) });
    expect(text.versions).toEqual([
      { version: 1, title: text.title, note: '', created_by: null, created_at: text.created_at },
    ]);
  });

  it('count the services on sale that require each text', async () => {
    const { filename } = await create();
    const tos = { type: 'tos' as const, filename };
    const description = { sections: [tos, tos] };
    await shop.buildService({ description });
    await shop.buildService({ description: { sections: [tos] }, deleted_at: shop.clock.now() });
    await shop.buildService();
    const list = (await admin.client.get('/api/admin/terms')).json<AdminTermsListItem[]>();
    expect(list.find((row) => row.filename === filename)?.service_count).toBe(1);
  });

  it('add a text, visible in the shop at once', async () => {
    const text = await create({ note: '첫 문안' });
    expect(text).toMatchObject({ version: 1, note: '첫 문안', created_by: admin.user.user_id });
    expect(await textInShop(text.filename)).toBe('<p>첫 글</p>');
    expect((await admin.audit('terms.create'))[0]).toMatchObject({
      subject_type: 'terms',
      subject_id: text.filename,
      before: null,
      after: { version: 1, html: '<p>첫 글</p>' },
    });
  });

  it('add a new version, visible in the shop and its pages at once, and keep the old one', async () => {
    const { filename } = await create();
    const { id } = await shop.buildService({ description: { sections: [{ type: 'tos', filename }] } });
    const { etag } = (await shop.client().get(`/terms/${filename}`)).headers;
    const pages = shop.deps.catalogue.version();
    const response = await admin.client.put(`/api/admin/terms/${filename}`, {
      html: '<p>둘째 글</p>',
      base_version: 1,
      note: '환불 조항 고침',
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ version: 2, title: '시험 약관', html: '<p>둘째 글</p>' });
    expect(response.json<AdminTerms>().versions.map(({ version, note }) => [version, note])).toEqual([
      [2, '환불 조항 고침'],
      [1, ''],
    ]);
    const now = await shop.client().get(`/terms/${filename}`, { headers: { 'if-none-match': String(etag) } });
    expect([now.statusCode, now.body]).toEqual([200, '<p>둘째 글</p>']);
    expect(await textInShop(filename, '?version=1')).toBe('<p>첫 글</p>');
    expect(shop.deps.catalogue.version()).toBeGreaterThan(pages);
    expect((await shop.client().get(`/api/services/${id}`)).json().terms).toEqual([
      { filename, title: '시험 약관', version: 2 },
    ]);
    const old = await admin.client.get(`/api/admin/terms/${filename}/versions/1`);
    expect(old.json()).toMatchObject({ filename, version: 1, html: '<p>첫 글</p>' });
    expect((await admin.audit('terms.update'))[0]).toMatchObject({
      subject_id: filename,
      before: { version: 1, html: '<p>첫 글</p>' },
      after: { version: 2, html: '<p>둘째 글</p>', note: '환불 조항 고침' },
    });
  });

  it('return 409 with the current version for an edit of an older one', async () => {
    const { filename } = await create();
    await admin.client.put(`/api/admin/terms/${filename}`, { html: '<p>먼저</p>', base_version: 1 });
    for (const base_version of [1, 3]) {
      const response = await admin.client.put(`/api/admin/terms/${filename}`, { html: '<p>나중</p>', base_version });
      expectRefused(response, 'VERSION_CONFLICT');
      expect(response.json().current).toMatchObject({ version: 2, html: '<p>먼저</p>' });
    }
    expect(await textInShop(filename)).toBe('<p>먼저</p>');
  });

  it('accept one of several concurrent changes', async () => {
    const { filename } = await create();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((editor) =>
        admin.client.put(`/api/admin/terms/${filename}`, { html: `<p>${editor}</p>`, base_version: 1 }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    const current = answers.find(({ statusCode }) => statusCode === 200)?.json<AdminTerms>();
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json()).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: 2, html: current?.html } });
    }
    const { versions } = (await admin.client.get(`/api/admin/terms/${filename}`)).json<AdminTerms>();
    expect(versions).toHaveLength(2);
    expect((await admin.audit('terms.update')).filter(({ subject_id }) => subject_id === filename)).toHaveLength(1);
  });

  it('store only HTML of the allow-list', async () => {
    const html =
      '<p onclick="alert(1)">글<script>alert(1)</script><img src=x onerror=alert(1)></p><a href="javascript:alert(1)">링크</a><h1>제목</h1>';
    const { filename } = await create({ html, title: '<script>alert(1)</script>' });
    for (const text of [
      await textInShop(filename),
      (await admin.client.get(`/api/admin/terms/${filename}`)).json().html,
    ]) {
      expect(text).toBe('<p>글</p><a>링크</a>제목');
    }
    await admin.client.put(`/api/admin/terms/${filename}`, { html: `${html}둘`, base_version: 1 });
    expect(await textInShop(filename)).toBe('<p>글</p><a>링크</a>제목둘');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no text', { html: undefined }, 'html'],
    ['a blank text', { html: ' ' }, 'html'],
    ['a text of which nothing is left', { html: '<script>alert(1)</script><p> </p>' }, 'html'],
    ['a NUL in its text', { html: '글\u0000' }, 'html'],
    ['too long a text', { html: '가'.repeat(100_001) }, 'html'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a note of two lines', { note: '가\n나' }, 'note'],
  ])('return 400 for %s', async (_name, changes, path) => {
    const before = await countVersions();
    const body = { filename: 'refused.html', title: '시험', html: '<p>글</p>', ...changes };
    expectRefused(await admin.client.post('/api/admin/terms', body), 'VALIDATION_FAILED', path);
    const change = { ...body, filename: undefined, base_version: 1 };
    expectRefused(await admin.client.put(`/api/admin/terms/${CASE}`, change), 'VALIDATION_FAILED', path);
    expect(await countVersions()).toBe(before);
  });

  it.each(['', 'terms', 'terms.htm', '../terms.html', 'a/b.html', '.html', 'A.html', 'a b.html', '약관.html'])(
    'refuse the file name "%s"',
    async (filename) => {
      const before = await countVersions();
      const response = await admin.client.post('/api/admin/terms', { filename, title: '시험', html: '<p>글</p>' });
      expectRefused(response, 'VALIDATION_FAILED', 'filename');
      expect(await countVersions()).toBe(before);
    },
  );

  it('return 409 for an existing name', async () => {
    const before = await textInShop(CASE);
    const response = await admin.client.post('/api/admin/terms', { filename: CASE, title: '새', html: '<p>새</p>' });
    expectRefused(response, 'TERMS_TAKEN', 'filename');
    expect(await textInShop(CASE)).toBe(before);
  });

  it.each([[undefined], [0], [1.5], ['1']])('return 400 for the base version %s', async (base_version) => {
    const response = await admin.client.put(`/api/admin/terms/${CASE}`, { html: '<p>글</p>', base_version });
    expectRefused(response, 'VALIDATION_FAILED', 'base_version');
  });

  it('return 404 for an unknown text', async () => {
    expectRefused(await admin.client.get('/api/admin/terms/nothing.html'), 'NOT_FOUND');
    expectRefused(await admin.client.get('/api/admin/terms/nothing.html/versions/1'), 'NOT_FOUND');
    expectRefused(await admin.client.get(`/api/admin/terms/${CASE}/versions/99`), 'NOT_FOUND');
    expectRefused(await admin.client.get('/api/admin/terms/..%2Ftos-table.html'), 'NOT_FOUND');
    const change = { html: '<p>글</p>', base_version: 1 };
    expectRefused(await admin.client.put('/api/admin/terms/nothing.html', change), 'NOT_FOUND');
  });

  it('are for administrators only', async () => {
    const before = await countVersions();
    const visitor = shop.client();
    const buyer = await shop.client().as(await shop.buildUser());
    const body = { filename: 'mine.html', title: '시험', html: '<p>글</p>', base_version: 1 };
    for (const [client, code] of [
      [visitor, 'ADMIN_UNAUTHENTICATED'],
      [buyer, 'ADMIN_FORBIDDEN'],
    ] as const) {
      expectRefused(await client.get('/api/admin/terms'), code);
      expectRefused(await client.get(`/api/admin/terms/${CASE}`), code);
      expectRefused(await client.get(`/api/admin/terms/${CASE}/versions/1`), code);
      expectRefused(await client.post('/api/admin/terms', body), code);
      expectRefused(await client.put(`/api/admin/terms/${CASE}`, body), code);
    }
    expect(await countVersions()).toBe(before);
  });
});

describe('a version of terms', () => {
  it.each(["update terms_versions set html = ''", 'delete from terms_versions', 'truncate terms_versions'])(
    'cannot be changed: "%s" is refused',
    async (statement) => {
      await expect(shop.deps.database.pool.query(statement)).rejects.toThrow('only added');
    },
  );
});

describe('a service that requires terms', () => {
  it('can reference a text before it is created', async () => {
    const filename = 'yet-to-be-written.html';
    const description = { sections: [{ type: 'tos', filename, content: '동의합니다.' }] };
    const response = await admin.client.post('/api/admin/services', { ...SERVICE_BODY, description });
    expect(response.statusCode).toBe(201);
    const { id } = response.json();
    expect((await shop.client().get(`/terms/${filename}`)).statusCode).toBe(404);
    await create({ filename });
    await expect.poll(() => textInShop(filename)).toContain('첫 글');
    const shown = (await shop.client().get(`/api/services/${id}`)).json();
    expect(shown.terms).toMatchObject([{ filename, version: 1 }]);
  });

  it('can reference added texts', async () => {
    const { filename } = await create();
    const description = { sections: [{ type: 'tos', filename }] };
    const response = await admin.client.post('/api/admin/services', { ...SERVICE_BODY, description });
    expect(response.statusCode).toBe(201);
  });
});
