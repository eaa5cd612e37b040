import { expect, it } from 'vitest';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { expectAccessible, setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921N Build/UP1A; wv) AppleWebKit/537.36 Version/4.0 Chrome/124.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** An app that opens another browser by an address, and one that cannot; a unit knows all apps. */
const APPS = [
  ['KakaoTalk on Android', `${ANDROID} Mobile Safari/537.36;KAKAOTALK 2410630`, 'kakaotalk:'],
  ['Naver on an iPhone', `${IPHONE} Version/16.0 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.6.3)`, ''],
] as const;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/** A logged-in user with a soldier opens the payment page. */
async function comeToPurchase({ page, context }: Visitor): Promise<Client> {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user });
  const client = await shop.client().as(user);
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: shop.url }));
  await context.addCookies([...cookies, { name: SESSION_HINT_COOKIE, value: '1', url: shop.url }]);
  await page.goto(`/purchase?serviceId=14&soldierId=${soldier.id}`);
  await page.getByRole('button', { name: '300,000원 결제하기' }).waitFor();
  return client;
}

it.each(APPS)(
  'in %s the payment replaces the page, and payment, a booked call and files lead to an external browser',
  async (_name, userAgent, scheme) => {
    const visitor = await visit(browser, shop.url, 'phone', { userAgent });
    const { page, context } = visitor;
    const client = await comeToPurchase(visitor);
    const expectWayOut = async (text: string, path: string) => {
      const hint = page.getByText(text);
      await hint.waitFor();
      const outside = hint.getByRole('link', { name: '다른 브라우저에서 열기' });
      if (scheme === '') {
        expect(await outside.count()).toBe(0);
        return expect(await hint.innerText()).toContain('앱 메뉴에서');
      }
      const address = (await outside.getAttribute('href')) ?? '';
      expect(new URL(address).protocol).toBe(scheme);
      expect(decodeURIComponent(address)).toContain(`${new URL(shop.url).host}${path}`);
    };
    // To the service, where the user logs in and agrees again: neither carries over.
    await expectWayOut('이 앱 안에서 결제 화면이 열리지 않으면', '/services/14');
    if (scheme === '') await expectAccessible(page);

    await page.getByRole('button', { name: '300,000원 결제하기' }).click();
    await page.waitForURL('**/sandbox/bootpay/pay/**');
    expect(context.pages()).toHaveLength(1);
    await page.getByLabel('카드').first().check();
    await page.getByLabel('모두 동의합니다').check();
    await page.getByRole('button', { name: '300,000원 결제 승인' }).click();
    await page.getByRole('heading', { level: 1, name: '결제가 완료되었습니다.' }).waitFor();
    const order = await shop.db
      .selectFrom('orders')
      .select(['id', 'status'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(order.status).toBe('confirmed');

    const slots = (await client.get('/api/callback-slots')).json<{ starts_at: string; left: number }[]>();
    const slot = slots.find(({ left }) => left > 0);
    await client.put(`/api/orders/${order.id}/callback`, { starts_at: slot?.starts_at });
    await page.reload();
    await expectWayOut('캘린더에 추가하실 수 없습니다', `/orders/${order.id}`);
    expect(await page.getByRole('link', { name: '캘린더에 추가' }).count()).toBe(0);
    if (scheme === '') await expectAccessible(page);
    await page.goto('/profile/edit');
    await expectWayOut('파일이 저장되지 않을 수 있습니다', '/profile/edit');
    visitor.expectNoTrouble();
    await context.close();
  },
);

it('shows no hint in ordinary browsers', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  await comeToPurchase(visitor);
  expect(await visitor.page.getByText('이 앱 안에서').count()).toBe(0);
  await visitor.context.close();
});
