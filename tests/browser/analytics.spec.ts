import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { setUpTestApp, type TestApp } from '#tests/support/app/app.ts';
import { expectAccessible, type Screen, setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';

const MEASUREMENT_ID = 'G-TEST1234';
const GOOGLE = 'https://www.googletagmanager.com';

/** A search is reported once the typing has paused for a second. */
const PAUSE_MS = 1300;

type Event = Record<string, unknown> & { event: string };

const env = { PAGES: 'built', SEED_SAMPLE: '1' };
const shop = await setUpTestApp({ env });
const measured = await setUpTestApp({ env: { ...env, GA_MEASUREMENT_ID: MEASUREMENT_ID } });
const browser = await setUpBrowser();

/** Records what each document of the visit pushes to its data layer. */
async function listen({ context }: Visitor): Promise<{ events: Event[]; named: (name: string) => Event[] }> {
  const events: Event[] = [];
  await context.exposeBinding('hearEvent', (_source, event: Event) => void events.push(event));
  await context.addInitScript(`
    window.dataLayer = [];
    window.dataLayer.push = (event) => (window.hearEvent(event), Array.prototype.push.call(window.dataLayer, event));
  `);
  return { events, named: (name) => events.filter(({ event }) => event === name) };
}

async function logIn({ context }: Visitor, app: TestApp) {
  const user = await app.buildUser();
  const client = await app.client().as(user);
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: app.url }));
  await context.addCookies([...cookies, { name: SESSION_HINT_COOKIE, value: '1', url: app.url }]);
  return user;
}

const ITEM = {
  item_id: '14',
  item_name: '징계·항고',
  item_category: 'during',
  item_variant: expect.any(String),
  price: 300_000,
  quantity: 1,
};
const MONEY = { currency: 'KRW', value: 300_000, items: [ITEM] };

/** From the service to the result of its payment, as a logged-in user with a soldier. */
async function buy({ page }: Visitor): Promise<void> {
  await page.getByLabel('신청할 군인').selectOption({ index: 1 });
  for (const checkbox of await page.getByRole('checkbox').all()) await checkbox.check();
  await page.locator('#apply').getByRole('button', { name: '신청하기' }).click();
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  await page.getByLabel('카드').first().check();
  await page.getByLabel('모두 동의합니다').check();
  await page.getByRole('button', { name: '300,000원 결제 승인' }).click();
  await page.waitForURL('**/purchase/result?orderId=*');
  await page.getByRole('heading', { level: 1, name: '결제가 완료되었습니다.' }).waitFor();
}

async function start(app: TestApp, screen: Screen) {
  const visitor = await visit(browser, app.url, screen);
  return { visitor, page: visitor.page, ...(await listen(visitor)) };
}

