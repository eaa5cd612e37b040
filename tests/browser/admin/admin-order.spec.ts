import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { openConversation, readThread } from '#tests/support/app/consultations.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  setUpBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';
import { pressAt, tabTo } from '../keyboard.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자', email: 'admin@example.com' });
const [desktop, phone] = [await visitAs({ browser, shop }, admin), await visitAs({ browser, shop }, admin, 'phone')];
const lawyer = await buildLawyer('성춘향', true);
await buildLawyer('변학도', false);

async function buildLawyer(name: string, takes_cases: boolean): Promise<User> {
  const user = await shop.buildUser({ role: 'admin', fullname: name });
  await shop.db.insertInto('staff_profiles').values({ user_id: user.id, name, title: '변호사', takes_cases }).execute();
  return user;
}

type Paid = { user: User; order: OrderRow; title: string };

let buyers = 0;
/** A paid order whose promised call is an hour overdue. */
async function buildOverdue(): Promise<Paid> {
  buyers += 1;
  const user = await shop.buildUser({ fullname: '김하늘', phone: '01023456789', email: `sky${buyers}@example.com` });
  const service = await shop.buildService();
  const createdAt = new Date(Date.now() - 48 * HOUR_MS);
  const order = await shop.buildOrder({ status: 'confirmed', user, service, createdAt });
  const contact = { contact_by: new Date(Date.now() - HOUR_MS), contact_window: '평일 저녁 7시 이후' };
  await shop.db.updateTable('orders').set(contact).where('id', '=', order.id).execute();
  return { user, order, title: `김하늘, ${service.title}` };
}

