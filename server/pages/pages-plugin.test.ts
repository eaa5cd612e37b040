import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { SiteTags } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { PageRenderer } from '#shared/contract/pages.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { createPageCatalogue, shownService } from '#tests/support/app/page-catalogue.ts';
import { sendRaw } from '#tests/support/app/raw-http.ts';
import { cpuMsSince } from '#tests/support/limits/cpu-ms.ts';
import { servePages } from './pages-plugin.ts';

const FOUND = /^\/(services\/\d+|about|register(\?socialToken=any)?)?$/;

const NO_TAGS: SiteTags = { measurementId: undefined, naverVerification: undefined, googleVerification: undefined };

/** `text` stands for what the catalogue puts into the page. */
function shop(tags: Partial<SiteTags> = {}, text = '', isAdminNetwork?: (address: string) => boolean) {
  const rendered: string[] = [];
  const { catalogue, change } = createPageCatalogue({
    services: [shownService({ title: '징계</script>' })],
    deletedIds: [15],
  });
  const renderer: PageRenderer = {
    pageOf: (address) => {
      // As the router does.
      const pathname = /.\/$/.test(address) ? address.replace(/\/+$/, '') : address;
      const serviceId = Number(/^\/services\/(\d+)$/.exec(pathname)?.[1]);
      if (serviceId) return { path: pathname, serviceId };
      if (pathname.startsWith('/admin')) return { path: pathname };
      return { path: FOUND.test(pathname) ? pathname : '/404' };
    },
    renderPage: async ({ path, nonce }) => {
      rendered.push(path);
      const isFound = FOUND.test(path) && path !== '/services/0';
      return {
        status: isFound ? 200 : 404,
        html: `<head><meta name="robots" content="noindex" nonce="${nonce}"/><meta property="csp-nonce" content="${nonce}"/></head><h1>${path} v${catalogue.edition()}</h1>${text}<script nonce="${nonce}">x()</script>`,
      };
    },
  };
  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'");
  });
  const files = { scripts: [], css: [] };
  servePages(
    app,
    { renderer: async () => renderer, files, isFinal: true, styles: [] },
    {
      catalogue,
      clock: systemClock,
      isDevelopment: false,
      deskHours: DEFAULT_DESK_HOURS,
      siteUrl: 'http://shop.test',
      distDir: '',
      tags: { ...NO_TAGS, ...tags },
      ...(isAdminNetwork && { isAdminNetwork }),
    },
  );
  return { app, rendered, change };
}

test('pages of the administration are closed outside of its networks', async () => {
  const { app } = shop({}, '', (address) => address === '192.0.2.1');
  const statusOf = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode;
  for (const url of ['/admin', '/admin/orders/1', '/%61dmin', '/ADMIN', '/Admin/orders', '//admin', '/admin.']) {
    expect(await statusOf(url, '198.51.100.1'), url).toBe(403);
    expect(await statusOf(url, '192.0.2.1'), url).not.toBe(403);
  }
  expect(await statusOf('/about', '198.51.100.1')).toBe(200);
});

test('a page is rendered once for any query', async () => {
  const { app, rendered } = shop();
  const first = await app.inject('/about?a=1');
  const second = await app.inject('/about?b=<script>');
  expect(first.statusCode).toBe(200);
  expect(second.body).toBe(first.body);
  expect(rendered).toEqual(['/about']);
});