describe('without a measurement id', () => {
  it('records the journey in the data layer, the purchase once, and loads nothing from other sites', async () => {
    const { visitor, page, events, named } = await start(shop, 'phone');
    const user = await logIn(visitor, shop);
    const soldier = await shop.buildSoldier({ user });
    await page.goto('/');
    await page.locator('a[href="/services/14"]').first().click();
    await page.getByRole('heading', { level: 1, name: '징계·항고' }).waitFor();
    await buy(visitor);
    await expect.poll(() => named('purchase')).toHaveLength(1);

    const [order] = await shop.db.selectFrom('orders').select('order_number').execute();
    expect(named('select_content')).toEqual([
      { event: 'select_content', content_type: 'service', content_id: '14', currency: 'KRW' },
    ]);
    expect(named('view_item')).toEqual([{ event: 'view_item', ...MONEY }]);
    expect(named('add_to_cart')).toEqual([{ event: 'add_to_cart', ...MONEY }]);
    expect(named('begin_checkout')).toEqual([{ event: 'begin_checkout', ...MONEY }]);
    expect(named('purchase')).toEqual([
      { event: 'purchase', transaction_id: order?.order_number, tax: 27_273, ...MONEY },
    ]);

    await page.reload();
    await page.getByRole('heading', { level: 1, name: '결제가 완료되었습니다.' }).waitFor();
    // The same code reports scrolls: once it has, it would have reported a second purchase too.
    const scrolls = named('scroll').length;
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return named('scroll').length;
      })
      .toBeGreaterThan(scrolls);
    expect(named('purchase')).toHaveLength(1);
    expect(await page.getByRole('region', { name: '방문 통계 동의' }).count()).toBe(0);
    for (const secret of [user.user_id, user.fullname, user.phone, user.email, soldier.fullname]) {
      if (secret) expect(JSON.stringify(events)).not.toContain(secret);
    }
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('reports each scroll depth once per page, packages, the book, and searches that are not personal', async () => {
    const { visitor, page, named } = await start(shop, 'desktop');
    await page.goto('/about');
    const depths = () =>
      named('scroll').map(({ percent_scrolled, page_location }) => [percent_scrolled, page_location]);
    const scrollTo = (share: number) =>
      page.evaluate((part) => {
        const { scrollHeight, clientHeight } = document.documentElement;
        window.scrollTo(0, (scrollHeight - clientHeight) * part);
      }, share);
    const about = `${shop.url}/about`;
    // The code that listens comes late: a scroll before it is none.
    const depthsAt = async (share: number) => {
      await scrollTo(0);
      await scrollTo(share);
      return depths();
    };
    await expect
      .poll(() => depthsAt(0.6))
      .toEqual([
        [25, about],
        [50, about],
      ]);
    await expect.poll(() => depthsAt(1)).toEqual([25, 50, 75, 90].map((depth) => [depth, about]));

    await page.getByRole('contentinfo').getByRole('link', { name: '이용약관' }).click();
    await page.getByRole('heading', { level: 1, name: '이용약관' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(async () => (await depthsAt(0.3)).slice(4)).toEqual([[25, `${shop.url}/terms`]]);

    await visitor.context.route('https://bookstore.example.com/**', (route) => route.fulfill({ body: '' }));
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const opened = visitor.context.waitForEvent('page');
    await page.getByRole('dialog').getByRole('link').click();
    await (await opened).close();
    await page.keyboard.press('Escape');
    await page.goto('/services');
    await page.clock.install();
    await page.getByRole('searchbox').fill('010-1234-5678');
    await page.clock.runFor(PAUSE_MS);
    await page.getByRole('searchbox').fill(' 징계 ');
    await page.clock.runFor(PAUSE_MS);
    await expect.poll(() => named('search')).toEqual([{ event: 'search', search_term: '징계' }]);
    await page
      .getByRole('link', { name: /패키지 자세히 보기/ })
      .first()
      .click();
    await expect.poll(() => named('view_item')).toHaveLength(1);
    expect(named('select_promotion')).toMatchObject([
      { promotion_id: 'book', creative_name: 'book_popup', creative_slot: 'home' },
      { promotion_id: expect.stringMatching(/^package-\d+$/), creative_name: 'package_card', items: [{ quantity: 1 }] },
    ]);
    await visitor.context.close();
  });
});

describe('with a measurement id', () => {
  /** Stands in for Google: counts the requests, and returns the queue. */
  async function startMeasured(screen: Screen) {
    const started = await start(measured, screen);
    const asked: string[] = [];
    await started.visitor.context.route(`${GOOGLE}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: 'window.isGoogleThere = true' });
    });
    const queue = () =>
      started.page.evaluate(() => {
        const calls: unknown = Reflect.get(window, 'measurementQueue');
        return Array.isArray(calls) ? calls.map((call): unknown[] => Array.from(call)) : [];
      });
    return { ...started, asked, queue };
  }

  it('asks once, loads after consent in every open tab, and stops in each when it is withdrawn', async () => {
    const { visitor, page, asked, queue, named } = await startMeasured('phone');
    const barOf = (tab: Page) => tab.getByRole('region', { name: '방문 통계 동의' });
    const bar = barOf(page);
    await page.goto('/services/14?from=secret');
    await bar.waitFor();
    await expectAccessible(page);
    await expect.poll(() => named('view_item')).toHaveLength(1);
    expect(await queue()).toEqual([]);
    const [yes, no] = await Promise.all(
      ['동의함', '동의하지 않음'].map((name) => bar.getByRole('button', { name, exact: true }).boundingBox()),
    );
    expect(yes?.width).toBe(no?.width);

    const other = await visitor.context.newPage();
    await other.goto('/privacy');
    await barOf(other).waitFor();
    await bar.getByRole('button', { name: '동의하지 않음' }).click();
    for (const tab of [page, other]) await barOf(tab).waitFor({ state: 'hidden' });
    await other.reload();
    await other.getByText('방문 통계에 동의하지 않으셨습니다.').waitFor();
    expect(await barOf(other).count()).toBe(0);
    expect(asked).toEqual([]);

    await other.getByRole('button', { name: '동의함', exact: true }).click();
    await other.getByText('방문 통계에 동의하셨습니다.').waitFor();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isGoogleThere'))).toBe(true);
    const address = `${GOOGLE}/gtag/js?id=${MEASUREMENT_ID}&l=measurementQueue`;
    await expect.poll(() => asked).toEqual([address, address]);
    const calls = await queue();
    expect(calls[1]).toEqual(['consent', 'default', expect.objectContaining({ ad_storage: 'denied' })]);
    expect(calls[2]).toEqual(['config', MEASUREMENT_ID, expect.objectContaining({ send_page_view: false })]);
    // Events from before the consent are not sent.
    expect(calls.some(([, name]) => name === 'view_item')).toBe(false);
    expect(JSON.stringify(calls)).not.toContain('secret');
    await page.goto('/services/16');
    await expect.poll(async () => (await queue()).some(([, name]) => name === 'view_item')).toBe(true);
    expect(await bar.count()).toBe(0);

    await page.context().addCookies([{ name: '_ga', value: 'GA1.1', url: measured.url }]);
    await other.getByRole('button', { name: '동의하지 않음' }).click();
    const isDisabled = (tab: Page) => tab.evaluate((id) => Reflect.get(window, `ga-disable-${id}`), MEASUREMENT_ID);
    for (const tab of [page, other]) await expect.poll(() => isDisabled(tab)).toBe(true);
    await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('_ga');
    const before = [(await queue()).length, asked.length];
    await page.getByRole('region', { name: '함께 살펴볼 서비스' }).getByRole('link').first().click();
    await expect.poll(() => named('view_item')).toHaveLength(3);
    expect([(await queue()).length, asked.length]).toEqual(before);
    await page.goto('/services/14');
    await expect.poll(() => named('view_item')).toHaveLength(4);
    await page.waitForLoadState('networkidle');
    expect(asked).toHaveLength(before[1] ?? 0);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});
