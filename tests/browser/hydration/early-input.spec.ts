import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';
import { openWithoutScripts } from './open-without-scripts.ts';

const PLAN = '항고 대리';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const open = (path: string) => openWithoutScripts(browser, shop.url, path);

async function finish({ context, expectNoTrouble }: Visitor): Promise<void> {
  expectNoTrouble();
  await context.close();
}

const plan = (page: Page) => page.getByLabel('상품 옵션');
const tick = (page: Page) => page.getByRole('checkbox').first();
const price = (page: Page) => page.locator('#apply').getByText('150만원', { exact: true });

describe('what a visitor enters before hydration', () => {
  it('stays: plan and ticks of the purchase card', async () => {
    const visitor = await open('/services/14');
    const { page } = visitor;
    await plan(page).selectOption(PLAN);
    await tick(page).check();
    await visitor.hydrate();
    await price(page).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('plan')).toBe(PLAN);
    expect([await plan(page).inputValue(), await tick(page).isChecked()]).toEqual([PLAN, true]);
    await page.reload();
    await price(page).waitFor();
    await expect.poll(() => tick(page).isChecked()).toBe(true);
    await finish(visitor);
  });

  it('stays: the login, which can be sent at once', async () => {
    await shop.buildUser({ user_id: 'early-bird', password: 'early bird 19' });
    const visitor = await open('/login');
    const { page } = visitor;
    await page.getByRole('textbox', { name: '아이디' }).fill('early-bird');
    await page.getByLabel('비밀번호', { exact: true }).fill('early bird 19');
    await visitor.hydrate();
    await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
    await page.waitForURL('**/profile');
    await finish(visitor);
  });

  it('stays: a form that is validated, and the search', async () => {
    const form = await open('/register');
    await form.page.getByLabel('이름').fill('홍본보기');
    await form.page.getByLabel('전화번호').fill('01000001234');
    await form.page.getByLabel('이용약관에 동의합니다. (필수)').check();
    await form.hydrate();
    await expect.poll(() => form.page.getByLabel('전화번호').inputValue()).toBe('010-0000-1234');
    expect(await form.page.getByLabel('이름').inputValue()).toBe('홍본보기');
    expect(await form.page.getByLabel('이용약관에 동의합니다. (필수)').isChecked()).toBe(true);
    await finish(form);

    const list = await open('/services');
    await list.page.getByRole('searchbox').fill('점검');
    await list.hydrate();
    await list.page.getByRole('tab', { name: '입대 전 1' }).waitFor();
    expect(await list.page.getByRole('searchbox').inputValue()).toBe('점검');
    await finish(list);
  });
});

it('keeps a plan that is chosen while a slow phone hydrates the page', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page, context } = visitor;
  page.setDefaultTimeout(60_000);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  // As soon as the scripts have come, which is before they have hydrated the card. They may come
  // before the markup does.
  await page.addInitScript((name) => {
    const timer = setInterval(() => {
      const option = document.querySelector<HTMLOptionElement>(`#apply option[value="${name}"]`);
      const select = option?.closest('select');
      const scripts = performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js'));
      if (!select || scripts.length === 0) return;
      clearInterval(timer);
      select.value = name;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }, PLAN);
  await page.goto('/services/14');
  await price(page).waitFor();
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect.poll(() => plan(page).inputValue()).toBe(PLAN);
  await finish(visitor);
});
