import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { FALLBACK_SERVICES } from '#content/fallback-services.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, OFFLINE, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const pathOf = (page: Page) => page.url().replace(shop.url, '');
const back = (page: Page) => page.getByRole('button', { name: '뒤로' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

it('keeps the page without a network, says so and goes on afterwards', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page, context } = visitor;
  await page.goto('/services');
  const search = page.getByRole('searchbox').or(page.getByLabel(/검색/)).first();
  // The first sign of the visitor loads the code for this.
  const isGuarded = page.waitForResponse(/navigation-guard/);
  await search.fill('징계');
  await search.press('End');
  // As text: the test's own compiler would replace an import.
  await page.evaluate(`import(${JSON.stringify((await isGuarded).url())}).then(() => true)`);
  await context.setOffline(true);
  await page.getByRole('tab', { name: /^복무 중/ }).click();
  await page.getByRole('link', { name: /^징계·항고/ }).click();
  const notice = page.getByRole('alert').filter({ hasText: '네트워크 오류' });
  await notice.waitFor();
  expect([pathOf(page), await search.inputValue()]).toEqual(['/services', '징계']);
  await expectAccessible(page);
  await notice.getByRole('button', { name: '다시 시도' }).click();
  await notice.waitFor();
  await context.setOffline(false);
  await notice.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: /^징계·항고/ }).click();
  await heading(page, '징계·항고').waitFor();
  // The preloads of a link that was hovered.
  visitor.expectNoTrouble(OFFLINE);
  await context.close();
});

it('has a back button with its own path', async () => {
  const user = await shop.buildUser();
  const { id } = await shop.buildSoldier({ user });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  const from = encodeURIComponent('/services/14?plan=A#apply');
  for (const [path, target] of [
    ['/profile/edit', '/profile'],
    [`/soldier/${id}/edit?from=${from}`, '/services/14?plan=A#apply'],
    [`/purchase?serviceId=14&soldierId=${id}`, `/services/14?soldierId=${id}#apply`],
  ] as const) {
    await page.goto(path);
    await back(page).click();
    await expect.poll(() => pathOf(page)).toBe(target);
  }
  // One step back also after a typed address, which is a full load.
  await page.goto('/about');
  await page.goto('/no-such-page');
  await back(page).click();
  await expect.poll(() => pathOf(page)).toBe('/about');

  await page.goto(`/soldier/register/${id}?from=${from}`);
  await heading(page, '군인 정보 수정').waitFor();
  expect(pathOf(page)).toBe(`/soldier/${id}/edit?from=${encodeURIComponent('/services/14?plan=A#apply')}`);
  await page.goto('/login?from=%2Fabout');
  await expect.poll(() => pathOf(page)).toBe('/about');
  visitor.expectNoTrouble(/status of 404/);
  await visitor.context.close();
});

it('says why a call failed, and shows the page once it succeeds', async () => {
  const user = await shop.buildUser();
  await shop.buildSoldier({ user });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  let isBroken = true;
  await page.route(/\/api\/(services$|auth\/my$|soldiers\/my$)/, (route) =>
    isBroken && !route.request().url().endsWith('/auth/my') ? route.fulfill({ status: 503 }) : route.continue(),
  );
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Could not load the soldiers:'));
  await page.goto('/services/14');
  expect((await logged).type()).toBe('error');
  await page.getByText('군인 목록: 불러오지 못했습니다').waitFor();
  expect(await page.getByText('등록된 군인이 없습니다').count()).toBe(0);
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('button', { name: '다시 시도' }).click();
  await page.getByLabel('신청할 군인').waitFor();

  await page.goto('/about');
  isBroken = true;
  await page.clock.install();
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('dialog').getByRole('link', { name: '서비스' }).click();
  /** Moves the clock past each of the pauses between the attempts. */
  const appear = (wanted: Locator) =>
    expect
      .poll(async () => {
        await page.clock.runFor(4000);
        return wanted.first().isVisible();
      })
      .toBe(true);
  await appear(page.getByText(/^Error: /));
  // Calls succeed from here on: sooner, an attempt that still waits would take the button away.
  await page.getByRole('button', { name: '다시 시도' }).click();
  isBroken = false;
  await appear(page.getByRole('tab'));
  visitor.expectNoTrouble(/status of 503/, /Could not load the soldiers/);
  await visitor.context.close();
});

