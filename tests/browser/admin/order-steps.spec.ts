import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  setUpBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

type Case = { user: User; order: OrderRow; service: { id: number; title: string } };

async function buildCase(): Promise<Case> {
  const user = await shop.buildUser();
  const service = await shop.buildService();
  const order = await shop.buildOrder({ status: 'confirmed', user, service });
  const started = { work_started_at: new Date() };
  await shop.db.updateTable('orders').set(started).where('id', '=', order.id).execute();
  return { user, order, service };
}

async function openSteps({ order }: Case): Promise<Visitor & { section: Locator }> {
  const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
  const visitor = await visitAs({ browser, shop }, admin, 'phone');
  await visitor.page.goto(`/admin/orders/${order.id}`);
  const section = visitor.page.getByRole('region', { name: '진행 단계' });
  await section.waitFor();
  return { ...visitor, section };
}

const titlesOf = async (id: number) =>
  (
    await shop.db.selectFrom('order_steps').select('title').where('order_id', '=', id).orderBy('position').execute()
  ).map(({ title }) => title);

describe('the steps of a case', () => {
  it('come from the template or are typed, are changed, done, deleted and dragged, and the customer reads them', async () => {
    const made = await buildCase();
    const rows = ['자료 요청', '제출'].map((title, index) => ({
      service_id: made.service.id,
      title,
      position: index + 1,
    }));
    await shop.db.insertInto('service_steps').values(rows).execute();
    const visitor = await openSteps(made);
    const { page, section } = visitor;
    await section.getByText('아직 정한 단계가 없습니다.').waitFor();
    await section.getByRole('button', { name: '서비스의 단계 넣기' }).click();
    await section.getByText('서비스에 정해 둔 단계를 넣었습니다.').waitFor();
    expect(await titlesOf(made.order.id)).toEqual(['자료 요청', '제출']);

    await section.getByText('단계 추가', { exact: true }).click();
    const form = section.getByRole('form', { name: '단계 추가' });
    await form.getByRole('button', { name: '추가' }).click();
    await form.getByText('단계 이름을 입력해주세요.').waitFor();
    await form.getByLabel('단계 이름').fill('출석');
    // Half a day has no value, and is not dropped.
    await form.getByLabel('기한 (선택)').focus();
    await page.keyboard.type('12');
    await form.getByRole('button', { name: '추가' }).click();
    await form.getByText('날짜가 올바르지 않습니다.').waitFor();
    expect(await titlesOf(made.order.id)).toEqual(['자료 요청', '제출']);
    await form.getByLabel('기한 (선택)').fill('2020-01-02');
    await form.getByRole('button', { name: '추가' }).click();
    await section.getByText('2020. 1. 2.까지, 지났습니다').waitFor();
    await expect.poll(() => form.getByLabel('단계 이름').inputValue()).toBe('');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await section.getByRole('button', { name: '수정: 출석' }).click();
    const edited = section.getByRole('form', { name: '출석 수정' });
    await edited.getByLabel('기한 (선택)').fill('2031-03-04');
    await edited.getByLabel('고객에게 보이는 설명 (선택)').fill('신분증을 가져오세요.');
    await edited.getByRole('button', { name: '저장' }).click();
    await section.getByText('2031. 3. 4.까지').waitFor();
    const focused = () => page.evaluate<string | null>('document.activeElement.ariaLabel');
    await expect.poll(focused).toBe('수정: 출석');
    const first = section.getByRole('checkbox', { name: '자료 요청' });
    await first.click();
    await page.getByText('‘자료 요청’ 단계를 마쳤습니다. 1분 뒤에 고객에게 알립니다.').waitFor();
    await page.getByRole('button', { name: '되돌리기', exact: true }).click();
    await expect.poll(() => first.isChecked()).toBe(false);
    await first.click();
    await section
      .getByText('완료', { exact: false })
      .filter({ hasText: /^\d{4}\. .* 완료$/ })
      .waitFor();
    await page.getByRole('region', { name: '다음 할 일' }).getByText('제출').waitFor();
    await section.getByRole('button', { name: '삭제: 제출' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
    await section.getByText('제출', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => titlesOf(made.order.id)).toEqual(['자료 요청', '출석']);

    await section.getByRole('button', { name: '출석 순서 바꾸기' }).hover();
    await page.mouse.down();
    const above = await section.getByRole('button', { name: '자료 요청 순서 바꾸기' }).boundingBox();
    if (!above) throw new Error('the first step is not on the screen');
    await page.mouse.move(above.x + 5, above.y - 5, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => titlesOf(made.order.id)).toEqual(['출석', '자료 요청']);
    await becomeUser(visitor, shop, made.user);
    await page.goto('/profile');
    await page.getByText('다음 단계: 출석 (2031. 3. 4.까지)').first().waitFor();
    await page.goto(`/orders/${made.order.id}`);
    await page.getByText('신분증을 가져오세요.').waitFor();
    await page.getByText('2031. 3. 4. 예정').waitFor();
    visitor.expectNoTrouble();
  });
});
