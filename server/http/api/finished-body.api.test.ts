import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';

const shop = await setUpTestApp({
  env: {
    PAGES: 'built',
    SEED_SAMPLE: '1',
    EDGE_CACHE_SECONDS: '60',
    METRICS_TOKEN,
    PUBLIC_URL: 'https://shop.example',
  },
});
const metrics = createMetricsReader(shop);

/** Headers of every response, whatever sends it. */
const OF_ALL = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'strict-transport-security': expect.any(String),
};
const DECODERS = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };

it.each([
  ['/', 200],
  ['/services?utm_source=mail', 200],
  ['/services/14', 200],
  ['/services/999', 404],
  ['/login', 200],
  ['/profile', 200],
  ['/api/services', 200],
  ['/api/services/14', 200],
  ['/api/services?ids=14', 200],
])('sends %s with its ETag in each encoding, to GET and HEAD, and 304 to those who have it', async (url, status) => {
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    shop.app.inject({ method, url, headers });
  const plain = await ask({});
  expect(plain.statusCode).toBe(status);
  const tags = new Set<string>();
  for (const [accepted, encoding] of [
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip;q=0', 'br'],
    ['identity, br;q=0', 'identity'],
  ] as const) {
    const answer = await ask({ 'accept-encoding': accepted });
    const { 'content-encoding': sent = 'identity', etag = '', date: _, ...headers } = answer.headers;
    if (!url.includes('ids=')) expect([accepted, sent]).toEqual([accepted, encoding]);
    expect(DECODERS[encoding === sent ? encoding : 'identity'](answer.rawPayload).toString()).toBe(plain.body);
    expect(headers).toMatchObject({ ...OF_ALL, 'content-length': String(answer.rawPayload.length) });
    tags.add(`${etag} ${sent}`);
    const head = await ask({ 'accept-encoding': accepted }, 'HEAD');
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([status, '', etag]);
    expect(head.headers).toMatchObject(headers);
    const known = await ask({ 'accept-encoding': accepted, 'if-none-match': `"other", W/${etag}` });
    expect([known.statusCode, known.headers.etag]).toEqual([status === 200 ? 304 : status, etag]);
    expect(known.headers).toMatchObject({ ...OF_ALL, 'cache-control': headers['cache-control'] });
    if (status === 200) expect(known.body).toBe('');
  }
  expect(tags.size).toBe(url.includes('ids=') ? 1 : 3);
});

it('counts each of them by its route', async () => {
  const names = ['/api/services/:id', '/*'].map(
    (route) => `http_request_duration_seconds_count{method="GET",route="${route}",status="200"} `,
  );
  const counts = async () => {
    const lines = (await metrics.text()).split('\n');
    return names.map((name) => Number(lines.find((line) => line.startsWith(name))?.slice(name.length) ?? 0));
  };
  const before = await counts();
  for (const url of ['/api/services/14', '/', '/api/services/14'])
    expect((await fetch(shop.url + url)).status).toBe(200);
  await expect.poll(counts).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
});

it('shows a change at once, and refuses during shutdown', async () => {
  const other = await startTestApp();
  const { id } = await other.buildService({ title: '전' });
  await other.deps.catalogue.refresh();
  const read = async () => (await fetch(`${other.url}/api/services/${id}`)).text();
  await read();
  expect(await read()).toContain('"전"');
  await other.db.updateTable('services').set({ title: '후' }).where('id', '=', id).execute();
  await other.deps.catalogue.refresh();
  expect(await read()).toContain('"후"');
  other.deps.shutdown.isRequested = true;
  const refused = await fetch(`${other.url}/api/services/${id}`);
  expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
  await other.close();
});
