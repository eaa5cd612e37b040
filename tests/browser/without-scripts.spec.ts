import { expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { cardPrice, formatWon } from '#shared/rules/price.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const context = await browser.newContext({
  javaScriptEnabled: false,
  baseURL: shop.url,
  viewport: { width: 390, height: 844 },
});
const page = await context.newPage();

/** Playwright finds no texts within a noscript element. */
const hint = () => page.locator('noscript p');

it.each([
  ['/', '담당 변호사가 맡습니다.'],
  ['/services', FIRM.centreName],
  ['/services/14', '징계·항고'],
  ['/about', '센터 소개'],
  ['/consult', '상담'],
  ['/terms', '이용약관'],
  ['/privacy', '개인정보 처리방침'],
  ['/login', '로그인'],
  ['/register', '회원가입'],
  ['/forgot-password', '비밀번호 재설정'],
])('%s shows its heading, the telephone number, and what needs scripts', async (path, heading) => {
  await page.goto(path);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(heading);
  expect(await hint().isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: FIRM.phone }).first().getAttribute('href')).toBe(`tel:${FIRM.phone}`);
});

it.each(['/purchase?serviceId=14', '/profile', '/soldier/register'])(
  '%s, which is rendered in the browser, says so and how to reach the firm',
  async (path) => {
    await page.goto(path);
    expect(await hint().isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: FIRM.phone }).first().isVisible()).toBe(true);
  },
);

it('lists every service with its price, and links from the home page to each plan', async () => {
  const services = shop.deps.catalogue.list();
  await page.goto('/services');
  const list = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  for (const { title, price } of services) {
    expect(list).toContain(title);
    expect(list).toContain(cardPrice(price));
  }
  await page.goto('/');
  await page.getByRole('navigation', { name: '바로가기' }).getByRole('link', { name: '서비스' }).click();
  await page.getByRole('link', { name: '국가유공자' }).first().click();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const plans = shop.deps.catalogue.find(id)?.price.plans ?? [];
  expect(plans.length).toBeGreaterThan(0);
  const detail = (await page.getByRole('main').textContent()) ?? '';
  for (const plan of plans) expect(detail).toContain(formatWon(plan.price));
});
