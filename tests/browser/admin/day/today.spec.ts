import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation, readConversation } from '#tests/support/app/consultations.ts';
import type { User } from '#tests/support/app/factories.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

/** A paid case whose promised call is an hour late, and one with a step that is due today. */
async function buildCases({ id: assignee_id }: User, name: string) {
  const now = shop.clock.now();
  const called = await shop.buildOrder({
    status: 'confirmed',
    user: await shop.buildUser({ fullname: `통화${name}`, phone: '01023456789' }),
  });
  const late = { assignee_id, contact_by: new Date(now.getTime() - HOUR_MS), contacted_at: null };
  await shop.db.updateTable('orders').set(late).where('id', '=', called.id).execute();
  const stepped = await shop.buildOrder({
    status: 'confirmed',
    user: await shop.buildUser({ fullname: `단계${name}` }),
  });
  const begun = { assignee_id, contacted_at: now, work_started_at: now };
  await shop.db.updateTable('orders').set(begun).where('id', '=', stepped.id).execute();
  const step = { order_id: stepped.id, title: '항고장 제출', position: 1, due_on: koreanDay(now) };
  await shop.db.insertInto('order_steps').values(step).execute();
  return { called, stepped };
}

const doneAt = async (orderId: number) =>
  (await shop.db.selectFrom('order_steps').select('done_at').where('order_id', '=', orderId).executeTakeFirstOrThrow())
    .done_at;

describe('today', () => {
  it('has the cases of a person in their bands, and the act in the row', async () => {
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '성춘향' });
    const colleague = await shop.buildUser({ role: 'admin', fullname: '변학도' });
    const { called, stepped } = await buildCases(lawyer, '오늘');
    await buildCases(colleague, '남의 것');
    const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, lawyer, 'phone');
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor();
    await page.getByText(/^성춘향, /).waitFor();
    const late = page.getByRole('region', { name: '지남' });
    const call = late.getByRole('listitem').filter({ hasText: '통화오늘' });
    await call.waitFor();
    const row = page.getByRole('listitem').filter({ hasText: '단계오늘' });
    await row.getByText('항고장 제출').waitFor();
    const queue = page.getByRole('region', { name: '할 일' });
    expect(await queue.getByText('통화남의 것').count()).toBe(0);
    await expectGoodOnBothScreens(page);

    await row.getByRole('button', { name: '완료' }).click();
    await page.getByText('‘항고장 제출’ 단계를 마쳤습니다. 1분 뒤에 고객에게 알립니다.').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await doneAt(stepped.id)).not.toBeNull();
    await page.getByRole('button', { name: '되돌리기', exact: true }).click();
    await row.waitFor();
    expect(await doneAt(stepped.id)).toBeNull();

    await call.getByRole('button', { name: '통화오늘 통화', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '통화: 통화오늘' });
    await dialog.getByRole('button', { name: '통화함' }).click();
    // An open dialog hides the page from roles.
    await dialog.waitFor({ state: 'hidden' });
    await call.waitFor({ state: 'detached' });
    const { contacted_at } = await shop.db
      .selectFrom('orders')
      .select('contacted_at')
      .where('id', '=', called.id)
      .executeTakeFirstOrThrow();
    expect(contacted_at).not.toBeNull();

    await page.getByRole('link', { name: '모두', exact: true }).click();
    await page.waitForURL('**/admin?whose=all');
    await queue.getByText('통화남의 것').first().waitFor();
    await expectNoSidewaysScroll(page);
    expectNoTrouble();
    await context.close();
  });
});

it('is worked through by keys: the next one opens by itself', async () => {
  const lawyer = await shop.buildUser({ role: 'admin', fullname: '이몽룡' });
  const { stepped } = await buildCases(lawyer, '하나');
  const customer = await buildCustomer(shop, { fullname: '묻는 고객' });
  const { id } = await openConversation(customer, { subject: '외박 문의' });
  await shop.db.updateTable('conversations').set({ assignee_id: lawyer.id }).where('id', '=', id).execute();
  const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, lawyer);
  await page.goto('/admin');
  const beside = page.getByRole('complementary', { name: '선택한 일' });
  await page.getByRole('listitem').filter({ hasText: '외박 문의' }).waitFor();
  await page.keyboard.press('j');
  await beside.getByRole('heading', { name: '통화하나' }).waitFor();
  await beside.getByRole('link', { name: '010-2345-6789' }).waitFor();
  await beside.getByText('고객에게 전화합니다.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('2');
  await page.getByText('통화하나 부재중. 고객에게 알리지 않습니다.').waitFor();
  // The call stays to be made again, and the next one opens all the same.
  await beside.getByRole('heading', { name: '단계하나' }).waitFor();
  await page.keyboard.press('k');
  await beside.getByRole('heading', { name: '통화하나' }).waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: '통화: 통화하나' });
  await dialog.getByRole('group', { name: '결과' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toContain('통화함');
  await page.keyboard.press('1');
  await dialog.waitFor({ state: 'hidden' });
  await beside.getByRole('heading', { name: '단계하나' }).waitFor();
  await page.keyboard.press('h');
  await page.getByText(/^‘항고장 제출’ 단계를 .*로 미뤘습니다\.$/).waitFor();
  await page.getByRole('button', { name: '되돌리기', exact: true }).click();
  await page.getByText(/미뤘습니다/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^오늘.*단계하나/ }).focus();
  await page.keyboard.press('e');
  await expect.poll(() => doneAt(stepped.id)).not.toBeNull();
  await page.getByRole('listitem').filter({ hasText: '단계하나' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /묻는 고객.*외박 문의/ }).focus();
  await page.keyboard.press('e');
  await expect.poll(async () => (await readConversation(customer, id)).status).toBe('closed');
  // The sentence of the step before has the same button.
  await page.getByText('상담을 종료했습니다.').waitFor();
  await page.getByRole('button', { name: '되돌리기', exact: true }).click();
  await page.getByRole('button', { name: /묻는 고객.*외박 문의/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/chat?id=${id}`);
  expectNoTrouble();
  await context.close();
});
