import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { formatWon } from '#shared/rules/price.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  setUpBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const lawyer = await shop.buildUser({ role: 'admin', fullname: '한변호' });
await shop.db.insertInto('staff_profiles').values({ user_id: lawyer.id, title: '변호사' }).execute();

/** A paid order whose buyer is to be called this long from now; below zero: overdue. */
async function buildPaid(customer: User, hours: number, price: number): Promise<OrderRow> {
  const order = await shop.buildOrder({ user: customer, status: 'confirmed', price });
  const contactBy = new Date(Date.now() + hours * HOUR_MS);
  await shop.db.updateTable('orders').set({ contact_by: contactBy }).where('id', '=', order.id).execute();
  return order;
}

const desktop = await visitAs({ browser, shop }, admin);
const phone = await visitAs({ browser, shop }, admin, 'phone');

async function open({ page, expectNoTrouble }: Visitor, path: string) {
  await page.goto(path);
  return { page, expectNoTrouble };
}

const table = (page: Page) => page.getByRole('table', { name: '주문 목록' });
const cards = (page: Page) => page.getByRole('list', { name: '주문 목록' }).getByRole('listitem');
const current = async (page: Page, group: string) => {
  const texts = await page.getByRole('navigation', { name: group }).locator('[aria-current]').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' '));
};

/** The order numbers of the shown rows, from the top. */
function numbersIn(rows: Locator): Promise<string[]> {
  return rows.evaluateAll((shown) => shown.map((row) => row.querySelector('[data-row-name] a')?.textContent ?? ''));
}

describe('the heads of the orders', () => {
  it('sort on the server over all pages, by keyboard, and are kept in the address', async () => {
    const customer = await shop.buildUser({ fullname: '정렬이', user_id: 'sort.list' });
    const service = await shop.buildService();
    const made: OrderRow[] = [];
    for (let at = 0; at < 52; at += 1) {
      const [price, createdAt] = [100_000 + ((at * 37) % 52) * 1000, new Date(Date.now() - at * DAY_MS)];
      made.push(await shop.buildOrder({ user: customer, service, soldier: null, price, createdAt }));
    }
    const wanted = made.toSorted((a, b) => a.price - b.price).map(({ order_number }) => order_number);
    const { page, expectNoTrouble } = await open(desktop, '/admin/orders?q=sort.list');
    await page.getByText('조건에 맞는 주문 52건').waitFor();
    const sorted = table(page).locator('th[aria-sort]');
    expect(await sorted.allInnerTexts()).toEqual(['주문 일시']);
    expect(await sorted.getAttribute('aria-sort')).toBe('descending');
    await table(page).getByRole('link', { name: '금액' }).press('Enter');
    await page.waitForURL('**/admin/orders?q=sort.list&sort=price&order=desc');
    await table(page).getByRole('columnheader', { name: '금액' }).and(page.locator('[aria-sort=descending]')).waitFor();
    const rows = table(page).locator('tbody tr');
    await expect.poll(() => numbersIn(rows)).toEqual(wanted.toReversed().slice(0, 50));
    // The head keeps the focus: the same key turns the order around.
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/orders?q=sort.list&sort=price&order=asc');
    await expect.poll(() => numbersIn(rows)).toEqual(wanted.slice(0, 50));
    await expect.poll(() => sorted.allInnerTexts()).toEqual(['금액']);
    await page.getByRole('link', { name: '다음' }).click();
    await expect.poll(() => numbersIn(rows)).toEqual(wanted.slice(50));
    expect(new URL(page.url()).searchParams.get('sort')).toBe('price');
    await page.goBack();
    await expect.poll(() => numbersIn(rows)).toEqual(wanted.slice(0, 50));
    await page.goForward();
    await expect.poll(() => numbersIn(rows)).toEqual(wanted.slice(50));
    await page.getByRole('button', { name: '이전' }).click();
    await expect.poll(() => numbersIn(rows)).toEqual(wanted.slice(0, 50));
    await page.goto('/admin/orders?sort=pets&order=up&status=nope&work=none');
    await expect.poll(() => sorted.allInnerTexts()).toEqual(['주문 일시']);
    expectNoTrouble();
  });
});

