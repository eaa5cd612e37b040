import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Balancer, startBalancer } from '#tests/support/app/balancer.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';
import { type LaterRelease, startLaterRelease } from '#tests/support/builds/later-release.ts';
import { createSecondBuild } from '#tests/support/builds/second-build.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const BROTLI = { 'accept-encoding': 'gzip, br' };
const PATHS = ['/', '/register'];

const browser = await setUpBrowser();
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let balancer: Balancer;
let old: ShopProcess;
let next: ShopProcess;
let later: LaterRelease;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-builds-'));
  chmodSync(folder, 0o755);
  database = await createTestDatabase(inject('postgres'));
  balancer = await startBalancer();
  const env = {
    DATABASE_URL: urlOf(database.connection),
    PUBLIC_URL: balancer.url,
    SEED_SAMPLE: '1',
    LOG_LEVEL: 'fatal',
  };
  const secondBuild = join(folder, 'second');
  createSecondBuild(secondBuild);
  old = await startShop(join(folder, 'data'), env);
  await old.ready();
  next = await startShop(join(folder, 'data'), env, secondBuild);
  await next.ready();
  later = await startLaterRelease(next.url);
}, 120_000);

afterAll(async () => {
  await later?.close();
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
    expect(await plain.text()).toContain('export');
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
  await expect.poll(async () => (await fetch(`${balancer.url}/readyz`)).status).toBe(200);
  for (const path of PATHS) {
    const visitor = await visit(browser, balancer.url, 'desktop', { hasWorker: true });
    const response = await visitor.page.goto(path);
    expect(response?.status()).toBe(200);
    expect([path, await isReloadedBy(visitor, '/services')]).toEqual([path, false]);
    visitor.expectNoTrouble();
    await visitor.context.close();
  }
}, 90_000);

/** Signs up, registers a soldier and pays in a tab that shows a service. */
async function buyIn({ page, context }: Visitor, userId: string): Promise<void> {
  await page.getByRole('link', { name: '가입하고 신청하기' }).click();
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  expect(await page.evaluate('window.isFirstDocument')).toBe(true);
  await page.getByLabel('비밀번호', { exact: true }).fill('opened before 7');
  await page.getByLabel('비밀번호 확인').fill('opened before 7');
  await page.getByLabel('이름').fill('홍본보기');
  await page.getByLabel('전화번호').fill('01000001234');
  await page.getByLabel('이용약관에 동의합니다. (필수)').check();
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.getByLabel('신청자와의 관계').selectOption('자녀');
  await page.getByLabel('군인 이름').fill('김본보기');
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: '결제계속하기' }).click();
  const payment = await opened;
  await payment.getByLabel('카드').first().check();
  await payment.getByLabel('모두 동의합니다').check();
  await payment.getByRole('button', { name: '300,000원 결제 승인' }).click();
  await page.waitForURL('**/purchase/result?orderId=*');
}

it('a tab opened before the upgrade keeps working without a reload', async () => {
  balancer.use([old.url]);
  // Twice: an address that still spreads requests answers one of them from the other build.
  const servedBy = async ({ url }: { url: string }) => {
    const html = async (from: string) => (await fetch(`${from}/services`)).text();
    const [own, ...served] = await Promise.all([url, balancer.url, balancer.url].map(html));
    return served.every((one) => one === own);
  };
  await expect.poll(() => servedBy(old)).toBe(true);
  const visitor = await visit(browser, balancer.url, 'desktop', { hasWorker: true });
  const { page } = visitor;
  await page.goto('/services/14');
  for (const box of await page.getByRole('checkbox').all()) await box.check();

  balancer.use([later.url]);
  await expect.poll(() => servedBy(next)).toBe(true);
  expect(await (await fetch(`${balancer.url}/api/services/14`)).text()).toContain('added_later');
  for (const href of ['/services', '/login']) expect([href, await isReloadedBy(visitor, href)]).toEqual([href, false]);
  for (const path of ['/services', '/services/14']) {
    await page.goBack();
    await page.waitForURL((url) => url.pathname === path);
  }
  await buyIn(visitor, `old-${Date.now()}`);
  await page.getByText('징계·항고').first().waitFor();
  await page.goto('/profile');
  await page.getByText('김본보기').first().waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
}, 180_000);
