import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { NODE_ENV: 'development' } });
const browser = await setUpBrowser();

it('shows every group of calls and lets a call that needs a CSRF token be tried', async () => {
  const { context, page, expectNoTrouble } = await visit(browser, shop.url, 'desktop');
  await page.goto('/api/docs');
  for (const tag of ['session', 'accounts', 'services', 'soldiers', 'termsAdmin']) {
    await page.locator(`[data-tag="${tag}"]`).waitFor();
  }
  await page.locator('[data-tag="session"]').click();
  const logOut = page.locator('#operations-session-sessionLogOut');
  await logOut.locator('.opblock-summary-control').click();
  await logOut.getByRole('button', { name: 'Try it out' }).click();
  await logOut.getByRole('button', { name: 'Execute' }).click();
  const answer = logOut.locator('.live-responses-table .response-col_status');
  await answer.getByText('200').waitFor();
  expect(await logOut.locator('.live-responses-table').innerText()).toContain('"success": true');
  expectNoTrouble();
  await context.close();
});
