import { describe, expect, it } from 'vitest';
import type { NoticeKind } from '#shared/rules/notices/notices.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { expectGoodOnBothScreens, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

/** A KakaoTalk notice that was delivered, and one that failed as the last of its channels. */
async function insertNotices(order: OrderRow): Promise<void> {
  const insertEvent = (kind: NoticeKind) =>
    shop.db
      .insertInto('notice_events')
      .values({ kind, user_id: order.user_id, order_id: order.id, planned_at: shop.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [paid, step] = [await insertEvent('paid'), await insertEvent('step_done')];
  const message = { channel: 'kakao', phone: '01012345678', attempts: 2 } as const;
  const failed = { state: 'failed', last_error: 'not delivered within 3 minutes' } as const;
  await shop.db
    .insertInto('notices')
    .values([
      { ...message, event_id: paid.id, state: 'delivered', delivered_at: shop.clock.now() },
      { ...message, event_id: step.id, ...failed },
    ])
    .execute();
}

describe('the notices', () => {
  it('administrators see what became of each notice, filter, and send a failed one again', async () => {
    await shop.db.deleteFrom('notice_events').execute();
    const order = await shop.buildOrder({ status: 'confirmed', user: await shop.buildUser() });
    const visitor = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin' }), 'phone');
    const { page } = visitor;
    await page.goto('/admin/notices?order=asc');
    await page.getByText('아직 보낸 알림이 없습니다').waitFor();
    await insertNotices(order);
    await page.goto('/admin/notices');
    await page.getByText('조건에 맞는 알림 2건').waitFor();
    const main = page.getByRole('main');
    const list = page.getByRole('list', { name: '알림 목록' });
    await list.getByText('전달됨', { exact: true }).waitFor();
    await list.getByText('3분 안에 전달되지 않았습니다.').waitFor();
    expect(await main.getByText('010-1234-5678').count()).toBe(0);
    const link = list.getByRole('link', { name: '결제 완료' });
    expect(await link.getAttribute('href')).toBe(`/admin/orders/${order.id}`);
    const table = page.getByRole('table');
    await expectGoodOnBothScreens(page, () => table.getByText('전달됨', { exact: true }).waitFor());
    await page.getByRole('navigation', { name: '알림 상태' }).getByRole('link', { name: '실패' }).click();
    await page.getByText('조건에 맞는 알림 1건').waitFor();
    await page.getByLabel('수단').selectOption('문자');
    await page.getByText('조건에 맞는 알림이 없습니다').waitFor();
    await page.getByLabel('수단').selectOption('카카오톡');
    await page.getByText('조건에 맞는 알림 1건').waitFor();
    await page.getByLabel('종류').selectOption('결제 완료');
    await page.getByText('조건에 맞는 알림이 없습니다').waitFor();
    await page.getByLabel('종류').selectOption('진행 단계 완료');
    await page.getByText('조건에 맞는 알림 1건').waitFor();
    const values = Object.fromEntries(new URL(page.url()).searchParams);
    expect(values).toEqual({ state: 'failed', channel: 'kakao', kind: 'step_done' });
    await main.getByRole('button', { name: '010-****-5678에게 확인 처리' }).click();
    await main.getByText('010-****-5678에게 보내지 못한 알림을 확인 처리했습니다.').waitFor();
    await main.getByRole('button', { name: '확인 처리' }).waitFor({ state: 'detached' });
    await expectNoSidewaysScroll(page);
    await main.getByRole('button', { name: '010-****-5678에게 다시 보내기' }).click();
    await main.getByText('010-****-5678에게 보낼 알림을 다시 보내고 있습니다.').waitFor();
    await page.getByText('조건에 맞는 알림이 없습니다').waitFor();
    const { state } = await shop.db
      .selectFrom('notices')
      .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
      .select('notices.state')
      .where('notice_events.kind', '=', 'step_done')
      .executeTakeFirstOrThrow();
    expect(state).not.toBe('failed');
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});
