import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildPaymentFixture, expectError, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { expirePendingOrders } from '../expiry/expire-pending-orders.ts';
import { handleWebhooks } from './handle-webhooks.ts';

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

const NOT_FOUND = { status: 404, body: { error_code: 'RC_NOT_FOUND', message: '결제 정보를 찾을 수 없습니다.' } };

/** Pays at once; the provider shows the receipt only after it was asked for this often. */
async function payUnseen(here: PaymentFixture, times: number): Promise<string> {
  const receiptId = await here.pay({ isSeparatelyConfirmed: false });
  shop.bootpay.fail({ endpoint: 'receipt', receiptId, times, insteadOf: NOT_FOUND });
  return receiptId;
}

async function processFor(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * SECOND_MS) {
    shop.clock.advance(10 * SECOND_MS);
    await handleWebhooks(shop.deps.payments);
  }
}

describe('a captured payment that the provider does not show yet', () => {
  it('is confirmed within two minutes when its webhook came first', async () => {
    const here = await buildPaymentFixture(shop);
    await here.webhook(await payUnseen(here, 1));
    await processFor(2 * MINUTE_MS);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });

  it('is confirmed by its webhook when the browser asked too early', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await payUnseen(here, 1);
    expectError(await here.confirm(receiptId), 409, 'RECEIPT_MISMATCH');
    await here.webhook(receiptId);
    await processFor(2 * MINUTE_MS);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });

  it('is confirmed instead of being cancelled as unpaid when the provider shows it half an hour later', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await payUnseen(here, 2);
    await here.webhook(receiptId);
    await processFor(2 * MINUTE_MS);
    expect(await here.order()).toMatchObject({ status: 'pending' });
    shop.clock.advance(30 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });

  it('is not waited for longer, and does not keep an unpaid order open', async () => {
    const here = await buildPaymentFixture(shop);
    await here.webhook('made-up');
    await processFor(2 * MINUTE_MS);
    expect(shop.bootpay.calls('receipt', 'made-up')).toBe(2);
    const { state } = await shop.db
      .selectFrom('payment_webhooks')
      .select('state')
      .where('receipt_id', '=', 'made-up')
      .executeTakeFirstOrThrow();
    expect(state).toBe('unknown');
    shop.clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
  });
});