describe('the filters of the orders', () => {
  it('combine over their groups, and each count is that of the combination', async () => {
    const customer = await shop.buildUser({ fullname: '기한이', user_id: 'filter.list', phone: '01098765432' });
    const later = await buildPaid(customer, 30, 200_000);
    const late = await buildPaid(customer, -2, 300_000);
    await shop.db.updateTable('orders').set({ assignee_id: admin.id }).where('id', '=', later.id).execute();
    const { page, expectNoTrouble } = await open(desktop, '/admin/orders');
    const tasks = page.getByRole('navigation', { name: '할 일' });
    const work = page.getByRole('navigation', { name: '업무' });
    const states = page.getByRole('navigation', { name: '상태' });
    await tasks.getByRole('link', { name: /^이번 주 기한/ }).click();
    await page.waitForURL('**/admin/orders?due=week&sort=last_day&order=asc');
    await tasks.getByRole('link', { name: /^이번 주 기한/ }).click();
    await page.waitForURL('**/admin/orders');
    await tasks.getByRole('link', { name: '내 담당 1' }).click();
    await page.waitForURL('**/admin/orders?work=open&assignee=me');
    await page.getByText('조건에 맞는 주문 1건').waitFor();
    await expect.poll(() => numbersIn(table(page).locator('tbody tr'))).toEqual([later.order_number]);
    await expect.poll(() => current(page, '할 일')).toEqual(['내 담당 1']);
    await expect.poll(() => current(page, '업무')).toEqual(['종결 전 1']);
    await expect.poll(() => current(page, '상태')).toEqual(['전체 1']);
    await work.getByRole('link', { name: '착수 대기 1' }).click();
    await page.waitForURL('**/admin/orders?work=waiting&assignee=me');
    await tasks.getByRole('link', { name: '연락 기한 지남 0' }).click();
    await page.waitForURL('**/admin/orders?work=waiting&contact=overdue&assignee=me&sort=contact_by&order=asc');
    await page.getByText('조건에 맞는 주문이 없습니다').waitFor();
    // A chosen one takes itself back, with the order that it has brought.
    await tasks.getByRole('link', { name: '연락 기한 지남' }).click();
    await page.waitForURL('**/admin/orders?work=waiting&assignee=me');
    await tasks.getByRole('link', { name: '연락 전 1' }).click();
    await expect.poll(() => current(page, '할 일')).toEqual(['내 담당 1', '연락 전 1']);
    await tasks.getByRole('link', { name: '내 담당 1' }).click();
    await page.waitForURL('**/admin/orders?work=waiting&contact=open&sort=contact_by&order=asc');
    const rows = table(page).locator('tbody tr');
    await expect.poll(() => numbersIn(rows)).toEqual([late.order_number, later.order_number]);
    expect(await table(page).locator('[aria-sort=ascending]').innerText()).toBe('연락');
    const overdue = rows.first().getByText('지남');
    const colour = await overdue.evaluate((element) => getComputedStyle(element).color);
    expect(colour).toBe('rgb(180, 35, 24)');
    expect(await rows.nth(1).getByText('지남').count()).toBe(0);
    expect(await rows.first().getByRole('link', { name: '010-9876-5432' }).getAttribute('href')).toBe(
      'tel:01098765432',
    );
    await states.getByRole('link', { name: '오류 0' }).click();
    await page.getByText('조건에 맞는 주문이 없습니다').waitFor();
    await expect.poll(() => current(page, '상태')).toEqual(['오류 0']);
    // The counts are those together with the conditions.
    await page.getByLabel('담당', { exact: true }).selectOption('한변호 변호사');
    await page.getByRole('main').getByRole('button', { name: '검색' }).click();
    await page.waitForURL(`**/admin/orders?status=error&work=waiting&contact=open&assignee=${lawyer.id}&*`);
    await states.getByRole('link', { name: '전체 0' }).waitFor();
    await expect.poll(() => current(page, '상태')).toEqual(['오류 0']);
    await page.getByRole('link', { name: '조건 지우기' }).click();
    await page.waitForURL('**/admin/orders');
    expectNoTrouble();
  });

  it('are one row on a phone, with conditions and order in a sheet', async () => {
    const customer = await shop.buildUser({ fullname: '휴대폰', user_id: 'sheet.list' });
    const filter = { list: 'orders', name: '끝난 사건', query: 'work=closed', is_shared: true };
    await (await shop.client().as(lawyer)).post('/api/admin/saved-filters', filter);
    const orders = [await buildPaid(customer, 40, 150_000), await buildPaid(customer, 20, 900_000)];
    const [later, sooner] = orders.map(({ order_number }) => order_number);
    const { page, expectNoTrouble } = await open(phone, '/admin/orders?q=sheet.list');
    await expect.poll(() => numbersIn(cards(page))).toEqual([sooner, later]);
    const tops = await page
      .locator('nav[aria-label="할 일"] a, nav[aria-label="상태"] a')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
    expect(tops.length).toBeGreaterThan(10);
    expect(new Set(tops).size).toBe(1);
    expect(await page.getByLabel('시작일').isVisible()).toBe(false);
    const lines = (await cards(page).first().innerText()).trim();
    expect(lines).toContain(formatWon(900_000));
    expect((await cards(page).first().boundingBox())?.height).toBeLessThan(120);
    await page.getByRole('button', { name: '조건' }).click();
    const sheet = page.getByRole('dialog', { name: '조건과 정렬' });
    const shared = sheet.getByRole('navigation', { name: '함께 쓰는 필터' });
    await shared.getByRole('link', { name: '끝난 사건' }).waitFor();
    await sheet.getByRole('button', { name: '현재 조건 저장' }).waitFor();
    await sheet.getByLabel('정렬').selectOption('연락 기한이 늦은 순');
    await sheet.getByLabel('담당').selectOption('미배정');
    await sheet.getByLabel('시작일').fill('2020-01-01');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: '적용' }).click();
    await page.waitForURL('**/admin/orders?assignee=none&q=sheet.list&from=2020-01-01&sort=contact_by&order=desc');
    await expect.poll(() => numbersIn(cards(page))).toEqual([later, sooner]);
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '조건 2' }).waitFor();
    const call = cards(page).first().getByRole('link', { name: '010-1234-5678' });
    expect(await call.getAttribute('href')).toBe('tel:01012345678');
    await cards(page).first().getByText('휴대폰').click();
    await page.getByText(`주문 ${later}`, { exact: true }).waitFor();
    expectNoTrouble();
  });
});

