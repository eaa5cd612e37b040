import { describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { fileForm, picture } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const { client } = await buildAdmin(shop);
const { body, headers } = fileForm(await picture(600, 300).png().toBuffer());
const image = (await client.post('/api/admin/images', body, { headers })).json();

describe('GET /uploads/{file}', () => {
  it('is cacheable forever, and sent as an image only', async () => {
    const response = await shop.client().get(image.url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    const avif = await shop.client().get(image.url.replace('webp', 'avif'));
    expect(avif.headers['content-type']).toBe('image/avif');
    expect(avif.headers.etag).not.toBe(response.headers.etag);
  });

  it('answers 304 for a cached copy', async () => {
    const client = shop.client();
    const { etag = '' } = (await client.get(image.url)).headers;
    const again = await client.get(image.url, { headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
  });

  it.each([
    ['another picture', (url: string) => url.replace(/[0-9a-f]{32}/, '0'.repeat(32))],
    ['another height', (url: string) => url.replace('x300', 'x301')],
    ['another width', (url: string) => url.replace('600x300', '1440x720')],
    ['another kind', (url: string) => url.replace('webp', 'png')],
    ['capital letters', (url: string) => url.replace(/[0-9a-f]{32}/, (id) => id.toUpperCase()).replace('webp', 'WEBP')],
    ['more behind it', (url: string) => `${url}.svg`],
    ['a file of the server', () => '/uploads/..%2f..%2fpackage.json'],
    ['one that climbs by dots', () => '/uploads/%2e%2e/package.json'],
    ['one with a NUL character', (url: string) => `${url}%00`],
    ['a statement for the database', (url: string) => url.replace('-', "'%20or%201=1--")],
    ['nothing', () => '/uploads/'],
  ])('returns 404 for %s', async (_, change) => {
    const response = await shop.client().get(change(image.url));
    expectError(response, 404, 'NOT_FOUND');
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
  });
});
