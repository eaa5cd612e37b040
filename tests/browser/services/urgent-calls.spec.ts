import { expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { dayAfter, koreanDay } from '#shared/rules/business-days.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const URGENT = '출석일이 3일 안이면 전화해주세요.';

it('names the line that helps at once first, and the firm’s telephone above the form, on a phone', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/services/21');
  const line = page.getByRole('link', { name: '1303 전화하기' });
  expect(await line.getAttribute('href')).toBe('tel:1303');
  // Within the first screen.
  const box = await line.boundingBox();
  expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844);
  await expectAccessible(page);
  for (const id of [21, 14, 1, 28]) {
    await page.goto(`/services/${id}`);
    expect(await page.getByRole('link', { name: '1303 전화하기' }).count()).toBe(id === 21 ? 1 : 0);
    const call = page.locator(`main a[href="tel:${FIRM.phone}"]`).first();
    await call.waitFor();
    const apply = page.getByRole('main').getByRole('link', { name: '구매 전 문의' });
    const heights = [await call.boundingBox(), await apply.boundingBox()].map((found) => found?.y ?? 0);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    await expectNoSidewaysScroll(page);
  }
  expect(await page.getByText(URGENT).count()).toBe(0);
  await page.goto('/services/14');
  await page.getByText(URGENT).waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('asks a buyer whose day is near to call', async () => {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  await page.goto(`/purchase?serviceId=14&selectedPlan=${encodeURIComponent('의견서 작성')}&soldierId=${soldier.id}`);
  await page.getByText(URGENT).waitFor();
  const day = page.getByLabel('출석일이나 기한');
  await day.fill('2099-01-15');
  const notice = page.getByText('남은 날이 얼마 없습니다.');
  expect(await notice.count()).toBe(0);
  await day.fill(dayAfter(koreanDay(new Date())));
  await notice.waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // On a small laptop the telephone leaves room for the button of the form and what it waits for.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/services/14');
  const reason = page.getByText('모든 이용약관에 동의해야 합니다.');
  await reason.waitFor();
  const place = await reason.boundingBox();
  expect((place?.y ?? 900) + (place?.height ?? 0)).toBeLessThan(900);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