describe('assigning several orders', () => {
  it('gives a result for each, and keeps those selected that failed', async () => {
    const customer = await shop.buildUser({ fullname: '배정이', user_id: 'assign.list' });
    const build = async (price: number) => (await buildPaid(customer, 10, price)).order_number;
    const [first, second, third] = [await build(1_000), await build(2_000), await build(3_000)];
    const setTaking = (takes_cases: boolean) =>
      shop.db.updateTable('staff_profiles').set({ takes_cases }).where('user_id', '=', lawyer.id).execute();
    const { page, expectNoTrouble } = await open(phone, '/admin/orders?q=assign.list');
    const row = (number: string) => cards(page).filter({ hasText: number });
    await row(third).waitFor();
    for (const number of [first, third]) await page.getByLabel(`주문 ${number} 선택`).filter({ visible: true }).check();
    const bar = page.getByRole('region', { name: '선택한 주문' });
    await bar.getByText('2건 선택').waitFor();
    expect(await bar.getByRole('button', { name: '지정' }).isDisabled()).toBe(true);
    await bar.getByLabel('담당').selectOption({ label: '한변호 변호사 (0건)' });
    await setTaking(false);
    await bar.getByRole('button', { name: '지정' }).click();
    await page.getByText('주문 2건 가운데 2건의 담당을 지정하지 못했습니다.').waitFor();
    await row(first).getByText('사건을 맡을 수 있는 관리자가 아닙니다.').waitFor();
    await bar.getByText('2건 선택').waitFor();
    await setTaking(true);
    await bar.getByRole('button', { name: '지정' }).click();
    await page.getByText('주문 2건의 담당을 지정했습니다.').waitFor();
    for (const number of [first, third]) {
      await row(number).getByText('지정했습니다', { exact: true }).waitFor();
      await row(number).getByText('한변호').waitFor();
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await row(second).getByText('미배정').waitFor();
    await bar.waitFor({ state: 'hidden' });
    const kept = await shop.db
      .selectFrom('orders')
      .select('assignee_id')
      .where('user_id', '=', customer.id)
      .orderBy('id')
      .execute();
    expect(kept.map(({ assignee_id }) => assignee_id)).toEqual([lawyer.id, null, lawyer.id]);
    for (const number of [first, third]) await page.getByLabel(`주문 ${number} 선택`).filter({ visible: true }).check();
    await bar.getByRole('button', { name: '단계 추가' }).click();
    await page.getByRole('dialog').getByLabel('단계 이름').fill('의견서 초안');
    await page.getByRole('dialog').getByRole('button', { name: '추가' }).click();
    await page.getByText('주문 2건에 단계를 추가했습니다.').waitFor();
    await bar.waitFor({ state: 'hidden' });
    for (const number of [first, third]) await page.getByLabel(`주문 ${number} 선택`).filter({ visible: true }).check();
    await bar.getByRole('button', { name: '메시지 쓰기' }).click();
    await page.getByRole('dialog').getByLabel('메시지').fill('사무실이 이사합니다.');
    await page.getByRole('button', { name: '2건 보내기' }).click();
    await page.getByText('메시지 2건을 1분 뒤에 보냅니다.').waitFor();
    await page.getByRole('button', { name: '되돌리기', exact: true }).click();
    await expect.poll(() => shop.db.selectFrom('pending_acts').where('kind', '=', 'message').execute()).toEqual([]);
    expectNoTrouble();
  });
});

describe('the list of orders with long texts', () => {
  it('keeps its columns readable on a desktop, and its lines apart on a tablet', async () => {
    const title = '징계와 현역복무부적합심사, 병가와 괴롭힘 피해를 함께 다루는 아주 긴 이름의 종합 법률 지원 서비스';
    const customer = await shop.buildUser({ fullname: '김아무개이박최정'.repeat(6), user_id: 'long.texts' });
    const service = await shop.buildService({ title });
    const order = await shop.buildOrder({ user: customer, service, status: 'confirmed' });
    const { page, expectNoTrouble } = await open(desktop, '/admin/orders?q=long.texts');
    const row = table(page).getByRole('row', { name: order.order_number });
    await row.waitFor();
    const { height } = (await row.boundingBox()) ?? { height: 0 };
    // The title takes a few lines, and not one for each of its characters.
    expect(height).toBeLessThan(160);
    const clipped = () => table(page).evaluate((shown) => shown.scrollWidth - (shown.parentElement?.clientWidth ?? 0));
    for (const width of [1440, 1280, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await clipped()]).toEqual([width, expect.toSatisfy((over: number) => over <= 0)]);
    }

    await page.setViewportSize({ width: 768, height: 900 });
    const card = cards(page).filter({ hasText: order.order_number });
    const badge = await card.getByText('착수 대기', { exact: true }).boundingBox();
    const call = await card.getByRole('link', { name: /^전화/ }).boundingBox();
    expect((badge?.y ?? 0) + (badge?.height ?? 0)).toBeLessThanOrEqual(call?.y ?? 0);
    expectNoTrouble();
  });
});
