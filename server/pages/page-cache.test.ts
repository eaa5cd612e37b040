import { expect, test } from 'vitest';
import { finishedBody } from '#server/http/api/finished-body.ts';
import { createPageCache, type Page } from './page-cache.ts';

function pageOf(html: string, status = 200): Page {
  return { status, headers: {}, cacheControl: 'no-cache', body: finishedBody(html, 'text/html') };
}

async function textOf(page: Page | undefined): Promise<string | undefined> {
  return (await page?.body.inEncoding('identity'))?.bytes.toString();
}

function cacheOf(maxEntries = 10) {
  const state = { version: 1, rendered: [] as string[], gate: Promise.resolve() };
  const cache = createPageCache({
    maxEntries,
    version: () => state.version,
    render: async (path) => {
      state.rendered.push(path);
      const page = pageOf(`<p>${path} v${state.version}</p>`);
      await state.gate;
      return page;
    },
  });
  return { state, cache };
}

test('a page is rendered once for concurrent requests, and cached', async () => {
  const { state, cache } = cacheOf();
  expect(cache.peek('/a')).toBeUndefined();
  const [first, second] = await Promise.all([cache.get('/a'), cache.get('/a')]);
  expect(state.rendered).toEqual(['/a']);
  expect(await textOf(first)).toBe('<p>/a v1</p>');
  expect(second).toBe(first);
  expect(cache.peek('/a')).toBe(first);
  expect(await cache.get('/a')).toBe(first);
});

test('a page rendered from an older version is not cached', async () => {
  const { state, cache } = cacheOf();
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  const old = cache.get('/a');
  state.version = 2;
  cache.clear();
  const fresh = cache.get('/a');
  open();
  expect(await textOf(await old)).toContain('v1');
  expect(await textOf(await fresh)).toContain('v2');
  expect(await textOf(cache.peek('/a'))).toContain('v2');
});

test('the least recently used page is evicted', async () => {
  const { cache } = cacheOf(2);
  await cache.get('/a');
  await cache.get('/b');
  cache.peek('/a');
  await cache.get('/c');
  expect(cache.size()).toBe(2);
  expect(cache.peek('/b')).toBeUndefined();
  expect(cache.peek('/a')).toBeDefined();
});

test('an error page is sent but not cached', async () => {
  const cache = createPageCache({ maxEntries: 2, version: () => 1, render: async () => pageOf('sorry', 500) });
  expect((await cache.get('/a')).status).toBe(500);
  expect(cache.peek('/a')).toBeUndefined();
});

test('a failed rendering is not cached', async () => {
  let isBroken = true;
  const cache = createPageCache({
    maxEntries: 2,
    version: () => 1,
    render: async () => {
      if (isBroken) throw new Error('broken');
      return pageOf('well');
    },
  });
  await expect(cache.get('/a')).rejects.toThrow('broken');
  isBroken = false;
  expect(await textOf(await cache.get('/a'))).toBe('well');
});
