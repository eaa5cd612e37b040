import { afterEach, expect, it, vi } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { sendRaw } from '#tests/support/app/raw-http.ts';

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

afterEach(() => vi.restoreAllMocks());

/** A request with this header goes through the framework: a hook looks at it. */
const LONG_WAY = 'content-length: 0';

function ask(url: string, ...headers: string[]): Promise<string> {
  const lines = (own: string[]) => [`GET ${url} HTTP/1.1`, 'host: shop.example', ...own, '', ''].join('\r\n');
  // The first one keeps the connection open, the second one ends it.
  return sendRaw(shop.url, lines(headers) + lines([...headers, 'connection: close']));
}

const withoutDate = (answer: string) => answer.replaceAll(/\r\ndate: [^\r]*/gi, '');

it.each([
  '/',
  '/services',
  '/services?utm_source=mail',
  '/services/14',
  '/services/999',
  '/terms',
  '/login',
  '/profile',
])('sends the page %s with the same bytes and headers as the framework', (url) => expectSame(url));

it.each(['/api/services', '/api/services/14'])('sends %s with the same bytes and headers as the framework', (url) =>
  expectSame(url),
);

async function expectSame(url: string): Promise<void> {
  for (const accepted of ['', 'gzip', 'br;q=0.1, gzip;q=0', 'identity, br;q=0']) {
    const headers = accepted === '' ? [] : [`accept-encoding: ${accepted}`];
    const framework = withoutDate(await ask(url, ...headers, LONG_WAY));
    const routing = vi.spyOn(shop.app, 'routing');
    const memory = withoutDate(await ask(url, ...headers));
    // Unknown addresses share a page that only the router finds.
    expect(routing).toHaveBeenCalledTimes(url === '/services/999' ? 2 : 0);
    routing.mockRestore();
    expect(memory).toBe(framework);
    const tag = /\r\netag: ([^\r]*)/.exec(memory)?.[1] ?? '';
    const known = [...headers, `if-none-match: "other", W/${tag}`];
    const kept = withoutDate(await ask(url, ...known));
    expect(kept).toContain(url === '/services/999' ? '404 Not Found' : '304 Not Modified');
    expect(kept).toBe(withoutDate(await ask(url, ...known, LONG_WAY)));
  }
}

it('leaves all other requests to the framework', async () => {
  await ask('/api/services');
  await ask('/admin');
  const routing = vi.spyOn(shop.app, 'routing');
  for (const url of ['/api/services?ids=14', '/api/services?', '/api/services/014', '/api/services/99999', '/admin']) {
    await ask(url);
  }
  expect(routing).toHaveBeenCalledTimes(10);
  for (const method of ['HEAD', 'OPTIONS', 'POST']) await fetch(`${shop.url}/api/services`, { method });
  expect(routing).toHaveBeenCalledTimes(13);
});

it('counts responses from memory like any other', async () => {
  const name = 'http_request_duration_seconds_count{method="GET",route="/api/services/:id",status="200"} ';
  const count = async () => {
    const line = (await metrics.text()).split('\n').find((found) => found.startsWith(name));
    return Number(line?.slice(name.length) ?? 0);
  };
  await ask('/api/services/14');
  const before = await count();
  await ask('/api/services/14');
  await ask('/api/services/14', LONG_WAY);
  await expect.poll(count).toBe(before + 4);
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
