import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { loadTermsFiles } from './load-terms-files.ts';

const TERMS_DIR = join(import.meta.dirname, '../../../content/terms');

const shop = await setUpTestApp();

describe('GET /terms/{filename}', () => {
  it.each(['case-terms.html', 'package-terms.html', 'health-data-consent.html'])('gives %s as it is', async (name) => {
    const response = await shop.client().get(`/terms/${name}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toMatch(/[가-힣]/);
  });

  it.each([
    'nothing.html',
    'case-terms',
    'CASE-TERMS.HTML',
    '..%2Ftos-table.html',
    '..%2F..%2Fpackage.json',
    '%2e%2e%2fterms-version.ts',
    '..%5C..%5Cpackage.json',
    '....%2F%2Fpackage.json',
    '%2Fetc%2Fpasswd',
    'case-terms.html%00',
    'case-terms.html%00.png',
    '.',
    '..',
    '',
    '__proto__',
    'constructor',
  ])('returns 404 for "%s"', async (name) => {
    const response = await shop.client().get(`/terms/${name}`);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('NOT_FOUND');
  });

  it.each([
    '/terms/../package.json',
    '/terms/../../etc/passwd',
    '/terms//case-terms.html',
    '/terms/./../tos-table.html/x',
  ])('refuses the path traversal %s', async (url) => {
    expect((await shop.client().get(url)).statusCode).toBe(404);
  });
});

describe('GET /terms/{filename}?version=', () => {
  it('returns the current version for its number as without one', async () => {
    const client = shop.client();
    const newest = await client.get('/terms/case-terms.html');
    const numbered = await client.get('/terms/case-terms.html?version=1');
    expect([numbered.statusCode, numbered.body]).toEqual([200, newest.body]);
    const headers = { 'if-none-match': String(newest.headers.etag) };
    expect((await client.get('/terms/case-terms.html?version=1', { headers })).statusCode).toBe(304);
  });

  it.each(['2', '0', '-1', '1.5', '', 'abc', '9999999999', '1%00', '1&version=2', "1'"])(
    'returns 404 for version "%s"',
    async (version) => {
      const response = await shop.client().get(`/terms/case-terms.html?version=${version}`);
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('returns 404 for an unknown file', async () => {
    expect((await shop.client().get('/terms/nothing.html?version=1')).statusCode).toBe(404);
  });
});

describe('the start', () => {
  const FILES = ['case-terms.html', 'health-data-consent.html', 'package-terms.html'];
  const rows = () =>
    shop.db
      .selectFrom('terms_versions')
      .select(['filename', 'version'])
      .orderBy('filename')
      .orderBy('version')
      .execute();
  const catalogueVersion = async () =>
    (await shop.db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;

  it('loads each text once, unchanged, however many instances start', async () => {
    await sql`alter table terms_versions disable trigger terms_versions_are_append_only`.execute(shop.db);
    await shop.db.deleteFrom('terms_versions').execute();
    await sql`alter table terms_versions enable trigger terms_versions_are_append_only`.execute(shop.db);
    await Promise.all([1, 2, 3, 4].map(() => loadTermsFiles(shop.db)));
    expect((await rows()).filter(({ filename }) => FILES.includes(filename))).toEqual(
      FILES.map((filename) => ({ filename, version: 1 })),
    );
    for (const filename of FILES) {
      const { html } = await shop.db
        .selectFrom('terms_versions')
        .select('html')
        .where('filename', '=', filename)
        .executeTakeFirstOrThrow();
      expect(html).toBe(sanitizeRichText(await readFile(join(TERMS_DIR, filename), 'utf8')));
    }
  });

  it('keeps the texts of the firm, and causes no reload of the catalogue', async () => {
    const text = { filename: 'case-terms.html', version: 2, title: '고친 약관', html: '<p>고친 글</p>' };
    await shop.db.insertInto('terms_versions').values(text).execute();
    const before = [await rows(), await catalogueVersion()];
    await loadTermsFiles(shop.db);
    expect([await rows(), await catalogueVersion()]).toEqual(before);
    // By the database's notification alone, as on other instances.
    const shown = async () => (await shop.client().get('/terms/case-terms.html')).body;
    await expect.poll(shown).toBe('<p>고친 글</p>');
  });
});

describe('GET /tos-table.html', () => {
  it('gives the table of the sign-up page', async () => {
    const response = await shop.client().get('/tos-table.html');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toMatch(/<table[\s>]/);
  });
});
