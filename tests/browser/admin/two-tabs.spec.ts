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
  path: string;
  open: (page: Page) => Promise<void>;
  within?: (page: Page) => Locator;
  label: string;
  save: string;
  texts?: readonly [string, string];
};

/** Opens the form in two tabs, saves the first and then tries the second. */
async function saveInTwoTabs({
  path,
  open,
  within = (page) => page.locator('form'),
  label,
  save,
  texts = ['먼저 쓴 내용', '나중에 쓴 내용'],
}: Form) {
  const [earlier, later] = texts;
  const fieldOf = (page: Page) => within(page).getByLabel(label);
  const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
  const { page: first, context } = await visitAs({ browser, shop }, admin, 'desktop');
  const second = await context.newPage();
  for (const page of [first, second]) {
    await page.goto(path);
    await open(page);
  }
  const write = async (page: Page, text: string) => {
    await fieldOf(page).fill(text);
    await within(page).getByRole('button', { name: save, exact: true }).click();
  };
  const answered = first.waitForResponse((response) => response.request().method() === 'PUT');
  await write(first, earlier);
  expect((await answered).status()).toBe(200);
  await write(second, later);
  await second.getByText('다른 곳에서 먼저 저장했습니다.').waitFor();
  await second.getByRole('definition').filter({ hasText: earlier }).waitFor();
  expect(await fieldOf(second).inputValue()).toBe(later);
  return { page: second, field: fieldOf(second), context };
}

it('shows the canned reply that another tab has saved, and keeps what is typed until one is chosen', async () => {
  const [now, old] = [new Date(), '처음 내용'];
  await shop.db
    .insertInto('canned_replies')
    .values({ title: '인사', text: old, created_at: now, updated_at: now })
    .execute();
  const { id } = await openConversation(await buildCustomer(shop), { subject: '문의', text: '안녕하세요' });
  const { page, context } = await saveInTwoTabs({
    path: `/admin/chat?id=${id}`,
    open: async (tab) => {
      await tab.getByRole('button', { name: '자주 쓰는 답변', exact: true }).click();
      await tab.getByRole('button', { name: '인사 수정' }).click();
    },
    within: (tab) => tab.getByRole('dialog').locator('form'),
    label: '내용',
    save: '저장',
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: '내 내용으로 저장' }).click();
  await page.getByText('나중에 쓴 내용').waitFor();
  const { text } = await shop.db.selectFrom('canned_replies').select('text').executeTakeFirstOrThrow();
  expect(text).toBe('나중에 쓴 내용');
  await context.close();
});

it('shows the step that another tab has saved, and takes it over', async () => {
  const order = await shop.buildOrder({ status: 'confirmed' });
  await shop.db.insertInto('order_steps').values({ order_id: order.id, title: '자료 요청', position: 1 }).execute();
  const { page, field, context } = await saveInTwoTabs({
    path: `/admin/orders/${order.id}`,
    open: (tab) => tab.getByRole('button', { name: '수정: 자료 요청' }).click(),
    within: (tab) => tab.getByRole('form', { name: '자료 요청 수정' }),
    label: '고객에게 보이는 설명',
    save: '저장',
  });
  await page.getByRole('button', { name: '저장된 내용 불러오기' }).click();
  expect(await field.inputValue()).toBe('먼저 쓴 내용');
  await page.getByRole('form', { name: '자료 요청 수정' }).getByRole('button', { name: '저장', exact: true }).click();
  await field.waitFor({ state: 'detached' });
  await context.close();
});

it('shows the work of a service that another tab has saved', async () => {
  const service = await shop.buildService();
  const { page, field, context } = await saveInTwoTabs({
    path: `/admin/services/${service.id}`,
    open: (tab) => tab.getByLabel('진행 단계').waitFor(),
    label: '진행 단계',
    save: '업무 설정 저장',
  });
  await page.getByRole('button', { name: '저장된 내용 불러오기' }).click();
  expect(await field.inputValue()).toBe('먼저 쓴 내용');
  await page.getByRole('button', { name: '업무 설정 저장' }).click();
  await page.getByText('저장했습니다. 이미 들어온 주문은 그대로입니다.').waitFor();
  await context.close();
});

type TextForm = Omit<Form, 'open' | 'within'> & { within: (page: Page) => Locator; open?: Form['open'] };

const TEXT_FORMS: Readonly<Record<string, (id: number) => TextForm>> = {
  'the receipt for the tax office': (id) => ({
    path: `/admin/orders/${id}`,
    open: openMoney,
    within: (tab) => tab.getByRole('form', { name: '증빙' }),
    label: '메모',
    save: '증빙 저장',
  }),
  'the opponents of a case': (id) => ({
    path: `/admin/orders/${id}`,
    within: (tab) => tab.getByRole('form', { name: '상대방', exact: true }),
    label: '상대방 이름',
    save: '상대방 저장',
  }),
  'the places of a slot for calls': () => ({
    path: '/admin/callbacks',
    within: (tab) => tab.getByRole('form', { name: '예약 인원' }),
    label: '한 시간대에 받을 예약',
    save: '저장',
    texts: ['3', '4'],
  }),
  'the hours for calls': () => ({
    path: '/admin/callbacks',
    within: (tab) => tab.getByRole('form', { name: '통화 시간' }),
    label: '월요일',
    save: '통화 시간 저장',
    texts: ['09:00-11:00', '13:00-15:00'],
  }),
};

it.each(Object.entries(TEXT_FORMS))('shows %s that another tab has saved', async (_name, formOf) => {
  const { id } = await shop.buildOrder({ status: 'confirmed' });
  const form = formOf(id);
  const open = async (tab: Page) => {
    const shown = form.within(tab);
    // Some forms are folded away.
    const fold = tab.locator('details:not([open])').filter({ has: shown }).locator('> summary');
    await shown.waitFor({ state: 'attached' });
    if ((await fold.count()) > 0) await fold.click();
  };
  const { page, field, context } = await saveInTwoTabs({ open, ...form });
  await expectAccessible(page);
  await page.getByRole('button', { name: '저장된 내용 불러오기' }).click();
  expect(await field.inputValue()).toBe(form.texts?.[0] ?? '먼저 쓴 내용');
  await context.close();
});

it('shows what customers read of a member of staff that another tab has saved', async () => {
  const member = await shop.buildUser({ role: 'admin', fullname: '홍길동', permissions: ['orders'] });
  const { page, context } = await saveInTwoTabs({
    path: `/admin/users/${member.id}`,
    open: (tab) => tab.getByLabel('직함').waitFor(),
    within: (tab) => tab.locator('form').filter({ hasText: '직함' }),
    label: '직함',
    save: '공개 정보 저장',
  });
  await page.getByRole('button', { name: '내 내용으로 저장' }).click();
  await page.getByText('저장했습니다.').waitFor();
  await context.close();
});
