import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { PageRenderer } from '#shared/contract/pages.ts';
import { servePages } from './pages-plugin.ts';
import type { PageCatalogue } from './render.ts';

const FOUND = /^\/(services\/\d+|about|register(\?socialToken=any)?)?$/;

function shop() {
  const rendered: string[] = [];
  let changed = () => {};
  let version = 1;
  const catalogue: PageCatalogue = {
    version: () => version,
    list: () => [],
    find: (id) =>
      id === 14
        ? {
            id,
            title: '징계',
            tagline: '',
            category: 'during',
            position: 0,
            card_description: '',
            price: { plans: [] },
            requiresAuth: true,
            requiresSoldier: true,
            description: { sections: [] },
          }
        : undefined,
    changedAt: () => undefined,
    isDeleted: (id) => id === 15,
    children: () => [],
    onChange: (listener) => {
      changed = listener;
    },
  };
  const renderer: PageRenderer = {
    pageOf: (pathname) => {
      const serviceId = Number(/^\/services\/(\d+)$/.exec(pathname)?.[1]);
      if (serviceId) return { path: pathname, serviceId };
      return { path: FOUND.test(pathname) ? pathname : '/404' };
    },
    renderPage: async ({ path }) => {
      rendered.push(path);
      const isFound = FOUND.test(path) && path !== '/services/0';
      return { status: isFound ? 200 : 404, html: `<h1>${path} v${version}</h1><script>x()</script>` };
    },
  };
  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'");
  });
  const files = { scripts: [], shared: { preloads: [], css: [] }, pages: {} };
  servePages(
    app,
    { renderer: async () => renderer, files, linkHeader: undefined, isFinal: true },
    { catalogue, isDevelopment: false, siteUrl: 'http://shop.test', distDir: '' },
  );
  const change = () => {
    version += 1;
    changed();
  };
  return { app, rendered, change };
}

test('renders a page once, whatever the query says', async () => {
  const { app, rendered } = shop();
  const first = await app.inject('/about?a=1');
  const second = await app.inject('/about?b=<script>');
  expect(first.statusCode).toBe(200);
  expect(second.body).toBe(first.body);
  expect(rendered).toEqual(['/about']);
});

test('has one page for every sign-up after a social login, whatever the token', async () => {
  const { app, rendered } = shop();
  for (const url of [
    '/register?socialToken=a',
    '/register?from=/a&socialToken=b',
    '/register?socialToken=',
    '/register',
  ]) {
    const reply = await app.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['referrer-policy']).toBe('no-referrer');
  }
  expect(rendered).toEqual(['/register?socialToken=any', '/register']);
  expect((await app.inject('/about?socialToken=a')).headers['referrer-policy']).not.toBe('no-referrer');
});

test('answers 304 with the headers of the page, so that the kept copy stays usable', async () => {
  const { app } = shop();
  const { headers } = await app.inject('/about');
  const again = await app.inject({ url: '/about', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  expect(headers['content-security-policy']).toContain('sha256-');
});

test('shows a change of the catalogue with the next request', async () => {
  const { app, change } = shop();
  expect((await app.inject('/services/14')).body).toContain('v1');
  change();
  expect((await app.inject('/services/14')).body).toContain('v2');
});

test('has one page for all services that do not exist, and one for all other unknown addresses', async () => {
  const { app, rendered } = shop();
  for (const url of ['/services/99', '/services/98', '/x', '/x/y?z', '//host.example/']) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
  expect(rendered).toEqual(['/services/0', '/404']);
});

test('leads from a slash at the end to the address without, on this site alone', async () => {
  const { app } = shop();
  const reply = await app.inject('/about/?a=1');
  expect(reply.statusCode).toBe(308);
  expect(reply.headers.location).toBe('/about?a=1');
  const foreign = await app.inject('//host.example/');
  expect(foreign.headers.location).toBeUndefined();
});

test('sends a HEAD without its body', async () => {
  const { app } = shop();
  const reply = await app.inject({ method: 'HEAD', url: '/about' });
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('');
});
