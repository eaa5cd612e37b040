import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  setUpBrowser,
  type Visitor,
  visit,
} from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';
import { adminRoutes } from '#web/routes/admin-routes.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
/** For all tests but those on both screens, each with its user. */
const visitor = await visit(browser, shop.url, 'desktop');
const { page } = visitor;

/** All pages of the route table, so that new ones are tested too. */
const PAGES = (adminRoutes.children ?? []).flatMap(({ options }) =>
  'path' in options ? [{ route: String(options.path), title: options.staticData?.admin?.title ?? '' }] : [],
);
const ROUTES = PAGES.map(({ route }) => route);
/** All of them have the same guard. */
const GUARDED = '/admin/orders?status=pending';

const buildAdminUser = () => shop.buildUser({ role: 'admin', fullname: '관리자' });

async function insertMail(state: 'waiting' | 'sent' | 'failed', recipient: string): Promise<void> {
  const failure = state === 'failed' ? { attempts: 8, last_error: '550 no such user' } : {};
  await shop.db
    .insertInto('mails')
    .values({
      kind: 'welcome',
      recipient,
      state,
      ...failure,
      params: JSON.stringify({ fullname: '홍길동', userId: 'a.b' }),
    })
    .execute();
}

/** One row for each list of money. */
async function insertMoneyRows(order_id: number): Promise<void> {
  const at = shop.clock.now();
  const request = { order_id, amount: 1000, policy_basis: 'before_work', policy_reason: '기준' } as const;
  const seal = await shop.deps.dataKeys.forSealing();
  const reason_sealed = seal('마음이 바뀌었습니다.', 'refund_requests.reason_sealed:1');
  await shop.db
    .insertInto('refund_requests')
    .values({ ...request, id: 1, reason_sealed, created_at: at })
    .execute();
  await shop.db
    .insertInto('payment_differences')
    .values({ order_id, kind: 'amount', ours: 1000, theirs: 0, found_at: at, last_seen_at: at })
    .execute();
}

