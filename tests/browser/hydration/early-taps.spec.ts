import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { openWithoutScripts } from './open-without-scripts.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const open = (path: string) => openWithoutScripts(browser, shop.url, path);

it('opens the menu that was tapped before hydration, also when it was tapped twice', async () => {
  const { page, context, hydrate, expectNoTrouble } = await open('/');
  for (const _ of [1, 2]) await page.getByRole('button', { name: '메뉴 열기' }).click();
  await hydrate();
  await page.getByRole('dialog').getByRole('link', { name: '서비스', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expectNoTrouble();
  await context.close();
});

it('opens the tab and goes to the form that were tapped before hydration', async () => {
  const list = await open('/services');
  await list.page.getByRole('tab', { name: '전역 후' }).click();
  await list.hydrate();
  await expect.poll(() => list.page.getByRole('tab', { name: '전역 후' }).getAttribute('aria-selected')).toBe('true');
  list.expectNoTrouble();
  await list.context.close();

  const { page, context, hydrate, expectNoTrouble } = await open('/services/14');
  await page.locator('.purchase-bar').getByRole('button', { name: '신청하기' }).click();
  await hydrate();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('apply');
  expectNoTrouble();
  await context.close();
});

it('sends a form once that was sent before hydration, and keeps its fields out of the address', async () => {
  await shop.buildUser({ email: 'early-bird@example.test' });
  const { page, context, hydrate, expectNoTrouble } = await open('/find-id');
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
  await page.getByLabel('이메일').fill('early-bird@example.test');
  await page.getByRole('main').getByRole('button', { name: '아이디 받기' }).click();
  await hydrate();
  await page.getByRole('heading', { name: '메일을 확인해주세요' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(calls).toEqual(['/api/auth/find-userid']);
  expectNoTrouble();
  await context.close();
});

it('opens the menu once, whenever it is tapped while a slow phone loads the page', async () => {
  for (const delayMs of [0, 300, 900]) {
    const { page, context } = await visit(browser, shop.url, 'phone');
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    // The book's window would be a second dialog.
    await page.addInitScript("sessionStorage.setItem('promo_shown', '1')");
    await page.addInitScript((ms) => {
      const timer = setInterval(() => {
        const button = document.querySelector<HTMLButtonElement>('header button[aria-haspopup=dialog]');
        if (!button) return;
        clearInterval(timer);
        setTimeout(() => button.click(), ms);
      });
    }, delayMs);
    await page.goto('/');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await context.close();
  }
});
