import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '0' } });
const browser = await setUpBrowser();
const NUMBERS = { before: 70, during: 150, package: 6 };

for (const [category, count] of Object.entries(NUMBERS)) {
  await sql`
    insert into services (title, tagline, category, position, price, description)
    select ${category}::text || ' ' || lpad(n::text, 3, '0'), '한 줄 소개', ${category}, n,
      '{"plans": [{"name": "기본", "price": 350000, "description": "한 번의 상담"}]}',
      '{"sections": [{"type": "child_services", "serviceIds": [3, 4]}]}'
    from generate_series(1, ${count}::int) as n`.execute(shop.deps.database.db);
}
await shop.deps.catalogue.refresh();

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 3 });
const pages = (page: Page) => page.getByRole('navigation', { name: '서비스 목록 페이지' });
const pathOf = (page: Page) => page.url().replace(shop.url, '');

async function read(path: string) {
  const response = await fetch(shop.url + path);
  const html = await response.text();
  return {
    etag: response.headers.get('etag'),
    html,
    title: /<title[^>]*>([^<|]*)/.exec(html)?.[1]?.trim(),
    canonical: /<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
  };
}

it('has a page with an address and a title of its own for each part', async () => {
  const first = await read('/services');
  expect(first.canonical).toBe('/services');
  expect(first.title).toBe('서비스');
  expect(first.html).toContain('before 060');
  expect(first.html).not.toContain('before 061');
  expect(first.html).not.toContain('during 001');
  const third = await read('/services?page=3&utm_source=mail&category=during');
  expect(third.canonical).toBe('/services?category=during&page=3');
  expect(third.title).toBe('복무 중 서비스 3페이지');
  expect(third.html).toContain('during 150');
  const packages = await read('/services?packages=2');
  expect(packages.canonical).toBe('/services?packages=2');
  expect(packages.html).toContain('package 006');
  // All that the list does not have is its first page.
  for (const query of ['?page=1', '?page=3', '?page=-1', '?page=x&category=none', '?packages=9', '?utm_source=mail']) {
    expect((await read(`/services${query}`)).etag, query).toBe(first.etag);
  }
  const sitemap = (await read('/sitemap.xml')).html;
  expect(sitemap.match(/\/services\/\d+</g)).toHaveLength(70 + 150 + 6);
  expect(await (await fetch(`${shop.url}/api/services`)).json()).toHaveLength(70 + 150 + 6);
});

it('leads to every part without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto('/services');
  await page.getByRole('link', { name: '복무 중 150건 보기' }).click();
  await pages(page).getByRole('link', { name: '다음' }).click();
  await expect.poll(() => pathOf(page)).toBe('/services?category=during&page=2#ondemand');
  await expect.poll(() => pages(page).textContent()).toContain('전체 150건 중 61–120번째를 보여드립니다.');
  await expect.poll(() => cards(page).first().textContent()).toBe('during 061');
  await pages(page)
    .getByRole('link', { name: /^3\s*페이지$/ })
    .click();
  await expect.poll(() => cards(page).count()).toBe(30);
  await page.getByRole('navigation', { name: '패키지 목록 페이지' }).getByRole('link', { name: '다음' }).click();
  await page.getByRole('heading', { name: 'package 006' }).waitFor();
  await context.close();
});

it('returns to the page and the card that was left', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/services')) lists.push(request.url());
  });
  await page.goto('/services?category=during&page=2');
  await expectGoodOnBothScreens(page);
  const card = page.getByRole('link', { name: /^during 110/ });
  await card.scrollIntoViewIfNeeded();
  // The part is all that was needed until here.
  expect(lists).toEqual([]);
  await card.click();
  await page.getByRole('heading', { level: 1, name: 'during 110' }).waitFor();
  await page.goBack();
  await card.waitFor();
  const isOnScreen = () =>
    card.evaluate((link) => link.getBoundingClientRect().top > 0 && link.getBoundingClientRect().top < 900);
  await expect.poll(isOnScreen).toBe(true);
  await page.getByRole('tab', { name: /^입대 전/ }).click();
  await page.getByRole('heading', { name: 'before 001' }).waitFor();
  await expect.poll(() => pathOf(page)).toBe('/services');
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    '입대 전70',
    '복무 중150',
    '전역 후0',
    '사회복무요원0',
    '민사 소송0',
  ]);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('searches the whole list, and shows more matches on request', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.route('**/api/services', (route) => route.fulfill({ status: 429, json: { error: '요청이 많습니다.' } }));
  await page.goto('/services');
  await page.getByLabel('서비스 검색').fill('0');
  const problem = page.getByRole('alert').filter({ hasText: 'Error:' });
  await problem.waitFor();
  await page.unroute('**/api/services');
  await problem.getByRole('button', { name: '다시 시도' }).click();
  await page.getByText('다른 카테고리에도 ‘0’ 검색 결과가 있습니다.').waitFor();
  await page.getByRole('button', { name: '복무 중 114건 보기' }).click();
  await page.getByText('검색 결과 114건 중 60건을 보여드립니다.').waitFor();
  await page.getByRole('button', { name: '검색 결과 더 보기' }).press('Enter');
  await expect.poll(() => cards(page).count()).toBe(114);
  // The keyboard goes on with the first of the new ones.
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('h3')?.textContent);
  await expect.poll(focused).toBe(await cards(page).nth(60).textContent());
  visitor.expectNoTrouble(/429/);
  await visitor.context.close();
});

it('loads of the list what the page of a service shows', async () => {
  expect((await read('/services/1')).html).toContain('함께 살펴볼 서비스');
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/services/1');
  const related = page.getByRole('region', { name: '함께 살펴볼 서비스' }).getByRole('link');
  expect(await related.count()).toBe(3);
  await related.nth(1).click();
  await page.getByRole('heading', { level: 1, name: 'before 003' }).waitFor();
  await related.nth(2).waitFor();
  const catalogueCalls = calls.filter((path) => path.startsWith('/api/services'));
  expect(catalogueCalls.toSorted()).toEqual(['/api/services/3', '/api/services/3/related']);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