async function openOrder({ page }: Visitor, { order, title }: Paid): Promise<void> {
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

const rowOf = (id: number) => shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The body has the focus when an element with the focus is gone. */
const focusedText = (page: Page) =>
  page.evaluate<string>("document.activeElement === document.body ? '' : document.activeElement.textContent");

describe('an order', () => {
  it('shows the number to call, is assigned, and records calls with outcomes, notes and times', async () => {
    const paid = await buildOverdue();
    const { page, ...visitor } = phone;
    await openOrder(phone, paid);
    await expect.poll(() => page.title()).toContain(`${paid.title} | `);
    await page.getByText(`주문 ${paid.order.order_number}`, { exact: true }).waitFor();
    const summary = page.getByRole('region', { name: '요약' });
    expect(await summary.getByRole('link', { name: '010-2345-6789' }).getAttribute('href')).toBe('tel:01023456789');
    expect(await summary.getByRole('link', { name: paid.user.email }).getAttribute('href')).toMatch(/^mailto:sky/);
    await summary.getByText('통화 희망 시간: 평일 저녁 7시 이후').waitFor();
    await summary.getByText('고객에게 전화합니다.').waitFor();
    await summary.getByText('기한이 지났습니다', { exact: false }).waitFor();

    const select = summary.getByRole('combobox', { name: '담당' });
    const names = async () =>
      (await select.locator('option').allTextContents()).filter((name) => /성춘향|변학도|미배정/.test(name));
    await expect.poll(names).toEqual(['미배정', '성춘향 변호사 (진행 0건)']);
    await select.selectOption(String(lawyer.id));
    expect((await rowOf(paid.order.id)).assignee_id).toBeNull();
    await summary.getByRole('button', { name: '지정' }).click();
    await summary.getByText('담당을 바꾸었습니다.').waitFor();
    await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await rowOf(paid.order.id)).assignee_id).toBe(lawyer.id);
    const taking = summary.getByRole('button', { name: '내가 맡기' });
    await taking.click();
    await expect.poll(async () => (await rowOf(paid.order.id)).assignee_id).not.toBe(lawyer.id);
    // The page has the answer, too.
    await taking.waitFor({ state: 'detached' });
    await select.selectOption('미배정');
    await summary.getByRole('button', { name: '지정' }).click();
    await expect.poll(async () => (await rowOf(paid.order.id)).assignee_id).toBeNull();

    const clock = page.getByRole('region', { name: '연락 기한' });
    const open = () => clock.getByRole('button', { name: '통화', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '통화: 김하늘' });
    const outcome = (name: string) => dialog.getByRole('button', { name });
    await open();
    await dialog.waitFor();
    expect(await dialog.getByRole('group', { name: '결과' }).getByRole('button').allInnerTexts()).toEqual([
      expect.stringMatching(/^통화함\s*1$/),
      expect.stringMatching(/^부재중\s*2$/),
      expect.stringMatching(/^다시 전화\s*3$/),
      expect.stringMatching(/^잘못된 번호\s*4$/),
    ]);
    await expectAccessible(page);
    await outcome('다시 전화').click();
    await dialog.getByText('다시 전화할 시각을 입력해주세요.').waitFor();
    await dialog.getByRole('button', { name: '1시간 뒤' }).click();
    await outcome('다시 전화').click();
    const calls = page.getByRole('log', { name: '사건 기록' });
    await calls.getByText('에 다시 전화').waitFor();
    await clock.getByText('다음 전화').waitFor();
    expect((await rowOf(paid.order.id)).contacted_at).toBeNull();

    await open();
    await outcome('통화함').click();
    await clock.getByText('에 통화함').waitFor();
    await expect.poll(() => focusedText(page)).toBe('통화');
    expect((await rowOf(paid.order.id)).contacted_at).toEqual(shop.clock.now());
    await page.getByText('업무를 시작합니다.').waitFor();
    await page.getByText('김하늘 통화함. 1분 뒤에 고객에게 알립니다.').waitFor();
    await page.getByRole('button', { name: '되돌리기', exact: true }).click();
    await page.getByText('고객에게 전화합니다.').waitFor();
    expect((await rowOf(paid.order.id)).contacted_at).toBeNull();
    await passMinute(shop);
    expect((await listMails(shop, paid.user.email)).map(({ kind }) => kind)).not.toContain('contacted');

    await open();
    await dialog.getByText('지금이 아닌 통화').click();
    await dialog.getByLabel('통화한 시각 (선택)').fill('2030-01-01T09:00');
    await dialog.getByLabel('메모').fill('어머니와 통화함');
    await outcome('통화함').click();
    await dialog.getByText('연락한 시각은 주문한 뒤부터 지금까지만 입력할 수 있습니다.').waitFor();
    const earlier = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 2 * HOUR_MS);
    const local = new Date(earlier.getTime() + 9 * HOUR_MS).toISOString().slice(0, 16);
    await dialog.getByLabel('통화한 시각 (선택)').fill(local);
    await outcome('통화함').click();
    await page.getByText('어머니와 통화함').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect((await rowOf(paid.order.id)).contacted_at).toEqual(earlier);
    await calls.getByRole('button', { name: /^지우기: 통화함/ }).click();
    await calls.getByText('어머니와 통화함').waitFor({ state: 'detached' });
    visitor.expectNoTrouble(/status of 400/);
  });

  it('says what the start of the work means, closes the work, and cancels only after a question in words', async () => {
    const paid = await buildOverdue();
    const { page, ...visitor } = phone;
    await openOrder(phone, paid);
    const work = page.getByRole('region', { name: '업무' });
    await work.getByText('더는 전액 환불을 받을 수 없습니다.').waitFor();
    await work.getByRole('button', { name: '업무 시작' }).click();
    await page.getByText('1분 뒤에 고객에게 메일로 알립니다.').waitFor();
    await page.getByRole('button', { name: '되돌리기', exact: true }).click();
    await expect.poll(async () => (await rowOf(paid.order.id)).work_started_at).toBeNull();
    await work.getByRole('button', { name: '업무 시작' }).click();
    await work.getByText('에 시작했습니다.').waitFor();
    await expect.poll(() => focusedText(page)).toContain('에 시작했습니다.');
    await passMinute(shop);
    expect((await listMails(shop, paid.user.email)).map(({ kind }) => kind)).toContain('work_started');
    await page.getByText('업무 진행 중', { exact: true }).waitFor();

    await work.getByRole('button', { name: '종결' }).click();
    await work.getByText('에 종결했습니다.').waitFor();
    await page.getByText('종결한 업무입니다.').waitFor();
    await work.getByRole('button', { name: '업무 다시 열기' }).click();
    await work.getByRole('button', { name: '종결' }).waitFor();

    await openMoney(page);
    const section = page.getByRole('region', { name: '주문 취소' });
    await section.getByLabel('취소 메시지 (선택)').fill('고객이 전화로 취소했습니다.');
    await section.getByRole('button', { name: '주문 취소' }).click();
    const question = page.getByRole('alertdialog', { name: '주문 취소' });
    await question.getByText(`주문 ${paid.order.order_number}을 취소합니다.`).waitFor();
    await question.getByRole('button', { name: '닫기' }).click();
    expect((await rowOf(paid.order.id)).status).toBe('confirmed');
    await section.getByRole('button', { name: '주문 취소' }).click();
    await question.getByRole('button', { name: '주문 취소' }).click();
    await section.getByText('취소된 주문입니다.').waitFor();
    expect((await rowOf(paid.order.id)).status).toBe('cancelled');
    await page.getByText('고객이 전화로 취소했습니다.').waitFor();
    visitor.expectNoTrouble();
  });
});

it('warns before the start while the customer waits for a refund, also when asked a moment ago', async () => {
  const paid = await buildOverdue();
  const { page, ...visitor } = desktop;
  await openOrder(desktop, paid);
  const customer = await shop.client().as(paid.user);
  const asked = await customer.post(`/api/orders/${paid.order.id}/refund-requests`, { reason: '마음이 바뀌었습니다.' });
  expect(asked.statusCode).toBeLessThan(300);
  const question = page.getByRole('alertdialog');
  const work = page.getByRole('region', { name: '업무' });
  await work.getByRole('button', { name: '업무 시작' }).click();
  await question.getByText('고객이 환불을 요청하고 답을 기다리고 있습니다.').waitFor();
  await question.getByRole('button', { name: '취소' }).click();
  expect((await rowOf(paid.order.id)).work_started_at).toBeNull();

  await page.reload();
  await page.getByText('환불 요청에 답합니다.').waitFor();
  await work.getByRole('button', { name: '업무 시작' }).click();
  await question.getByText('고객이 환불을 요청하고 답을 기다리고 있습니다.').waitFor();
  await question.getByRole('button', { name: '그래도 시작' }).click();
  await work.getByText('에 시작했습니다.').waitFor();
  visitor.expectNoTrouble(/status of 409/);
});

