import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin' });
const visitor = await visitAs({ browser, shop }, admin);
const { page, expectNoTrouble } = visitor;
const now = shop.clock.now().getTime();
const order = await shop.buildOrder({ status: 'confirmed' });
await shop.db
  .updateTable('orders')
  .set({ paid_at: new Date(now - 9 * HOUR_MS), contact_by: new Date(now - HOUR_MS) })
  .where('id', '=', order.id)
  .execute();
const called = await shop.buildOrder({ status: 'confirmed' });
await shop.db
  .updateTable('orders')
  .set({
    paid_at: new Date(now - 3 * HOUR_MS),
    contact_by: new Date(now + HOUR_MS),
    contacted_at: new Date(now - HOUR_MS),
    handled_at: new Date(now),
  })
  .where('id', '=', called.id)
  .execute();
await shop.db
  .insertInto('refunds')
  .values({
    order_id: called.id,
    receipt_id: 'back',
    cancel_id: 'back-1',
    amount: 12_000,
    reason: '취소',
    requested_by: 'system',
    state: 'done',
    updated_at: new Date(now - HOUR_MS),
  })
  .execute();
await shop.db
  .insertInto('mails')
  .values({
    kind: 'welcome',
    recipient: 'waits@example.com',
    state: 'waiting',
    params: JSON.stringify({ fullname: '홍길동', userId: 'a.b' }),
  })
  .execute();

describe('the dashboard', () => {
  it('begins with what has to be done, and ends with how fast buyers are called', async () => {
    await page.goto('/admin');
    const work = page.getByRole('region', { name: '처리할 일' });
    await expect
      .poll(() => work.getByRole('listitem').allInnerTexts())
      .toEqual([
        '1건\n연락 기한이 지난 주문',
        '1건\n시작할 주문',
        '2건\n담당이 없는 주문',
        '1건\n메일 서버가 없어 기다리는 메일',
      ]);
    await work.getByText('지금 없는 일 10가지').waitFor();
    await page.goto('/admin/reports');
    const statistics = page.getByRole('region', { name: '연락과 환불' });
    const totals = statistics.locator('dl').first().locator('> div');
    await totals.getByText('2시간').waitFor();
    expect((await totals.allInnerTexts()).map((text) => text.split('\n')[1])).toEqual([
      '2시간',
      '50%',
      '답변한 상담 없음',
    ]);
    await totals.first().getByText('이전 기간에는 연락한 주문이 없었습니다.').waitFor();
    await statistics.getByText('자동 환불').filter({ visible: true }).waitFor();
    await statistics.getByText('12,000원').filter({ visible: true }).waitFor();
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor();
    await page.getByText('최근 주문 2건').click();
    await page.getByText(called.order_number).filter({ visible: true }).waitFor();
    await work.getByRole('link', { name: '연락 기한이 지난 주문' }).click();
    await page.waitForURL('**/admin/orders?contact=overdue&sort=contact_by&order=asc');
    await page.getByText('조건에 맞는 주문 1건').waitFor();
    await page.goBack();
    await work.getByRole('link', { name: '메일 서버가 없어 기다리는 메일' }).click();
    await page.getByText('메일 서버가 설정되지 않아').waitFor();
    await page.getByText('기다리는 메일이 1건 있습니다.').waitFor();
    await page.getByText('조건에 맞는 메일 1건').waitFor();
    expectNoTrouble();
  });
});

it('offers an administrator only the tasks and the search that their permissions allow', async () => {
  await becomeUser(visitor, shop, await shop.buildUser({ role: 'admin', permissions: ['catalogue'] }));
  await page.goto('/admin');
  await page.getByText('오늘 할 일이 없습니다').waitFor();
  // It is said once: the section leaves when its numbers are there.
  await page.getByRole('region', { name: '처리할 일' }).waitFor({ state: 'detached' });
  // Links to pages that may not be opened would lead back to the dashboard.
  const main = page.getByRole('main');
  await main.getByRole('link', { name: '서비스 보기' }).waitFor();
  expect(await main.getByRole('link', { name: /보기$/ }).allInnerTexts()).toEqual(['서비스 보기']);
  expect(await page.getByRole('button', { name: '바로 찾기' }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('link', { name: '서비스 관리' }).click();
  await page.getByRole('heading', { level: 1, name: '서비스 관리' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expectNoTrouble();
});

it('says that the search shows the first of many, and leads to all of them', async () => {
  const user = await shop.buildUser({ fullname: '선우많음' });
  for (let at = 0; at < 6; at += 1) await shop.buildOrder({ user, status: 'cancelled' });
  await becomeUser(visitor, shop, admin);
  await page.goto('/admin/services');
  await page.getByRole('heading', { level: 1, name: '서비스 관리' }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: '바로 찾기' });
  await dialog.getByRole('searchbox').fill('선우많음');
  await dialog.getByText('종류마다 처음 5건까지 보입니다. 나머지는 목록에 있습니다.').waitFor();
  expect(await dialog.getByRole('link', { name: '회원 모두 보기' }).count()).toBe(0);
  await dialog.getByRole('link', { name: '주문 모두 보기' }).click();
  await page.getByText('조건에 맞는 주문 6건').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // Enter right behind the text waits for its own answer, and follows no result of the text before.
  const { id, order_number } = await shop.buildOrder({ status: 'cancelled' });
  await page.keyboard.press('Control+k');
  const field = dialog.getByRole('searchbox');
  await field.fill('선우많음');
  await dialog.getByRole('link', { name: '주문 모두 보기' }).waitFor();
  await field.fill(order_number);
  await field.press('Enter');
  await page.waitForURL(`**/admin/orders/${id}`);
  // A page is also found by what it has, and its act once it is open.
  for (const text of ['직원초대', '직원 초대하기']) {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: '직원' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('form', { name: '직원 초대' }).waitFor();
  expectNoTrouble();
});
