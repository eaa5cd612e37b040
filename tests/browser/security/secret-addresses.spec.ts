import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

const SECRET = 'f'.repeat(64);

const LINKS = ['/reset-password', '/verify-email', '/undo-email', '/staff-invitation', '/join'];

it.each([...LINKS.flatMap((path) => [`${path}#token=`, `${path}?token=`]), '/register?socialToken='])(
  'no request of %s tells the token, and the address bar does not keep it',
  async (address) => {
    const { page, context } = await visit(browser, shop.url, 'phone');
    const requests: { url: string; referrer: Promise<string | null> }[] = [];
    page.on('request', (request) => requests.push({ url: request.url(), referrer: request.headerValue('referer') }));
    await page.goto(address + SECRET);
    await expect.poll(() => page.url()).not.toContain(SECRET);
    await expect.poll(() => requests.length).toBeGreaterThan(5);
    const told: string[] = [];
    for (const { url, referrer } of requests) {
      if ((await referrer)?.includes(SECRET)) told.push(url);
    }
    expect(told).toEqual([]);
    const named = requests.filter(({ url }) => new URL(url).search.includes(SECRET));
    expect(named).toHaveLength(address.includes('#') ? 0 : 1);
    await context.close();
  },
);

it('a mailed link opened in the tab of an older one replaces its token', async () => {
  const { page, context } = await visit(browser, shop.url, 'desktop');
  const sent: unknown[] = [];
  await page.route('**/api/auth/email/verify', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ status: 200, json: { success: true, message: '확인했습니다.' } });
  });
  await page.goto('/verify-email#token=older');
  await expect.poll(() => page.url()).not.toContain('older');
  await page.goto('/verify-email#token=newer');
  await expect.poll(() => page.url()).not.toContain('newer');
  await page.getByRole('button', { name: '이메일 주소 확인' }).click();
  await page.getByText('완료되었습니다').waitFor();
  expect(sent).toEqual([{ token: 'newer' }]);
  await context.close();
});
