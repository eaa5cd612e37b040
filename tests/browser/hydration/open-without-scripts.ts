import type { Browser } from 'playwright-core';
import { type Visitor, visit } from '#tests/support/browser/browser.ts';

/**
 * Opens a page on a phone whose scripts wait; `hydrate` lets them come and waits until they have
 * run.
 */
export async function openWithoutScripts(
  browser: Browser,
  siteUrl: string,
  path: string,
): Promise<Visitor & { hydrate: () => Promise<void> }> {
  const visitor = await visit(browser, siteUrl, 'phone');
  const { page } = visitor;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const opened = page.goto(path);
  // `page.goto` settles with the hydration.
  return Object.assign(visitor, {
    hydrate: async () => {
      release();
      await opened;
    },
  });
}
