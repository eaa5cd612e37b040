import type { Locator, Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import type { Statistics } from '#shared/features/dashboard/schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const { page, expectNoTrouble } = await visitAs({ browser, shop }, admin, 'phone');
await page.emulateMedia({ reducedMotion: 'reduce' });

const isStatistics = (days: number) => (response: Response) =>
  response.url().endsWith(`/api/admin/statistics?days=${days}`);

/** Opens another period and returns the call's response. */
async function choosePeriod(days: number): Promise<Statistics> {
  const answered = page.waitForResponse(isStatistics(days));
  await page.getByRole('link', { name: `${days}일`, exact: true }).click();
  return (await answered).json();
}

function panel(title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

async function tableOf(title: string): Promise<string[][]> {
  await page.getByRole('button', { name: `${title} 표로 보기` }).click();
  await panel(title).locator('tbody tr').first().waitFor();
  return readTable(panel(title));
}

function readTable(within: Locator): Promise<string[][]> {
  return within
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

const count = (value: number) => `${value.toLocaleString('ko-KR')}건`;
const cells = ({ now, before }: Statistics['total']) => ({
  now: [formatWon(now.revenue), count(now.orders), count(now.confirmed)],
  before: [formatWon(before.revenue), count(before.orders), count(before.confirmed)],
});

it('says in place of the charts that there were no orders, and compares two periods in charts and tables', async () => {
  await page.goto('/admin/reports');
  await expect.poll(() => page.getByText('두 기간 모두 주문이 없습니다.').count()).toBe(3);
  expect(await page.getByText(/^이전 기간에는 (매출|주문|결제된 주문)이 없었습니다\.$/).count()).toBe(3);
  expect(await page.getByRole('button', { name: '표로 보기' }).count()).toBe(0);

  const service = await shop.buildService({ title: '국가유공자·보훈보상대상자 등록', category: 'after' });
  for (let made = 0; made < 8; made += 1) {
    const createdAt = new Date(shop.clock.now().getTime() - made * made * DAY_MS);
    const other = made % 3 === 0 ? {} : { service };
    const status = made === 5 ? 'pending' : 'confirmed';
    await shop.buildOrder({ ...other, status, price: 1_234_000 + made, createdAt });
  }
  await page.goto('/admin/reports?days=7');
  await page.getByRole('application', { name: /일별: 매출$/ }).waitFor();

  const statistics = await choosePeriod(90);
  await page.waitForURL('**/admin/reports?days=90');
  const period = page.getByRole('navigation', { name: '통계 기간' });
  expect(await period.locator('[aria-current]').allTextContents()).toEqual(['90일']);
  const { now, before } = cells(statistics.total);
  const totals = page.getByRole('region', { name: '매출과 주문', exact: true }).locator('dl > div');
  await expect.poll(async () => (await totals.allTextContents())[0]).toContain(now[0]);
  expect((await totals.allTextContents())[0]).toContain(
    before[0] === '0원' ? '이전 기간에는 매출이 없었습니다.' : `이전 기간 ${before[0]}보다`,
  );
  for (const named of ['일별: 매출', '일별: 주문', '서비스별 매출', '카테고리별 매출']) {
    await page.getByRole('application', { name: new RegExp(`^\\d{4}\\. .*까지 ${named}$`) }).waitFor();
  }
  expect(await page.locator('svg.recharts-surface').count()).toBe(4);

  const byDay = await tableOf('일별 매출과 주문');
  const wanted = statistics.by_day.toReversed().map(cells);
  expect(byDay.map((row) => row.slice(1, 4))).toEqual(wanted.map((row) => row.now));
  expect(byDay.map((row) => row.slice(5))).toEqual(wanted.map((row) => row.before));
  const byService = await tableOf('서비스별 매출');
  const services = statistics.by_service.map((row) => [row.service_title, ...cells(row).now, ...cells(row).before]);
  expect(byService).toEqual(services);
  expect((await tableOf('카테고리별 매출')).map((row) => row[0])).toEqual(['전역 후', '복무 중']);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goBack();
  await page.waitForURL('**/admin/reports?days=7');
  await expect.poll(async () => (await readTable(panel('일별 매출과 주문'))).length).toBe(7);
  await page.getByRole('button', { name: '일별 매출과 주문 차트로 보기' }).click();
  await page.getByRole('application', { name: /일별: 매출$/ }).waitFor();
  expectNoTrouble();
});

it('loads the charts on this page alone, and announces the values of a day when one is used by keyboard', async () => {
  await shop.buildOrder({ status: 'confirmed', price: 777_000 });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const charts = () => loaded.filter((url) => /\/static\/js\/charts-/.test(url));
  await page.goto('/admin/orders');
  await page.getByRole('list', { name: '주문 목록' }).waitFor();
  expect(charts()).toEqual([]);
  await page.goto('/admin/reports?days=7');
  await expect.poll(charts).toHaveLength(1);
  const chart = page.getByRole('application', { name: /일별: 매출$/ });
  const answer = await page.request.get('/api/admin/statistics?days=7');
  const today = ((await answer.json()) as Statistics).by_day.at(-1);
  const told = panel('일별 매출과 주문').getByRole('status').first();
  await chart.focus();
  // Day by day to the last one, where it stays.
  const goOn = async () => {
    await page.keyboard.press('ArrowRight');
    return told.textContent();
  };
  await expect.poll(goOn).toContain(`매출 ${formatWon(today?.now.revenue ?? 0)}, 이전 기간`);
  expectNoTrouble();
});

it('does not shift while it loads, on a phone and on a desktop', async () => {
  await shop.buildOrder({ status: 'confirmed' });
  const statistics = page.getByRole('region', { name: '매출과 주문', exact: true });
  for (const width of [390, 1440]) {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/api\/admin\/statistics\?days=30$/, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/reports');
    await page.getByRole('region', { name: '담당자별' }).waitFor();
    await statistics.locator('[aria-busy=true]').waitFor();
    const loading = await statistics.boundingBox();
    answer();
    await page.getByRole('application').nth(3).waitFor();
    expect(await statistics.boundingBox(), String(width)).toEqual(loading);
  }
  await page.unrouteAll();
  expectNoTrouble();
});

it('stays usable when the call or the charts fail, and falls back to the default period', async () => {
  await shop.buildOrder({ status: 'confirmed' });
  await page.route('**/static/js/charts-*.js', (route) => route.abort());
  await page.goto('/admin/reports?days=8');
  await expect.poll(() => page.getByText('차트를 불러오지 못했습니다. 표로 볼 수 있습니다.').count()).toBe(3);
  const period = page.getByRole('navigation', { name: '통계 기간' });
  expect(await period.locator('[aria-current]').allTextContents()).toEqual(['30일']);
  expect(await tableOf('일별 매출과 주문')).toHaveLength(30);

  await page.route('**/api/admin/statistics?days=7', (route) => route.fulfill({ status: 400, json: {} }));
  await page.getByRole('link', { name: '7일', exact: true }).click();
  await page.getByText('매출과 주문: 불러오지 못했습니다').waitFor();
  await page.getByRole('region', { name: '담당자별' }).waitFor();
  await page.unroute('**/api/admin/statistics?days=7');
  await page.getByRole('button', { name: '다시 시도' }).click();
  await page.getByRole('button', { name: '일별 매출과 주문 표로 보기' }).click();
  await expect.poll(async () => (await readTable(panel('일별 매출과 주문'))).length).toBe(7);
  expectNoTrouble(/ERR_FAILED/, /status of 400/, /dynamically imported module/);
});