describe('lists and search', () => {
  it('open an order by keys, by a click on its row, and by the search, which finds members and services too', async () => {
    const customer = await shop.buildUser({ fullname: '김찾기', user_id: 'desk.search' });
    const service = await shop.buildService({ title: '찾기 상담' });
    const orders = [
      await shop.buildOrder({ user: customer, service }),
      await shop.buildOrder({ user: customer, service }),
    ];
    const [older, newer] = orders.map(({ order_number }) => order_number);
    await becomeUser(visitor, shop, await buildAdminUser());
    await page.goto('/admin/orders?q=desk.search');
    await page.getByText('조건에 맞는 주문 2건').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const focusedLabel = () =>
      page.evaluate(() =>
        document.activeElement instanceof HTMLInputElement ? document.activeElement.labels?.[0]?.textContent : '',
      );
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(newer);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(older);
    await page.keyboard.press('k');
    await expect.poll(focused).toBe(newer);
    await page.keyboard.press('/');
    await expect.poll(focusedLabel).toBe('검색');
    // Typed into the field, not taken as keys of the list.
    await page.keyboard.type('j/');
    await expect.poll(() => page.getByLabel('검색', { exact: true }).inputValue()).toBe('desk.searchj/');
    await page
      .getByRole('row', { name: new RegExp(String(older)) })
      .getByText('김찾기')
      .click();
    await page.getByRole('heading', { level: 1, name: '김찾기, 찾기 상담' }).waitFor();
    await page.getByText(`주문 ${older}`, { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: '바로 찾기' });
    await expect.poll(focusedLabel).toBe('주문, 회원, 상담, 서비스, 화면, 할 일');
    await page.keyboard.type('찾기');
    await dialog.getByRole('region', { name: '회원' }).getByRole('link', { name: '김찾기' }).waitFor();
    await dialog.getByRole('region', { name: '서비스' }).getByRole('link', { name: '찾기 상담' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText(`주문 ${newer}`, { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // Pages are found by their names, the day by both of its names, before anything is asked of the server.
    await page.keyboard.press('Control+k');
    await dialog.getByRole('searchbox').fill('오늘');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor();
    visitor.expectNoTrouble();
  });
});

describe('every admin page', () => {
  it('is found in the route table', () => {
    expect(ROUTES.length).toBeGreaterThanOrEqual(11);
    expect(ROUTES.every((path) => /^\/admin(\/|$)/.test(path))).toBe(true);
    expect(ROUTES).toEqual(expect.arrayContaining(['/admin/services', '/admin/audit', '/admin/mails']));
  });

  it('redirects a visitor to the login, which returns to the page', async () => {
    await page.goto('about:blank');
    await visitor.context.clearCookies();
    const response = await page.goto(GUARDED);
    expect(await response?.text()).toContain('noindex');
    await page.waitForURL('**/login**');
    expect(new URL(page.url()).searchParams.get('from')).toBe(GUARDED);
    visitor.expectNoTrouble();
  });

  it('redirects a customer to their own page', async () => {
    await becomeUser(visitor, shop, await shop.buildUser());
    await page.goto(GUARDED);
    await page.waitForURL('**/profile');
    await page.getByRole('heading', { level: 1, name: '마이페이지' }).waitFor();
    visitor.expectNoTrouble();
  });

  describe('on both screens', () => {
    let phone: Visitor;
    let parts: Record<string, string | number>;
    beforeAll(async () => {
      const order = await shop.buildOrder({ status: 'confirmed' });
      parts = {
        orderId: order.id,
        userId: order.user_id,
        // Of the sample catalogue, with sections of all kinds.
        serviceId: 14,
        filename: 'case-terms.html',
      };
      await insertMail('failed', 'a.rather.long.address.of.a.user@a-rather-long-name.example.com');
      await insertMoneyRows(order.id);
      phone = await visitAs({ browser, shop }, await buildAdminUser(), 'phone');
      await phone.page.goto('/admin/services');
    });
    afterAll(() => phone.context.close());

    // From page to page in one document, as the menu leads: journeys load each by itself.
    it.each(PAGES)('$route has one heading, no sideways scroll and no axe violation', async ({ route, title }) => {
      const { page } = phone;
      const path = route.replace(/\$(\w+)/, (_, name: string) => {
        const part = parts[name];
        if (part === undefined) throw new Error(`${route}: say here what $${name} is`);
        return String(part);
      });
      const earlier = await page.title();
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await expect.poll(() => page.title()).not.toBe(earlier);
      // A page of one thing has the thing's name as its heading; the menu says 대시보드 of 오늘 (contract §9).
      const heading = path === '/admin' ? '오늘' : title;
      await page.getByRole('heading', { level: 1, ...(path === route && { name: heading }) }).waitFor();
      // Nothing loads any more.
      await page.locator('.animate-pulse').filter({ visible: true }).first().waitFor({ state: 'detached' });
      const expectOneHeading = async () => expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      await expectOneHeading();
      expect(await page.getByRole('main').count()).toBe(1);
      expect(await page.getByRole('alert').count()).toBe(0);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectOneHeading();
      // Forms look alike on both screens; lists are tables on the wide one.
      if ((await page.getByRole('table').count()) > 0) await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 390, height: 844 });
      phone.expectNoTrouble();
    });
  });
});

it('downloads exactly the orders of the filtered list', async () => {
  const user = await shop.buildUser({ fullname: '내려본보기' });
  const wanted = [
    await shop.buildOrder({ user, status: 'confirmed' }),
    await shop.buildOrder({ user, status: 'confirmed' }),
  ];
  await shop.buildOrder({ user });
  await shop.buildOrder({ status: 'confirmed' });
  await becomeUser(visitor, shop, await buildAdminUser());
  await page.goto('/admin/orders?status=confirmed');
  await page.getByLabel('검색').fill('내려본보기');
  await page.keyboard.press('Enter');
  await page.getByText('조건에 맞는 주문 2건').waitFor();
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const dialog = page.getByRole('dialog', { name: '주문 CSV 내려받기' });
  await dialog.getByRole('button', { name: '내려받기' }).click();
  await dialog.getByText('내려받는 이유를 입력해주세요.').first().waitFor();
  await dialog.getByLabel('내려받는 이유').fill('세무 신고');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '내려받기' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [headings, ...lines] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n');
  expect(headings).toMatch(/^주문 번호,주문 일시,상태/);
  const reasons = shop.db.selectFrom('audit_log').select('reason').where('action', '=', 'order.export');
  expect(await reasons.execute()).toEqual([{ reason: '세무 신고' }]);
  const numbers = lines.map((line) => line.split(',')[0]).toSorted();
  expect(numbers).toEqual(wanted.map((order) => order.order_number).toSorted());
  visitor.expectNoTrouble();
});

it('filters mails by state, dismisses a failure and resends its mail, by keyboard', async () => {
  await shop.db.deleteFrom('mails').execute();
  await insertMail('sent', 'sent@example.com');
  await insertMail('failed', 'failed@example.com');
  await becomeUser(visitor, shop, await buildAdminUser());
  await page.goto('/admin/mails');
  await page.getByText('조건에 맞는 메일 2건').waitFor();
  await page.getByRole('link', { name: '실패', exact: true }).press('Enter');
  await page.waitForURL('**/admin/mails?state=failed');
  await page.getByText('조건에 맞는 메일 1건').waitFor();
  const row = page.getByRole('row', { name: 'failed@example.com' });
  await row.getByText('550 no such user').waitFor();
  await row.getByRole('button', { name: '확인 처리' }).press('Enter');
  await page.getByText('failed@example.com에게 보내지 못한 메일을 확인 처리했습니다.').waitFor();
  // The keyboard goes to the result when all is done; the buttons do nothing before.
  await page.locator(':focus').getByText('확인 처리했습니다.').waitFor();
  expect(await row.getByRole('button', { name: '확인 처리' }).count()).toBe(0);
  await row.getByRole('button', { name: '다시 보내기' }).press('Enter');
  await page.getByText('failed@example.com에게 보낼 메일을 다시 보내고 있습니다.').waitFor();
  await page.getByText('조건에 맞는 메일이 없습니다').waitFor();
  const { state } = await shop.db
    .selectFrom('mails')
    .select('state')
    .where('recipient', '=', 'failed@example.com')
    .executeTakeFirstOrThrow();
  expect(state).not.toBe('failed');
  visitor.expectNoTrouble();
});

it('finds an action in the audit log and shows its changes, by keyboard', async () => {
  const order = await shop.buildOrder();
  const admin = await buildAdminUser();
  const client = await shop.client().as(admin);
  await client.get(`/api/admin/orders/${order.id}`);
  await client.put(`/api/admin/orders/${order.id}`, { status: 'completed', note: '상담을 마쳤습니다.' });
  await client.get(`/api/admin/orders?${new URLSearchParams({ q: '01012345678' })}`);
  await becomeUser(visitor, shop, admin);
  await page.goto('/admin/audit');
  await page.getByLabel('담당자 아이디').fill(admin.user_id);
  await page.getByRole('main').getByRole('button', { name: '검색', exact: true }).click();
  // The visit of this page is one of them.
  await page.getByText('조건에 맞는 기록 4건').waitFor();
  // Searched words are kept as a keyed hash.
  await page.getByRole('table').getByText('암호화됨').first().waitFor();
  expect(await page.getByText('01012345678').count()).toBe(0);
  await page.getByLabel('행위').selectOption('주문 상태 변경');
  await page.getByLabel('대상', { exact: true }).selectOption('주문');
  await page.getByLabel('번호·이름').fill(String(order.id));
  await page.getByLabel('번호·이름').press('Enter');
  await page.getByText('조건에 맞는 기록 1건').waitFor();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ actor: admin.user_id, action: 'order.set_status', subject: `order:${order.id}` });
  await page.reload();
  await page.getByText('조건에 맞는 기록 1건').waitFor();
  const opener = page.getByRole('button', { name: '주문 상태 변경' });
  await page.getByRole('table').getByText('상태: 결제 전 → 결제됨 외 1개').waitFor();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: '주문 상태 변경' });
  // The note itself is with the order, not in a log that nothing erases.
  await dialog.getByText('메모 있음').waitFor();
  expect(await dialog.innerText()).not.toContain('상담을 마쳤습니다.');
  const status = dialog.getByRole('listitem').filter({ hasText: '상태' }).first();
  expect(await status.getByRole('definition').allTextContents()).toEqual(['결제 전', '결제됨']);
  expect(await dialog.textContent()).not.toMatch(/[{}"]/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  visitor.expectNoTrouble();
});

