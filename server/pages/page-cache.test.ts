import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

function cacheOf(maxEntries = 10) {
  const state = { version: 1, rendered: [] as string[], gate: Promise.resolve() };
  const cache = createPageCache({
    maxEntries,
    version: () => state.version,
    render: async (path) => {
      state.rendered.push(path);
      const html = `<p>${path} v${state.version}</p>`;
      await state.gate;
      return { status: 200, html, headers: { 'content-type': 'text/html' } };
    },
  });
  return { state, cache };
}

test('a page is rendered once and cached in every encoding', async () => {
  const { state, cache } = cacheOf();
  expect(cache.peek('/a', 'br')).toBeUndefined();
  const [br, gzip, identity] = await Promise.all([
    cache.get('/a', 'br'),
    cache.get('/a', 'gzip'),
    cache.get('/a', 'identity'),
  ]);
  expect(state.rendered).toEqual(['/a']);
  expect(identity.bytes.toString()).toBe('<p>/a v1</p>');
  expect(brotliDecompressSync(br.bytes)).toEqual(identity.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(identity.bytes);
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
  const length = String(br.bytes.length);
  expect(br.headers.slice(2)).toEqual([
    ...['content-encoding', 'br', 'etag', br.etag],
    ...['vary', 'accept-encoding', 'content-length', length],
  ]);
  expect(identity.headers).not.toContain('content-encoding');
  expect(cache.peek('/a', 'br')).toBe(br);
});

test('a page rendered from an older version is not cached', async () => {
  const { state, cache } = cacheOf();
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  const old = cache.get('/a', 'identity');
  state.version = 2;
  cache.clear();
  const fresh = cache.get('/a', 'identity');
  open();
  expect((await old).bytes.toString()).toContain('v1');
  expect((await fresh).bytes.toString()).toContain('v2');
  expect(cache.peek('/a', 'identity')?.bytes.toString()).toContain('v2');
});

test('the least recently used page is evicted', async () => {
  const { cache } = cacheOf(2);
  await cache.get('/a', 'br');
  await cache.get('/b', 'br');
  cache.peek('/a', 'br');
  await cache.get('/c', 'br');
  expect(cache.size()).toBe(2);
  expect(cache.peek('/b', 'br')).toBeUndefined();
  expect(cache.peek('/a', 'br')).toBeDefined();
});

test('an error page is sent but not cached', async () => {
  const render = async () => ({ status: 500, html: 'sorry', headers: {} });
  const cache = createPageCache({ maxEntries: 2, version: () => 1, render });
  expect((await cache.get('/a', 'identity')).status).toBe(500);
  expect(cache.peek('/a', 'identity')).toBeUndefined();
});

test('a failed rendering is not cached', async () => {
  let isBroken = true;
  const cache = createPageCache({
    maxEntries: 2,
    version: () => 1,
    render: async () => {
      if (isBroken) throw new Error('broken');
      return { status: 200, html: 'well', headers: {} };
    },
  });
  await expect(cache.get('/a', 'br')).rejects.toThrow('broken');
  isBroken = false;
  expect((await cache.get('/a', 'identity')).bytes.toString()).toBe('well');
});
