import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  type CustomerFixture,
  openConversation,
  readConversation,
  readThread,
  say,
} from '#tests/support/app/consultations.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  type Screen,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

async function visitAsAdmin(fullname: string, screen: Screen = 'desktop') {
  const user = await shop.buildUser({ role: 'admin', fullname, permissions: ['consultations', 'orders'] });
  const visitor = await visitAs({ browser, shop }, user, screen);
  return { ...visitor, user };
}

const replyField = (page: Page) => page.getByRole('textbox', { name: '고객에게 답변' });
const textsOf = async (customer: CustomerFixture, id: number) =>
  (await readThread(customer, id)).map(({ text }) => text);

describe('/admin/chat', () => {
  it('leads from the waiting customer to an answer, with notes apart and canned replies by a slash', async () => {
    const customer = await buildCustomer(shop, { fullname: '한고객' });
    const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    const { id } = await openConversation(customer, {
      order_id: order.id,
      subject: '항고 절차',
      text: '언제 끝나나요',
    });
    const { page, context, user, expectNoTrouble } = await visitAsAdmin('김담당');
    await page.goto('/admin/chat');
    await page.getByRole('link', { name: /한고객.*항고 절차/s }).waitFor();
    await page.getByLabel('상담 검색').fill('끝나나');
    await page.getByRole('button', { name: '찾기', exact: true }).click();
    await page.getByText('‘끝나나’ 검색 결과').waitFor();
    await page.getByRole('link', { name: /한고객.*항고 절차/s }).click();
    await page.getByRole('log').getByText('언제 끝나나요').waitFor();
    const beside = page.getByRole('complementary', { name: '고객 정보' });
    await beside.getByRole('link', { name: order.order_number }).waitFor();

    await page.getByRole('button', { name: '내가 맡기' }).click();
    await page.getByRole('log').getByText('담당자가 김담당 님으로 지정되었습니다.').waitFor();

    await page.getByRole('button', { name: '내부 메모' }).click();
    await page.getByRole('textbox', { name: '내부 메모' }).fill('서류를 먼저 확인할 것');
    await page.getByRole('button', { name: '메모 남기기' }).click();
    await page.getByRole('log').getByText('메모 · 고객에게 보이지 않습니다').waitFor();

    await page.getByRole('button', { name: '자주 쓰는 답변', exact: true }).click();
    await page.getByRole('button', { name: '자주 쓰는 답변 추가' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('제목').fill('접수 안내');
    await dialog.getByLabel('내용').fill('{고객명} 님, 주문 {주문번호} 접수했습니다. {담당자명} 드림');
    await dialog.getByRole('button', { name: '저장' }).click();
    await dialog.getByText('접수 안내').waitFor();
    await dialog.getByRole('button', { name: '닫기' }).click();
    await page.getByRole('button', { name: '고객에게 답변' }).click();
    await replyField(page).fill('/접수');
    await page.getByRole('list', { name: '자주 쓰는 답변' }).getByText('접수 안내').waitFor();
    await replyField(page).press('Enter');
    const filled = `한고객 님, 주문 ${order.order_number} 접수했습니다. 김담당 드림`;
    await expect.poll(() => replyField(page).inputValue()).toBe(filled);
    await replyField(page).press('Enter');
    await page.getByRole('log').getByText(filled).waitFor();
    await expect.poll(() => replyField(page).inputValue()).toBe('');
    await expect.poll(async () => (await textsOf(customer, id)).at(-1)).toBe(filled);
    expect(await textsOf(customer, id)).not.toContain('서류를 먼저 확인할 것');

    await customer.client.put(`/api/consultations/${id}/read`, { seq: 99 });
    await page.getByRole('log').getByText('읽음', { exact: true }).waitFor();
    await page.getByRole('button', { name: '상담 종료' }).click();
    await page.getByRole('button', { name: '다시 열기' }).click();
    await page.getByRole('button', { name: '상담 종료' }).waitFor();
    await expect
      .poll(() => readConversation(customer, id))
      .toMatchObject({ status: 'answered', assignee: { id: user.id, name: '김담당' } });
    expectNoTrouble();
    await context.close();
  });

  it('shows two administrators who answer concurrently, and asks before a second answer is sent', async () => {
    const customer = await buildCustomer(shop, { fullname: '두고객' });
    const { id } = await openConversation(customer);
    const [one, two] = [await visitAsAdmin('김하나'), await visitAsAdmin('이두리')];
    for (const { page } of [one, two]) {
      await page.goto(`/admin/chat?id=${id}`);
      await page.getByRole('log').getByText('안녕하세요').waitFor();
    }
    await replyField(one.page).pressSequentially('제가 답');
    await two.page.getByText('김하나 님이 입력하고 있습니다.').waitFor();
    await replyField(two.page).pressSequentially('저도 답');
    await one.page.getByText('이두리 님이 입력하고 있습니다.').waitFor();
    await replyField(one.page).press('Enter');
    await two.page.getByRole('log').getByText('제가 답').waitFor();
    await replyField(two.page).press('Enter');
    const question = two.page.getByRole('alertdialog').or(two.page.getByRole('dialog'));
    await question.getByText('김하나 님이 먼저 답변했습니다').waitFor();
    await question.getByRole('button', { name: '취소' }).click();
    expect(await replyField(two.page).inputValue()).toBe('저도 답');
    expect(await textsOf(customer, id)).toEqual(['안녕하세요', '제가 답']);
    for (const visitor of [one, two]) {
      visitor.expectNoTrouble();
      await visitor.context.close();
    }
  });

  it('says that a colleague changed the conversation, shows how it is, and closes it right after the own answer', async () => {
    const customer = await buildCustomer(shop, { fullname: '세고객' });
    const { id } = await openConversation(customer);
    const { page, context, user, expectNoTrouble } = await visitAsAdmin('김담당');
    const detail = new RegExp(`/api/admin/consultations/${id}$`);
    // The page stays at the version that it had at first, however often it reads.
    const first = (await (await shop.client().as(user)).get(`/api/admin/consultations/${id}`)).body;
    await page.route(detail, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ contentType: 'application/json', body: first })
        : route.fallback(),
    );
    await page.goto(`/admin/chat?id=${id}`);
    await page.getByRole('button', { name: '상담 종료' }).waitFor();
    await shop.db.updateTable('conversations').set({ version: 7 }).where('id', '=', id).execute();
    await page.getByRole('button', { name: '상담 종료' }).click();
    await page.getByText('다른 관리자가 먼저 저장했습니다').waitFor();
    await page.unroute(detail);
    // The news of the answer never arrives.
    await page.route('**/api/events*', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: '상담 종료' }).waitFor();
    await replyField(page).fill('답변입니다.');
    await replyField(page).press('Enter');
    await page.getByRole('button', { name: '상담 종료' }).click();
    await page.getByRole('button', { name: '다시 열기' }).waitFor();
    expectNoTrouble(/status of 409|ERR_FAILED/);
    await context.close();
  });

  it('opens the longest waiting, has keys for what is done with it, and leads to the next customer who waits', async () => {
    const customer = await buildCustomer(shop, { fullname: '키고객' });
    const { id } = await openConversation(customer, { subject: '키로 답하기', text: '키 질문' });
    const longAgo = new Date(shop.clock.now().getTime() - 100_000_000);
    await shop.db.updateTable('conversations').set({ waiting_since: longAgo }).where('id', '=', id).execute();
    const { page, context, user, expectNoTrouble } = await visitAsAdmin('키담당');
    await page.goto('/admin/chat');
    await page.waitForURL(`**/admin/chat?id=${id}`);
    await page.getByRole('log').getByText('키 질문').waitFor();
    // A dialog that a key has opened leaves the keys to the page, not to the search field at its top.
    await page.getByRole('main').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '단축키' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '단축키' }).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    const row = page.getByRole('link', { name: /키고객.*키로 답하기/s });
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);

    await page.keyboard.press('a');
    await page.getByRole('log').getByText('담당자가 키담당 님으로 지정되었습니다.').waitFor();
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: '내부 메모' });
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    // A key of the page is a letter in a field.
    await page.keyboard.type('hear');
    await expect.poll(() => note.inputValue()).toBe('hear');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await note.fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await replyField(page).fill('답변입니다.');
    await replyField(page).press('Enter');
    await page.getByRole('log').getByText('답변입니다.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('h');
    const holding = page.getByRole('dialog', { name: '상담 보류' });
    await holding.waitFor();
    await page.keyboard.press('Escape');
    await holding.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: '단축키' });
    await help.getByText('고객에게 답변 쓰기').waitFor();
    await expectAccessible(page);
    // Not while a dialog is open.
    await page.keyboard.press('e');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(async () => (await readConversation(customer, id)).status).toBe('answered');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: '다시 열기' }).waitFor();

    // Once the open one has an answer, the page leads to the next customer who waits.
    const [first, second] = [
      await openConversation(await buildCustomer(shop)),
      await openConversation(await buildCustomer(shop)),
    ];
    const own = shop.db.updateTable('conversations').set({ assignee_id: user.id });
    await own.where('id', 'in', [first.id, second.id]).execute();
    await page.goto('/admin/chat?view=mine');
    await page.waitForURL(`**/admin/chat?view=mine&id=${first.id}`);
    const next = page.getByRole('link', { name: '다음 대기 상담' });
    const answerOpen = async () => {
      await replyField(page).fill('확인했습니다');
      await replyField(page).press('Enter');
      await page.getByRole('log').getByText('확인했습니다').waitFor();
    };
    await replyField(page).waitFor();
    expect(await next.count()).toBe(0);
    await answerOpen();
    await next.click();
    await page.waitForURL(`**/admin/chat?view=mine&id=${second.id}`);
    await next.waitFor({ state: 'hidden' });
    await answerOpen();
    await page
      .getByRole('region', { name: /님과의 상담$/ })
      .getByText('답변 완료')
      .waitFor();
    expect(await next.count()).toBe(0);
    expectNoTrouble();
    await context.close();
  });

  it('counts what waits in the menu and, once switched on, in the title', async () => {
    const customer = await buildCustomer(shop, { fullname: '네고객' });
    const { page, context, expectNoTrouble } = await visitAsAdmin('김담당');
    const waiting = async () => {
      const rows = await shop.db.selectFrom('conversations').select('id').where('status', '=', 'waiting').execute();
      return rows.length;
    };
    // The one that waits longest opens by itself.
    await openConversation(await buildCustomer(shop));
    await page.goto('/admin/chat?view=waiting');
    expect(await page.title()).not.toMatch(/^\(/);
    await page.getByRole('checkbox', { name: /알림/ }).check();
    const { id } = await openConversation(customer, { subject: '새 문의' });
    await page.getByRole('link', { name: /네고객/ }).waitFor();
    const count = await waiting();
    await expect.poll(() => page.title()).toMatch(new RegExp(`^\\(${count}\\) `));
    await page.getByRole('link', { name: new RegExp(`채팅 상담\\s*${count}`) }).waitFor();
    await say(customer, id, '하나 더');
    await page.getByText('하나 더').waitFor();
    await answer(await buildAdmin(shop), id, '답변');
    await page.getByRole('link', { name: /네고객/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('checkbox', { name: /알림/, checked: true }).waitFor();
    expectNoTrouble();
    await context.close();
  });

  it('asks once for a conversation that does not exist, and leaves 40 % of a phone for the thread above a keyboard', async () => {
    const customer = await buildCustomer(shop, { fullname: '아주긴이름'.repeat(4) });
    await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    const { id } = await openConversation(customer, { subject: '긴 제목 '.repeat(15), text: '긴 글 '.repeat(200) });
    const { page, context, expectNoTrouble } = await visitAsAdmin('김담당', 'phone');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const countOf = (path: string) => asked.filter((known) => known === path).length;
    const list = '/api/admin/consultations';
    await page.goto('/admin/chat?id=999999');
    await page.getByText('상담을 찾을 수 없습니다').waitFor();
    // The event stream refetches the lists once it is open, and would refetch the conversation with them.
    await expect.poll(() => countOf(list)).toBeGreaterThan(1);
    await page.waitForLoadState('load');
    expect(countOf(`${list}/999999`)).toBe(1);
    await page.getByRole('link', { name: '목록으로' }).click();
    await page.waitForURL('**/admin/chat');
    const row = page.getByRole('link', { name: /아주긴이름/ });
    await row.waitFor();
    await expectNoSidewaysScroll(page);
    await row.click();
    await page.waitForURL(`**/admin/chat?id=${id}`);
    await page.getByRole('log').getByText('긴 글').waitFor();
    await expectGoodOnBothScreens(page, () => page.getByRole('link', { name: /아주긴이름.*긴 제목/s }).waitFor());
    await page.setViewportSize({ width: 390, height: 420 });
    await replyField(page).fill('입력하고 있습니다.');
    const log = page.getByRole('log');
    await expect.poll(async () => (await log.boundingBox())?.height).toBeGreaterThanOrEqual(420 * 0.4);
    const send = (await page.getByRole('button', { name: '보내기' }).boundingBox()) ?? { y: 420, height: 0 };
    expect(send.y + send.height).toBeLessThanOrEqual(420);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: '고객 정보' }).click();
    await page.getByRole('heading', { name: '군인' }).waitFor();
    await page.getByRole('link', { name: '목록으로' }).click();
    await page.getByRole('link', { name: /아주긴이름/ }).waitFor();
    expectNoTrouble(/404 \(Not Found\)/);
    await context.close();
  });
});
