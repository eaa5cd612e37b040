import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, type Screen, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자', user_id: 'aa.admin' });

const DAY = new Date('2026-11-02T03:00:00Z');

/** Three rows of each list; what is sorted by runs against the order in which they are written. */
beforeAll(async () => {
  const client = await shop.client().as(admin);
  const seal = await shop.deps.dataKeys.forSealing();
  for (const at of [1, 2, 3]) {
    const user = await shop.buildUser({ fullname: `정렬${at === 2 ? 0 : at}`, user_id: `line.${at}` });
    const order = await shop.buildOrder({ user });
    const amount = at === 2 ? 9000 : 1000 * at;
    await shop.db
      .insertInto('mails')
      .values({ kind: 'welcome', recipient: `to${at === 2 ? 0 : at}@example.com`, state: 'sent', params: '{}' })
      .execute();
    const id = 1000 + at;
    await shop.db
      .insertInto('refund_requests')
      .values({
        id,
        order_id: order.id,
        amount,
        policy_basis: 'before_work',
        policy_reason: '기준',
        reason_sealed: seal(`사유 ${at}`, `refund_requests.reason_sealed:${id}`),
        created_at: DAY,
      })
      .execute();
    await shop.db
      .insertInto('payment_differences')
      .values({ order_id: order.id, kind: 'amount', ours: amount, theirs: 0, found_at: DAY, last_seen_at: DAY })
      .execute();
    await shop.db
      .insertInto('payment_webhooks')
      .values({
        receipt_id: `receipt-${at}`,
        order_number: `NOT-OURS-${at}`,
        payload: '{}',
        state: 'unknown',
        times_received: at === 2 ? 9 : at,
        received_at: DAY,
        last_received_at: DAY,
        due_at: DAY,
      })
      .execute();
    await client.get(`/api/admin/orders/${order.id}`);
  }
});

type List = {
  path: string;
  caption: string;
  /** The sorted column without a choice, and its direction. */
  own: [string, 'ascending' | 'descending'];
  /** A head, and what the first row then has. */
  head: string;
  sort: string;
  first: string;
  /** The dialog of the row that has no page, and what it says. */
  dialog?: readonly [string, string];
};

const LISTS: List[] = [
  {
    path: '/admin/users?q=line.',
    caption: '회원 목록',
    own: ['가입일', 'descending'],
    head: '이름',
    sort: 'fullname asc',
    first: 'line.2',
  },
  {
    path: '/admin/mails',
    caption: '메일 목록',
    own: ['등록 일시', 'descending'],
    head: '받는 사람',
    sort: 'recipient asc',
    first: 'to0@example.com',
    dialog: ['가입 안내', 'to0@example.com'],
  },
  {
    path: '/admin/audit?action=order.view',
    caption: '감사 기록',
    own: ['일시', 'descending'],
    head: '담당자',
    sort: 'actor asc',
    first: '주문 1',
  },
  {
    path: '/admin/refund-requests',
    caption: '환불 요청 목록',
    own: ['처리 기한', 'ascending'],
    head: '정책 금액',
    sort: 'amount desc',
    first: '사유 2',
  },
  {
    path: '/admin/differences',
    caption: '결제사와 다른 내역',
    own: ['발견', 'descending'],
    head: '우리 금액',
    sort: 'ours desc',
    first: '9,000원',
  },
  {
    path: '/admin/differences?list=webhooks',
    caption: '주문과 연결되지 않은 알림',
    own: ['처음 받음', 'descending'],
    head: '횟수',
    sort: 'times_received desc',
    first: 'receipt-2',
    dialog: ['주문과 연결되지 않은 알림', 'NOT-OURS-2'],
  },
];

async function open(screen: Screen) {
  return visitAs({ browser, shop }, admin, screen);
}

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row-name]')?.closest('tr')?.rowIndex);

const valuesOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return `${searchParams.get('sort')} ${searchParams.get('order')}`;
};

describe('the lists of the administration', () => {
  it('are cards of three lines, or tables sorted by their heads and walked by keys, with dialogs for rows without a page', async () => {
    const filter = { list: 'users', name: '이름순', query: 'sort=fullname&order=asc' };
    await (await shop.client().as(admin)).post('/api/admin/saved-filters', filter);
    const { page, context, expectNoTrouble } = await open('phone');
    const choice = page.getByLabel('정렬');
    const saved = page.getByRole('navigation', { name: '내 필터' }).getByRole('link');
    for (const { path, caption, own, head, sort, first, dialog } of LISTS) {
      await page.goto(path);
      const card = page.getByRole('list', { name: caption }).getByRole('listitem').first();
      await card.waitFor();
      expect((await card.boundingBox())?.height ?? 0, caption).toBeLessThan(130);
      await choice.waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
      const table = page.getByRole('table', { name: caption });
      const sorted = table.locator('th[aria-sort]');
      await expect.poll(() => saved.allInnerTexts()).toEqual(path.startsWith('/admin/users') ? ['이름순'] : []);
      await expect.poll(() => sorted.allInnerTexts()).toEqual([own[0]]);
      await expect.poll(() => sorted.getAttribute('aria-sort')).toBe(own[1]);
      await table.getByRole('link', { name: head, exact: true }).press('Enter');
      await expect.poll(() => valuesOf(page)).toBe(sort);
      await expect.poll(() => sorted.allInnerTexts()).toEqual([head]);
      await expect.poll(() => table.locator('tbody tr').first().innerText()).toContain(first);
      for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
      await expect.poll(() => focusedRow(page)).toBe(1);
      if (dialog) {
        const [title, text] = dialog;
        await page.keyboard.press('Enter');
        const shown = page.getByRole('dialog', { name: title });
        await shown.getByText(text).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await shown.waitFor({ state: 'hidden' });
        await expect.poll(() => focusedRow(page)).toBe(1);
      }
      await page.setViewportSize({ width: 390, height: 844 });
    }
    // All webhooks are marked at once only where the newest one is known.
    const all = page.getByRole('button', { name: '전체 처리 완료' });
    await page.getByRole('button', { name: '이 목록의 3건 처리 완료' }).waitFor();
    await all.waitFor({ state: 'hidden' });
    await choice.selectOption('처음 받음 내림차순');
    await all.waitFor();
    expectNoTrouble();
    await context.close();
  });
});
