import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

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
  ])('knows no "%s"', async (name) => {
    const response = await shop.client().get(`/terms/${name}`);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('NOT_FOUND');
  });

  it.each([
    '/terms/../package.json',
    '/terms/../../etc/passwd',
    '/terms//case-terms.html',
    '/terms/./../tos-table.html/x',
  ])('is not left by %s', async (url) => {
    expect((await shop.client().get(url)).statusCode).toBe(404);
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