// At the end: calls that are under way are refused later.
describe('an admin who has lost the role', () => {
  async function openAsAdmin() {
    const user = await buildAdminUser();
    await becomeUser(visitor, shop, user);
    // A page that asks for nothing by itself: one that does would redirect before the click.
    await page.goto('/admin/services/new');
    await page.getByRole('heading', { level: 1, name: '새 서비스' }).waitFor();
    return user;
  }

  it('is redirected to their own page by the next call', async () => {
    const user = await openAsAdmin();
    await shop.db.updateTable('users').set({ role: 'user' }).where('id', '=', user.id).execute();
    // The stream of events ends within two seconds with the role: on a busy machine before the click.
    const atProfile = page.waitForURL('**/profile');
    await Promise.race([page.getByRole('link', { name: '메일 관리' }).click(), atProfile]);
    await atProfile;
    await page.getByRole('heading', { level: 1, name: '마이페이지' }).waitFor();
    visitor.expectNoTrouble(/status of 403/);
  });

  it('is redirected to the login and back when the session has ended', async () => {
    const user = await openAsAdmin();
    await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    // The stream of events ends within two seconds of its session: on a busy machine before the click.
    const atLogin = page.waitForURL('**/login**');
    await Promise.race([page.getByRole('link', { name: '감사 기록' }).click(), atLogin]);
    await atLogin;
    expect(['/admin/audit', '/admin/services/new']).toContain(new URL(page.url()).searchParams.get('from'));
    visitor.expectNoTrouble(/status of 40[13]/);
  });
});
