import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

type Form = {
  within: (tab: Page) => Locator;
  label: string;
  save: string;
  texts?: readonly [string, string];
};

/** Opens a page in two tabs of one administrator. */
async function openTwice(path: string, prepare: (tab: Page) => Promise<void>) {
  const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
  const { page: first, context } = await visitAs({ browser, shop }, admin);
  const second = await context.newPage();
  for (const tab of [first, second]) {
    await tab.goto(path);
    await prepare(tab);
  }
  return { first, second, context };
}

/** Saves a form in the first tab and then tries the second, which shows the saved text and keeps its own. */
async function saveInBoth(
  { first, second }: { first: Page; second: Page },
  { within, label, save, texts: [earlier, later] = ['먼저 쓴 내용', '나중에 쓴 내용'] }: Form,
) {
  const write = async (tab: Page, text: string) => {
    await within(tab).getByLabel(label).fill(text);
    await within(tab).getByRole('button', { name: save, exact: true }).click();
  };
  // A tab also puts how far its conversation was read.
  const answered = first.waitForResponse(
    (response) => response.request().method() === 'PUT' && !response.url().endsWith('/read'),
  );
  await write(first, earlier);
  expect((await answered).status()).toBe(200);
  await write(second, later);
  await second.getByText('다른 곳에서 먼저 저장했습니다.').waitFor();
  await second.getByRole('definition').filter({ hasText: earlier }).waitFor();
  const field = within(second).getByLabel(label);
  expect(await field.inputValue()).toBe(later);
  return {
    field,
    /** Loads what the first tab has saved. */
    takeOver: async () => {
      await second.getByRole('button', { name: '저장된 내용 불러오기' }).click();
      await expect.poll(() => field.inputValue()).toBe(earlier);
    },
  };
}

it('shows the canned reply that another tab has saved, and keeps what is typed until one is chosen', async () => {
  const [now, old] = [new Date(), '처음 내용'];
  await shop.db
    .insertInto('canned_replies')
    .values({ title: '인사', text: old, created_at: now, updated_at: now })
    .execute();
  const { id } = await openConversation(await buildCustomer(shop), { subject: '문의', text: '안녕하세요' });
  const tabs = await openTwice(`/admin/chat?id=${id}`, async (tab) => {
    await tab.getByRole('button', { name: '자주 쓰는 답변', exact: true }).click();
    await tab.getByRole('button', { name: '인사 수정' }).click();
  });
  const within = (tab: Page) => tab.getByRole('dialog').locator('form');
  await saveInBoth(tabs, { within, label: '내용', save: '저장' });
  await expectAccessible(tabs.second);
  await tabs.second.getByRole('button', { name: '내 내용으로 저장' }).click();
  await tabs.second.getByText('나중에 쓴 내용').waitFor();
  const { text } = await shop.db.selectFrom('canned_replies').select('text').executeTakeFirstOrThrow();
  expect(text).toBe('나중에 쓴 내용');
  await tabs.context.close();
});

it('shows step, receipt and opponents of a case that another tab has saved', async () => {
  const order = await shop.buildOrder({ status: 'confirmed' });
  await shop.db.insertInto('order_steps').values({ order_id: order.id, title: '자료 요청', position: 1 }).execute();
  const tabs = await openTwice(`/admin/orders/${order.id}`, async (tab) => {
    await tab.getByRole('button', { name: '수정: 자료 요청' }).click();
    await openMoney(tab);
    await openFold(tab, opponents(tab));
  });
  const steps = (tab: Page) => tab.getByRole('form', { name: '자료 요청 수정' });
  const step = await saveInBoth(tabs, { within: steps, label: '고객에게 보이는 설명', save: '저장' });
  await step.takeOver();
  await steps(tabs.second).getByRole('button', { name: '저장', exact: true }).click();
  await step.field.waitFor({ state: 'detached' });
  const proof = (tab: Page) => tab.getByRole('form', { name: '증빙' });
  await (await saveInBoth(tabs, { within: proof, label: '메모', save: '증빙 저장' })).takeOver();
  await (await saveInBoth(tabs, { within: opponents, label: '상대방 이름', save: '상대방 저장' })).takeOver();
  await tabs.context.close();
});

const opponents = (tab: Page) => tab.getByRole('form', { name: '상대방', exact: true });

/** Some forms are folded away. */
async function openFold(tab: Page, form: Locator): Promise<void> {
  await form.waitFor({ state: 'attached' });
  const fold = tab.locator('details:not([open])').filter({ has: form }).locator('> summary');
  if ((await fold.count()) > 0) await fold.click();
}

it('shows places and hours for calls that another tab has saved', async () => {
  const forms: Form[] = [
    {
      within: (tab) => tab.getByRole('form', { name: '예약 인원' }),
      label: '한 시간대에 받을 예약',
      save: '저장',
      texts: ['3', '4'],
    },
    {
      within: (tab) => tab.getByRole('form', { name: '통화 시간' }),
      label: '월요일',
      save: '통화 시간 저장',
      texts: ['09:00-11:00', '13:00-15:00'],
    },
  ];
  const tabs = await openTwice('/admin/callbacks', async (tab) => {
    for (const { within } of forms) await openFold(tab, within(tab));
  });
  for (const form of forms) await (await saveInBoth(tabs, form)).takeOver();
  await tabs.context.close();
});

it('shows the work of a service that another tab has saved', async () => {
  const service = await shop.buildService();
  const tabs = await openTwice(`/admin/services/${service.id}`, (tab) => tab.getByLabel('진행 단계').waitFor());
  const within = (tab: Page) => tab.locator('form');
  await (await saveInBoth(tabs, { within, label: '진행 단계', save: '업무 설정 저장' })).takeOver();
  await tabs.second.getByRole('button', { name: '업무 설정 저장' }).click();
  await tabs.second.getByText('저장했습니다. 이미 들어온 주문은 그대로입니다.').waitFor();
  await tabs.context.close();
});

it('shows what customers read of a member of staff that another tab has saved', async () => {
  const member = await shop.buildUser({ role: 'admin', fullname: '홍길동', permissions: ['orders'] });
  const tabs = await openTwice(`/admin/users/${member.id}`, (tab) => tab.getByLabel('직함').waitFor());
  const within = (tab: Page) => tab.locator('form').filter({ hasText: '직함' });
  await saveInBoth(tabs, { within, label: '직함', save: '공개 정보 저장' });
  await tabs.second.getByRole('button', { name: '내 내용으로 저장' }).click();
  await tabs.second.getByText('저장했습니다.').waitFor();
  await tabs.context.close();
});
