import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BOOK } from '#content/book.ts';
import { FIRM } from '#content/firm.ts';
import { LAWYER_PICTURES, lawyerOf } from '#content/lawyers.ts';
import { PROBLEMS } from '#content/problems.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';

/** The popup's delay. */
const DELAY_MS = 8000;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const popup = (page: Page) => page.getByRole('dialog', { name: BOOK.title });

/** Comes to the home page by a link, with the page's clock stopped: the test moves the popup's delay. */
async function comeHome(page: Page): Promise<void> {
  await page.goto('/about');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  await page.getByRole('banner').getByRole('link').first().click();
  await page.getByRole('region', { name: '이런 일이 있나요?' }).waitFor();
}

describe('the popup', () => {
  it.each(['desktop', 'phone'] as const)('leaves page and focus alone, and covers little, on a %s', async (screen) => {
    const visitor = await visit(browser, shop.url, screen);
    const { page } = visitor;
    await comeHome(page);
    const cta = page.getByRole('link', { name: '사건별로 바로 신청하기' }).first();
    await cta.focus();
    await page.clock.runFor(DELAY_MS);
    await page.clock.resume();
    await popup(page).waitFor();
    expect(await cta.evaluate((link) => link === document.activeElement)).toBe(true);
    if (screen === 'phone') await expectAccessible(page);
    const height = page.viewportSize()?.height ?? 0;
    const [card, promise, situation] = await Promise.all([
      popup(page).boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
      page.getByRole('region', { name: '이런 일이 있나요?' }).getByRole('link').first().boundingBox(),
    ]);
    if (!card || !promise) throw new Error('not shown');
    expect(card.height).toBeLessThan(height * 0.2);
    expect(card.y + card.height).toBeLessThanOrEqual(height);
    expect(card.y).toBeGreaterThan(promise.y + promise.height);
    // The first situation is on the first screen of a phone, and can be read and pressed beside the popup.
    if (screen === 'phone' && situation) {
      expect(situation.y + situation.height).toBeLessThanOrEqual(height);
      expect(card.y).toBeGreaterThanOrEqual(situation.y + 44);
    }
    // Not modal: the page below scrolls and its links work.
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    if (screen === 'phone') await popup(page).getByRole('button', { name: '닫기' }).click();
    else await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => sessionStorage.getItem('promo_shown'))).toBe('1');
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('comes once the situations were scrolled past, not before, and once in a session', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await comeHome(page);
    expect(await popup(page).count()).toBe(0);
    const scrollPast = () =>
      page.getByRole('region', { name: '이런 일이 있나요?' }).evaluate((desk) => {
        window.scrollBy({ top: desk.getBoundingClientRect().bottom + 10, behavior: 'instant' });
      });
    await scrollPast();
    await popup(page).waitFor();
    expect(await popup(page).getByRole('button').count()).toBe(1);
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
    await page.getByRole('contentinfo').getByRole('link', { name: '이용약관' }).click();
    await page.getByRole('heading', { level: 1, name: '이용약관' }).waitFor();
    await page.getByRole('banner').getByRole('link').first().click();
    await page.getByRole('region', { name: '이런 일이 있나요?' }).waitFor();
    await scrollPast();
    await page.clock.runFor(2 * DELAY_MS);
    expect(await popup(page).count()).toBe(0);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

describe('the situation desk', () => {
  it('leads from a situation to service, price and lawyer within the first two screens', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/');
    const desk = page.getByRole('region', { name: '이런 일이 있나요?' });
    for (const { serviceId, situation } of PROBLEMS) {
      const row = desk.getByRole('link', { name: situation });
      expect(await row.getAttribute('href')).toBe(`/services/${serviceId}`);
      const service = shop.deps.catalogue.find(serviceId);
      const text = await row.innerText();
      expect(text).toContain(service?.title);
      expect(text).toContain(cardPrice(service?.price ?? {}));
      expect(text).toContain(`${lawyerOf(serviceId)?.name} 변호사`);
      const picture = row.locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
    expect(await desk.getByRole('link', { name: FIRM.phone }).getAttribute('href')).toBe(`tel:${FIRM.phone}`);
    await page.getByText('100만원부터').waitFor();
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      const box = await desk.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(2 * size.height);
    }
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('leads to the list in place of a service that the shop does not sell', async () => {
    const admin = await buildAdmin(shop);
    expect((await admin.client.delete('/api/admin/services/19')).statusCode).toBe(200);
    const html = await (await fetch(shop.url)).text();
    expect(html).not.toContain('href="/services/19"');
    expect(html).toContain('href="/services/14"');
  });
});

describe('the picture of the lawyers', () => {
  it('gives way to the panel with the name when none has loaded before the scripts', async () => {
    const visitor = await visit(browser, shop.url, 'desktop');
    const { page, context } = visitor;
    for (const source of LAWYER_PICTURES) await context.route(`**${source}`, (route) => route.abort());
    await page.goto('/');
    const hero = page.getByRole('region', { name: /군 복무 중 생긴 문제/ });
    await hero.getByText(FIRM.name).waitFor();
    await hero.getByText(FIRM.centreName).waitFor();
    expect(await hero.getByRole('img').count()).toBe(0);
    visitor.expectNoTrouble(/ERR_FAILED/);
    await context.close();
  });
});

it('scrolls one screen by its cue, without animation for reduced motion, and moves nothing else', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => sessionStorage.setItem('promo_shown', '1'));
  await page.goto('/');
  const cue = page.getByRole('button', { name: '아래로 한 화면 이동' });
  const scrolled = await cue.evaluate((button) => {
    if (button instanceof HTMLElement) button.click();
    return window.scrollY;
  });
  expect(scrolled).toBe(900);
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '서비스' }).click();
  await page.getByRole('heading', { level: 1, name: FIRM.centreName }).waitFor();
  const lasting = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration))
      .filter((duration) => duration > 1),
  );
  expect(lasting).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await cue.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
