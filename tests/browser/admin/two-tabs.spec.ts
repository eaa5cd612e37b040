import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const { page: tab, context } = await visitAs({ browser, shop }, admin);
const client = await shop.client().as(admin);

type Form = {
  within: (tab: Page) => Locator;
  label: string;
  save: string;
  /** The call by which another tab saves its text before. */
  put?: readonly [path: string, body: object];
};

async function write(tab: Page, { within, label, save }: Form, text: string): Promise<void> {
  await within(tab).getByLabel(label).fill(text);
  await within(tab).getByRole('button', { name: save, exact: true }).click();
}

/** Tries to save what another tab has saved before: the page shows the saved text and keeps its own. */
async function saveLate(form: Form) {
  const { within, label, put } = form;
  const [earlier, later] = ['먼저 쓴 내용', '나중에 쓴 내용'];
  if (put) expect((await client.put(`/api/admin/${put[0]}`, put[1])).statusCode).toBe(200);
  await write(tab, form, later);
  await tab.getByText('다른 곳에서 먼저 저장했습니다.').waitFor();
  await tab.getByRole('definition').filter({ hasText: earlier }).waitFor();
  const field = within(tab).getByLabel(label);
  expect(await field.inputValue()).toBe(later);
  return {
    field,
    /** Loads what the other tab has saved. */
    takeOver: async () => {
      await tab.getByRole('button', { name: '저장된 내용 불러오기' }).click();
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
  const path = `/admin/chat?id=${id}`;
  const edit = async (tab: Page) => {
    await tab.getByRole('button', { name: '자주 쓰는 답변', exact: true }).click();
    await tab.getByRole('button', { name: '인사 수정' }).click();
  };
  await tab.goto(path);
  await edit(tab);
  const first = await context.newPage();
  await first.goto(path);
  await edit(first);
  const form = { within: (tab: Page) => tab.getByRole('dialog').locator('form'), label: '내용', save: '저장' };
  await write(first, form, '먼저 쓴 내용');
  await form.within(first).waitFor({ state: 'detached' });
  await first.close();
  await saveLate(form);
  await expectAccessible(tab);
  await tab.getByRole('button', { name: '내 내용으로 저장' }).click();
  await tab.getByText('나중에 쓴 내용').waitFor();
  const { text } = await shop.db.selectFrom('canned_replies').select('text').executeTakeFirstOrThrow();
  expect(text).toBe('나중에 쓴 내용');
});

it('shows step, receipt and opponents of a case that another tab has saved', async () => {
  const order = await shop.buildOrder({ status: 'confirmed' });
  const { id: stepId } = await shop.db
    .insertInto('order_steps')
    .values({ order_id: order.id, title: '자료 요청', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tab.goto(`/admin/orders/${order.id}`);
  await tab.getByRole('button', { name: '수정: 자료 요청' }).click();
  await openMoney(tab);
  await openFold(tab, opponents(tab));
  const note = '먼저 쓴 내용';
  const steps = (tab: Page) => tab.getByRole('form', { name: '자료 요청 수정' });
  const step = await saveLate({
    within: steps,
    label: '고객에게 보이는 설명',
    save: '저장',
    put: [`orders/${order.id}/steps/${stepId}`, { note }],
  });
  await step.takeOver();
  await steps(tab).getByRole('button', { name: '저장', exact: true }).click();
  await step.field.waitFor({ state: 'detached' });
  const proof = await saveLate({
    within: (tab) => tab.getByRole('form', { name: '증빙' }),
    label: '메모',
    save: '증빙 저장',
    put: [`orders/${order.id}/proof`, { kind: 'none', note }],
  });
  await proof.takeOver();
  const others = await saveLate({
    within: opponents,
    label: '상대방 이름',
    save: '상대방 저장',
    put: [`orders/${order.id}/opponents`, { names: [note] }],
  });
  await others.takeOver();
});

const opponents = (tab: Page) => tab.getByRole('form', { name: '상대방', exact: true });

/** Some forms are folded away. */
async function openFold(tab: Page, form: Locator): Promise<void> {
  await form.waitFor({ state: 'attached' });
  const fold = tab.locator('details:not([open])').filter({ has: form }).locator('> summary');
  if ((await fold.count()) > 0) await fold.click();
}
