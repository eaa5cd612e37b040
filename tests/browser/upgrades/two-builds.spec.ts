import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Balancer, startBalancer } from '#tests/support/app/balancer.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';
import { createSecondBuild } from '#tests/support/builds/second-build.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const BROTLI = { 'accept-encoding': 'gzip, br' };
const PATHS = ['/', '/services', '/login', '/register'];

const browser = await setUpBrowser();
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let balancer: Balancer;
let old: ShopProcess;
let next: ShopProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-builds-'));
  chmodSync(folder, 0o755);
  database = await createTestDatabase(inject('postgres'));
  balancer = await startBalancer();
  const env = { DATABASE_URL: urlOf(database.connection), PUBLIC_URL: balancer.url, LOG_LEVEL: 'fatal' };
  const secondBuild = join(folder, 'second');
  createSecondBuild(secondBuild);
  old = await startShop(join(folder, 'data'), env);
  await old.ready();
  next = await startShop(join(folder, 'data'), env, secondBuild);
  await next.ready();
}, 120_000);

afterAll(async () => {
  for (const process of [old, next]) await process?.end('SIGTERM');
  await balancer?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function scriptsOf({ url }: ShopProcess): Promise<string[]> {
  const html = await (await fetch(`${url}/services`)).text();
  return [...html.matchAll(/\/(static\/js\/[\w.-]+\.js)/g)].map(([, name = '']) => name);
}

/** Goes to another page as a click does, and returns whether the document was reloaded. */
async function isReloadedBy({ page }: Visitor, href: string): Promise<boolean> {
  await page.evaluate('window.isFirstDocument = true');
  await page.locator(`a[href="${href}"]:visible`).first().click();
  await page.waitForURL((url) => url.pathname === href);
  await page.locator('h1').first().waitFor();
  expect(await page.locator('body').innerText()).not.toContain('페이지를 표시하지 못했습니다');
  return (await page.evaluate('window.isFirstDocument')) !== true;
}

it('the two builds have no script and no ETag in common', async () => {
  const [ofOld, ofNext] = [await scriptsOf(old), await scriptsOf(next)];
  expect(ofOld.length).toBeGreaterThan(2);
  expect(ofOld.filter((name) => ofNext.includes(name))).toEqual([]);
  const [tag, otherTag] = [await fetch(`${old.url}/`), await fetch(`${next.url}/`)].map(({ headers }) =>
    headers.get('etag'),
  );
  expect(tag).not.toBe(otherTag);
});

it('each process serves the files of both builds, compressed and with their type', async () => {
  for (const [owner, other] of [
    [old, next],
    [next, old],
  ] as const) {
    const [name] = await scriptsOf(owner);
    const [own, asked] = await Promise.all(
      [owner, other].map(({ url }) => fetch(`${url}/${name}`, { headers: BROTLI })),
    );
    if (!own || !asked) throw new Error('both answer');
    expect(asked.status).toBe(200);
    expect(await asked.text()).toBe(await own.text());
    for (const header of ['content-type', 'content-encoding', 'cache-control']) {
      expect([header, asked.headers.get(header)]).toEqual([header, own.headers.get(header)]);
    }
    expect(asked.headers.get('content-encoding')).toBe('br');
    const plain = await fetch(`${other.url}/${name}`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toContain('import');
  }
});

it('a name that no build has is 404, which no cache keeps', async () => {
  for (const path of ['/static/js/gone-12345678.js', '/static/js/gone.js', '/assets/gone-12345678.css']) {
    const response = await fetch(old.url + path);
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
});

it('pages work while requests are spread over both builds', async () => {
  balancer.use([old.url, next.url]);
  await expect.poll(async () => (await fetch(`${balancer.url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
  for (const path of [...PATHS, ...PATHS]) {
    const visitor = await visit(browser, balancer.url, 'desktop');
    const response = await visitor.page.goto(path);
    expect(response?.status()).toBe(200);
    if (path !== '/services') expect([path, await isReloadedBy(visitor, '/services')]).toEqual([path, false]);
    visitor.expectNoTrouble();
    await visitor.context.close();
  }
}, 90_000);

it('a tab opened before the upgrade goes on without reloading its document', async () => {
  balancer.use([old.url]);
  const page = async () => (await fetch(`${balancer.url}/services`)).text();
  const [ofOld = ''] = await scriptsOf(old);
  const [ofNext = ''] = (await scriptsOf(next)).filter((name) => !ofOld.includes(name));
  await expect.poll(async () => (await Promise.all([page(), page()])).join('').includes(ofNext)).toBe(false);
  const visitor = await visit(browser, balancer.url, 'desktop');
  await visitor.page.goto('/');
  balancer.use([next.url]);
  await expect
    .poll(async () => (await Promise.all([page(), page()])).every((html) => html.includes(ofNext)))
    .toBe(true);
  await old.end('SIGTERM');
  expect(await isReloadedBy(visitor, '/services')).toBe(false);
  expect(await isReloadedBy(visitor, '/login')).toBe(false);
  visitor.expectNoTrouble();
  await visitor.context.close();
}, 90_000);
