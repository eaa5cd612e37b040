import { expect, it } from 'vitest';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

it('an open deposit is the first box, and can become a card', async () => {
  const fixture = await buildPaymentFixture(shop, PRICE);
  const receiptId = await fixture.pay({ method: 'vbank' });
  expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
  const client = await shop.client().as(fixture.user);
  const slot = (await client.get('/api/callback-slots')).json<CallbackSlot[]>().findLast(({ left }) => left > 0);
  if (!slot) throw new Error('no slots');
  const call = { starts_at: slot.starts_at };
  expect((await client.put(`/api/orders/${fixture.row.id}/callback`, call)).statusCode).toBe(200);
  const account = (await fixture.order()).payment?.virtual_account;
  const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
  const { page, context } = visitor;
  for (const path of ['/profile', `/orders/${fixture.row.id}`]) {
    await page.goto(path);
    const box = page.getByRole('region', { name: '입금 안내' });
    for (const shown of [account?.bank_name, account?.account_number, '350,000원']) {
      await box.getByText(shown ?? 'nothing').waitFor();
    }
    await box.getByText(/^2\d{3}\. \d+\. \d+\. \d\d:\d\d까지$/).waitFor();
    await box.getByRole('button', { name: '계좌번호 복사' }).waitFor();
    await box.getByText(`예약하신 ${formatSlot(slot)}에 전화드립니다.`).waitFor();
    await page.getByText('입금 대기', { exact: true }).waitFor();
    await expectAccessible(page);
  }

  // A deposit that has arrived meanwhile holds the account open.
  await page.route(`**/api/orders/${fixture.row.id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: '이미 결제되었습니다.', code: 'NOT_CANCELLABLE' } })
      : route.continue(),
  );
  const byCard = page.getByRole('button', { name: '카드로 다시 결제하기' });
  const question = page.getByRole('alertdialog');
  await byCard.click();
  await question.getByRole('button', { name: '카드로 결제하기' }).click();
  await page.getByText('이미 결제되었습니다.').waitFor();
  await page.unroute(`**/api/orders/${fixture.row.id}`);

  await byCard.click();
  await expectGoodOnBothScreens(page);
  await question.getByRole('button', { name: '카드로 결제하기' }).click();
  await page.getByRole('button', { name: '350,000원 결제 승인' }).waitFor();
  const orders = shop.db.selectFrom('orders').select('status').where('user_id', '=', fixture.user.id).orderBy('id');
  expect(await orders.execute()).toEqual([{ status: 'cancelled' }, { status: 'pending' }]);
  visitor.expectNoTrouble(/status of 409/);
  await context.close();
});