test('the sign-up page after a social login is cached once for all tokens', async () => {
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

test('a 304 has the headers of the page, so that the cached copy stays usable', async () => {
  const { app } = shop();
  const { headers } = await app.inject('/about');
  const again = await app.inject({ url: '/about', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  expect(headers['content-security-policy']).toContain('sha256-');
});

test('the next request shows a change of the catalogue', async () => {
  const { app, change } = shop();
  expect((await app.inject('/services/14')).body).toContain('v1');
  change();
  expect((await app.inject('/services/14')).body).toContain('v2');
});

test('all unknown services share one cached page, and all other unknown URLs another', async () => {
  const { app, rendered } = shop();
  for (const url of ['/services/99', '/services/98', '/x', '/x/y?z', '//host.example/']) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
  expect(rendered).toEqual(['/services/0', '/404']);
});

test('a trailing slash redirects to the URL without it, on this site only', async () => {
  const { app } = shop();
  const reply = await app.inject('/about/?a=1');
  expect(reply.statusCode).toBe(308);
  expect(reply.headers.location).toBe('/about?a=1');
  expect((await app.inject('/about///')).headers.location).toBe('/about');
  const address = await app.listen();
  // As programs send them that are no browser.
  for (const target of ['//host.example/', '/\\host.example/', 'http://host.example/']) {
    const answer = await sendRaw(address, `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`);
    expect(answer, target).toMatch(/^HTTP\/1.1 404 /);
  }
  await app.close();
});

test('an address of ten thousand slashes takes no time', async () => {
  const { app } = shop();
  const before = process.cpuUsage();
  for (let times = 0; times < 30; times += 1) {
    expect((await app.inject(`/a${'/'.repeat(15_000)}b/`)).statusCode).toBe(308);
    expect((await app.inject(`///${'/'.repeat(15_000)}b/`)).statusCode).toBe(404);
  }
  expect(cpuMsSince(before)).toBeLessThan(3000);
});

test('HEAD returns no body', async () => {
  const { app } = shop();
  const reply = await app.inject({ method: 'HEAD', url: '/about' });
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('');
});

test('a deleted service returns 410 with the not-found page', async () => {
  const { app, rendered } = shop();
  const gone = await app.inject('/services/15');
  expect(gone.statusCode).toBe(410);
  expect(gone.body).toContain('/services/0');
  expect((await app.inject('/services/99')).statusCode).toBe(404);
  expect((await app.inject('/gone')).statusCode).toBe(404);
  expect((await app.inject('/services/15')).statusCode).toBe(410);
  expect(rendered).toEqual(['/services/0', '/services/0', '/404']);
});

test('structured data is in a data script, which needs no hash in the policy', async () => {
  const { app } = shop({ googleVerification: 'abcdefgh' });
  const { body, headers } = await app.inject('/services/14');
  expect(body).toMatch(
    /<meta name="google-site-verification" content="abcdefgh"><script type="application\/ld\+json">/,
  );
  expect(String(headers['content-security-policy']).match(/sha256-/g)).toHaveLength(1);
});

test('the policy allows Google Analytics if configured, but never in the admin area', async () => {
  const { app } = shop({ measurementId: 'G-TEST1234' });
  const { body, headers } = await app.inject('/about');
  expect(body).toContain('<meta name="measurement-id" content="G-TEST1234">');
  expect(headers['content-security-policy']).toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/);
  const admin = await app.inject('/admin/orders');
  expect(`${admin.body}${admin.headers['content-security-policy']}`).not.toMatch(/google|G-TEST/);
  const closed = await shop().app.inject('/about');
  expect(`${closed.body}${closed.headers['content-security-policy']}`).not.toMatch(/google|measurement/);
});

test('the policy allows the scripts of the renderer, and none that a text brought into the page', async () => {
  const hashOf = (code: string) => createHash('sha256').update(code).digest('base64');
  const { app } = shop({}, '<script>evil()</script><script nonce="guessed">worse()</script>');
  const { body, headers } = await app.inject('/about');
  const policy = String(headers['content-security-policy']);
  expect(policy.match(/'sha256-[^']+'/g)).toEqual([`'sha256-${hashOf('x()')}'`]);
  expect(policy).not.toContain('nonce');
  expect(body).toContain('evil()');
  // The mark is removed, or a script of a later text could copy it from the page.
  expect(body).toContain('<script>x()</script>');
  expect(body).not.toContain('csp-nonce');
  expect(body).toContain('<meta name="robots" content="noindex"/>');
});
