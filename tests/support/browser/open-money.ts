import type { Page } from 'playwright-core';

/** Opens the acts of money on the page of an order, where they are closed. */
export async function openMoney(page: Page): Promise<void> {
  const fold = page.locator('details').filter({ has: page.locator('> summary', { hasText: '돈과 상태' }) });
  await fold.waitFor();
  if ((await fold.getAttribute('open')) === null) await fold.locator('> summary').click();
}