it('says why a soldier could not be loaded, and registers one once although the answer of the first attempt is lost', async () => {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user });
  const { page, ...visitor } = await visitAs({ browser, shop }, user, 'phone');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(`**/api/soldiers/${soldier.id}`, async (route) => {
    calls += 1;
    if (calls === 1) return route.fulfill({ status: 503 });
    await held;
    return route.continue();
  });
  await page.goto(`/soldier/${soldier.id}/edit`);
  await page.getByText('군인 정보: 불러오지 못했습니다').waitFor();
  release();
  await page.getByLabel('이름').waitFor();
  expect(calls).toBe(2);

  let attempts = 0;
  await page.route('**/api/soldiers', async (route) => {
    attempts += 1;
    await route.fetch();
    await route.fulfill({ status: 503, json: { error: '지금은 서비스를 이용할 수 없습니다.', code: 'UNAVAILABLE' } });
  });
  await page.goto('/soldier/register?from=/profile');
  await page.getByLabel('신청자와의 관계').selectOption('자녀');
  await page.getByLabel('군인 이름').fill('한번만');
  await page.getByLabel('전화번호').fill('01011112222');
  const submit = page.getByRole('button', { name: '등록', exact: true });
  await submit.click();
  await page.getByText('지금은 서비스를 이용할 수 없습니다.').waitFor();
  await submit.click();
  await page.waitForURL('**/profile**');
  expect(attempts).toBe(1);
  const soldiers = shop.db.selectFrom('soldiers').select('fullname').where('user_id', '=', user.id);
  expect(await soldiers.where('id', '!=', soldier.id).execute()).toEqual([{ fullname: '한번만' }]);
  visitor.expectNoTrouble(/status of 503/);
  await visitor.context.close();
});

it('shows a deleted service as not found in a tab that still has it', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.goto('/services/29');
  await page.route('**/api/services/29', (route) =>
    route.fulfill({ status: 404, json: { error: '서비스를 찾을 수 없습니다.', code: 'SERVICE_NOT_FOUND' } }),
  );
  // The cached service is stale after five minutes.
  await page.clock.install();
  await page.clock.setFixedTime(Date.now() + 6 * 60_000);
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '서비스' }).click();
  await heading(page, '군 복무 법률지원센터').waitFor();
  await page.goBack();
  await page.getByText('Service not found').waitFor();
  visitor.expectNoTrouble(/status of 404/);
  await visitor.context.close();
});

it('scrolls smoothly to the hash after a full load', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.addInitScript(() => {
    const seen = new Set<number>();
    const look = () => {
      seen.add(Math.round(window.scrollY));
      Reflect.set(window, 'seen', [...seen]);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/services#ondemand');
  const top = () => page.evaluate(() => document.getElementById('ondemand')?.getBoundingClientRect().top ?? 9999);
  await expect.poll(top).toBeLessThan(100);
  const seen = await page.evaluate<number[]>('window.seen');
  const end = await page.evaluate(() => Math.round(window.scrollY));
  expect(seen.filter((y) => y > 0 && y < end)).not.toEqual([]);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('leads to the single services from every link, also when it is there already', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const top = () => page.evaluate(() => document.getElementById('ondemand')?.getBoundingClientRect().top ?? 9999);
  await page.goto('/');
  await page.getByRole('link', { name: '사건별로 바로 신청하기' }).first().click();
  // Who comes from home looks for a service while serving, unless another tab was chosen before.
  await expect.poll(() => page.getByRole('tab', { name: /^복무 중/ }).getAttribute('aria-selected')).toBe('true');
  await expect.poll(top).toBeLessThan(100);
  // The event of a scroll comes with a later frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true });
        scrollTo({ top: 0, behavior: 'instant' });
      }),
  );
  await page.getByRole('button', { name: /^메뉴 열기/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: '복무 중' }).click();
  await expect.poll(top).toBeLessThan(100);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('has a page for each fallback service while the catalogue is empty', async () => {
  const empty = await startTestApp({ env: { PAGES: 'built' } });
  for (const { id, title } of FALLBACK_SERVICES) {
    const response = await fetch(`${empty.url}/services/${id}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`>${title}</h1>`);
    expect(html).toContain('상담 후 비용 안내');
  }
  expect((await fetch(`${empty.url}/services/999999`)).status).toBe(404);
  await empty.close();
});
