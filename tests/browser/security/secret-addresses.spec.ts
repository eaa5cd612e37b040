import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

const SECRET = 'f'.repeat(64);

it.each(['/reset-password?token=', '/verify-email?token=', '/undo-email?token=', '/register?socialToken='])(
  'no request of %s tells the token',
  async (address) => {
    const { page, context } = await visit(browser, shop.url, 'phone');
    const requests: { url: string; referrer: Promise<string | null> }[] = [];
    page.on('request', (request) => requests.push({ url: request.url(), referrer: request.headerValue('referer') }));
    await page.goto(address + SECRET);
    await page.waitForLoadState('networkidle');
    const told: string[] = [];
    for (const { url, referrer } of requests) {
      if ((await referrer)?.includes(SECRET)) told.push(url);
    }
    expect(requests.length).toBeGreaterThan(5);
    expect(told).toEqual([]);
    await context.close();
  },
);
