import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaidFixture, movedFor } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const [desktop, phone] = [await visitAs({ browser, shop }, admin), await visitAs({ browser, shop }, admin, 'phone')];

it('shows the not-found page with the shop header for unknown admin addresses', async () => {
  const { page, expectNoTrouble } = desktop;
  const response = await page.goto('/admin/no-such-page');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다.' }).waitFor();
  expect(await page.getByRole('main').count()).toBe(1);
  expectNoTrouble(/404 \(Not Found\)/);
});

it('shows pending tasks and links to their orders', async () => {
  const order = await shop.buildOrder({ status: 'error' });
  const { page, expectNoTrouble } = phone;
  await page.goto('/admin');
  await page.getByText('전체 회원').waitFor();
  await page.getByRole('link', { name: '결제가 맞지 않는 주문' }).click();
  await page.waitForURL('**/admin/orders?status=error');
  await page.getByRole('link', { name: order.order_number }).waitFor();
  await page.getByRole('button', { name: '메뉴' }).click();
  await page.getByRole('link', { name: '채팅 상담' }).click();
  await page.getByRole('heading', { level: 1, name: '채팅 상담' }).waitFor();
  const bar = page.getByRole('navigation', { name: '빠른 메뉴' });
  await bar.getByRole('button', { name: '찾기' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(order.order_number);
  await page.getByRole('dialog').getByRole('link', { name: order.order_number }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/orders/${order.id}`);
  await bar.getByRole('link', { name: '사건' }).click();
  await page.waitForURL('**/admin/orders');
  await bar.getByRole('link', { name: '상담' }).click();
  await page.waitForURL('**/admin/chat');
  expect(await page.getByRole('link', { name: '채팅 상담' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: '메뉴' }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await page.waitForURL('**/login');
  await page.goto('/admin');
  await page.waitForURL('**/login?**');
  await becomeUser(phone, shop, admin);
  expectNoTrouble();
});

it('finds an order although the limit of searches was reached, adds notes and completes it', async () => {
  const order = await shop.buildOrder();
  await shop.buildOrder();
  const { page, expectNoTrouble } = desktop;
  const search = async (words: string) => {
    await page.getByLabel('검색').fill(words);
    await page.getByRole('main').getByRole('button', { name: '검색' }).click();
  };
  await page.goto('/admin/orders');
  const states = page.getByRole('navigation', { name: '상태' });
  await states.getByRole('link', { name: /^결제 전/ }).click();
  // Another address begins with new fields of the search.
  await expect.poll(() => states.locator('[aria-current]').allTextContents()).toEqual(['결제 전2']);
  // The limit of searches is reached: the words stay, and the list is shown again without them.
  await page.route(/\/api\/admin\/orders\?.*q=/, (route) =>
    route.fulfill({
      status: 429,
      json: { error: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.', code: 'RATE_LIMITED' },
    }),
  );
  await search('없는 이름');
  const problem = page.getByRole('alert').filter({ hasText: '주문 목록: 불러오지 못했습니다' });
  await problem.getByText('요청이 너무 많습니다. 잠시 후 다시 시도해주세요.').waitFor();
  await problem.getByRole('button', { name: '다시 시도' }).waitFor();
  expect(await page.getByLabel('검색').inputValue()).toBe('없는 이름');
  await expectAccessible(page);
  await page.unrouteAll();
  await search('');
  await page.getByText('조건에 맞는 주문 2건').waitFor();
  await problem.waitFor({ state: 'detached' });
  await search(order.order_number);
  await page.getByText('조건에 맞는 주문 1건').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ status: 'pending', q: order.order_number });
  await expect.poll(() => states.locator('[aria-current]').allTextContents()).toEqual(['결제 전1']);
  await page.getByRole('link', { name: order.order_number }).click();
  for (const [kind, readers, text] of [
    ['내부 메모', '담당자만 읽습니다.', '담당 변호사에게 전달했습니다.'],
    ['공개 메모', '고객이 진행 내역에서 읽습니다.', '서류를 검토하고 있습니다.'],
  ] as const) {
    await page.getByRole('button', { name: kind }).click();
    const note = page.getByRole('dialog', { name: kind });
    await note.getByText(readers).waitFor();
    await note.getByLabel('메모 내용').fill(text);
    await note.getByRole('button', { name: '메모 남기기' }).click();
    await page
      .locator('div', { has: page.getByText(kind, { exact: true }) })
      .filter({ hasText: text })
      .last()
      .waitFor();
  }
  await expect(
    shop.db.selectFrom('order_notes').select('is_visible').where('order_id', '=', order.id).orderBy('id').execute(),
  ).resolves.toEqual([{ is_visible: false }, { is_visible: true }]);
  await openMoney(page);
  await page.getByLabel('바꿀 상태').selectOption('결제됨');
  await page.getByLabel('사유 (선택)').fill('상담을 마쳤습니다.');
  await page.getByRole('button', { name: '상태 변경' }).click();
  await page.getByRole('alertdialog').getByText('돈은 움직이지 않습니다').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: '변경' }).click();
  await page.getByText('상태를 바꾸었습니다.').waitFor();
  await page.getByText('상담을 마쳤습니다.').waitFor();
  const stored = await shop.db.selectFrom('orders').select('status').where('id', '=', order.id).executeTakeFirst();
  expect(stored?.status).toBe('confirmed');
  await page.goBack();
  await page.getByText('조건에 맞는 주문이 없습니다').waitFor();
  expectNoTrouble(/429 \(Too Many Requests\)/);
});

it('refunds a paid order in parts, with a record of each action, and says that cancelling moves no money', async () => {
  const fixture = await buildPaidFixture(shop);
  const { receiptId } = fixture;
  const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };
  const { page, expectNoTrouble } = phone;
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/payment-events') && asked.push(request.url())));
  await page.goto(`/admin/orders/${fixture.row.id}`);
  const record = page.getByRole('region', { name: '결제 기록' });
  await record.waitFor();
  await page.getByRole('region', { name: '업무', exact: true }).waitFor();
  // It loads when opened.
  expect(asked).toEqual([]);
  await record.getByText('결제 기록', { exact: true }).click();
  const rows = record.getByRole('listitem');
  await rows.filter({ hasText: '결제 완료' }).waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`승인 요청.*${receiptId}`, 's')),
    expect.stringMatching(/결제 완료.*350,000원.*\d{4}\. \d+\. \d+\. \d\d:\d\d:\d\d/s),
  ]);

  await openMoney(page);
  const cancelling = page.getByRole('region', { name: '주문 취소' });
  await cancelling.getByText('취소해도 돈은 움직이지 않습니다.').waitFor();
  await cancelling.getByRole('button', { name: '환불로 이동' }).click();
  const amount = page.getByLabel('환불 금액 (원)');
  await expect.poll(() => amount.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await amount.inputValue()).toBe('350,000');
  const refund = async () => {
    await amount.fill('100000');
    await page.getByLabel('환불 사유').fill('일부 취소');
    await page.locator('form').getByRole('button', { name: '환불하기' }).last().click();
    await page.getByRole('alertdialog').getByText('100,000원을 환불합니다').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: '환불', exact: true }).click();
  };
  shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: refusal });
  await refund();
  await rows.filter({ hasText: '결제사 메시지: RC_CANCEL_LIMIT: 취소 한도를 넘었습니다.' }).waitFor();
  await expect.poll(() => rows.count()).toBe(4);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await record.locator('tbody').getByRole('row').filter({ hasText: 'RC_CANCEL_LIMIT' }).waitFor();
  await refund();
  await page.getByText('250,000원까지 환불할 수 있습니다.').waitFor();
  await page.getByRole('table', { name: '환불 내역' }).getByText('일부 취소').first().waitFor();
  expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 100000']);
  await page.getByRole('button', { name: '더 보기' }).click();
  await page.getByRole('menuitem', { name: '결제사에 다시 확인' }).click();
  await page.getByText('결제사에 다시 확인했습니다.').waitFor();
  expectNoTrouble();
});