it('has one stream of the case, filtered, and acted on there and by the search', async () => {
  const paid = await buildOverdue();
  const customer = { user: paid.user, client: await shop.client().as(paid.user) };
  const { id } = await openConversation(customer, { order_id: paid.order.id, text: '언제 끝나나요' });
  const { page, ...visitor } = phone;
  await openOrder(phone, paid);
  const talk = page.getByRole('region', { name: '사건 기록', exact: true });
  await talk.getByRole('log').getByText('언제 끝나나요').waitFor();
  const search = async (name: string) => {
    // The dialog gives the focus back to it, before the act.
    await talk.getByRole('button', { name: '공개 메모' }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: '바로 찾기' }).getByRole('searchbox').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '바로 찾기' }).waitFor({ state: 'detached' });
  };
  await search('답변쓰기');
  await talk.locator('textarea:focus').fill('다음 주에 끝납니다.');
  await talk.getByRole('button', { name: '보내기' }).click();
  await talk.getByRole('log').getByText('다음 주에 끝납니다.').waitFor();
  await talk.getByText('답변 완료').waitFor();
  await expect
    .poll(async () => (await readThread(customer, id)).map(({ text }) => text))
    .toContain('다음 주에 끝납니다.');
  await talk.getByRole('button', { name: '통화 결과 남기기' }).click();
  await page.getByRole('dialog', { name: '통화: 김하늘' }).getByLabel('메모').fill('받지 않음');
  await page.getByRole('dialog').getByRole('button', { name: '부재중' }).click();
  await talk.getByRole('log').getByText('받지 않음').waitFor();
  await search('단계 추가');
  await page.getByRole('form', { name: '새 단계' }).getByLabel('단계 이름').fill('의견서 제출');
  await page.getByRole('form', { name: '새 단계' }).getByRole('button', { name: '추가' }).click();
  await page.getByRole('checkbox', { name: '의견서 제출' }).click();
  await talk.getByRole('log').getByText('단계 완료: 의견서 제출').waitFor();
  const texts = ['다음 주에 끝납니다.', '받지 않음', '단계 완료: 의견서 제출'];
  const shown = async () => {
    const all = await talk.getByRole('log').innerText();
    return texts.filter((text) => all.includes(text));
  };
  await expect.poll(shown).toEqual(texts);
  for (const [filter, text] of [
    ['대화', '다음 주에 끝납니다.'],
    ['통화', '받지 않음'],
    ['단계', '단계 완료: 의견서 제출'],
  ] as const) {
    await talk.getByRole('button', { name: `${filter} 보기`, exact: true }).click();
    await expect.poll(shown).toEqual([text]);
  }
  await expectGoodOnBothScreens(page);
  visitor.expectNoTrouble();
});

it('shows an administrator without the permission for money no act of money', async () => {
  const paid = await buildOverdue();
  const reception = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
  const { page, ...visitor } = desktop;
  await becomeUser(desktop, shop, reception);
  await page.goto(`/admin/orders/${paid.order.id}`);
  await page.getByRole('region', { name: '업무' }).waitFor();
  for (const name of ['환불', '증빙', '주문 취소']) {
    expect(await page.getByRole('region', { name, exact: true }).count(), name).toBe(0);
  }
  await becomeUser(desktop, shop, admin);
  visitor.expectNoTrouble();
});

it('is worked on by keyboard alone: menu, assignment, call and start', async () => {
  const paid = await buildOverdue();
  const { page, ...visitor } = desktop;
  await openOrder(desktop, paid);
  await pressAt(page, page.getByRole('button', { name: '더 보기' }));
  await page.getByRole('menuitem', { name: '결제사에 다시 확인' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toBe('더 보기');
  await pressAt(page, page.getByRole('button', { name: '통화', exact: true }));
  await page.getByRole('dialog', { name: '통화: 김하늘' }).waitFor();
  await expect.poll(() => focusedText(page)).toContain('통화함');
  await page.keyboard.press('2');
  await page.getByText('김하늘 부재중. 고객에게 알리지 않습니다.').waitFor();
  await expect.poll(() => focusedText(page)).toBe('통화');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedText(page)).toContain('통화함');
  await page.keyboard.press('1');
  await page.getByText('에 통화함').waitFor();
  await tabTo(page, page.getByRole('combobox', { name: '담당' }));
  await page.keyboard.press('ArrowDown');
  await pressAt(page, page.getByRole('button', { name: '지정' }));
  await page.getByText('담당을 바꾸었습니다.').waitFor();
  expect((await rowOf(paid.order.id)).assignee_id).not.toBeNull();
  await pressAt(page, page.getByRole('button', { name: '업무 시작' }));
  await page.getByText('에 시작했습니다.').waitFor();
  visitor.expectNoTrouble();
});
