import { afterEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';

const shop = await setUpTestApp();
afterEach(() => shop.bootpay.clear());

const COMPLETED = { webhook_type: 'PAYMENT_COMPLETED', status: 1, cancelled_price: 0, price: 350_000 };

async function send(receipt_id: string, { row }: PaymentFixture, more: object = COMPLETED): Promise<void> {
  const body = { receipt_id, order_id: row.order_number, ...more };
  const response = await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
}

async function statesOf(receiptId: string) {
  const rows = shop.db.selectFrom('payment_webhooks').select(['state', 'times_received']).orderBy('id');
  return (await rows.where('receipt_id', '=', receiptId).execute()).map((row) => `${row.state} ${row.times_received}`);
}

/** An order confirmed with its receipt. */
async function paid() {
  const here = await buildPaidFixture(shop);
  const { receiptId } = here;
  return { here, receiptId };
}

describe('a webhook that arrived while the buyer confirmed', () => {
  /**
   * The body reaches the shop after the provider captured the money and before the shop recorded
   * it.
   */
  async function confirmWith(bodies: object[]) {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, holdAnswer: hold, times: 1 });
    const confirm = here.confirm(receiptId);
    await hold.untilArrived();
    for (const body of bodies) await send(receiptId, here, body);
    hold.release();
    expect((await confirm).statusCode).toBe(200);
    await shop.bootpay.cancelAtProvider(receiptId);
    await handleWebhooks(shop.deps.payments);
    return here.order();
  }

  it.each([
    ['without a cancelled amount', [{ ...COMPLETED, cancelled_price: undefined }]],
    ['hidden behind a forged repeat', [{ ...COMPLETED, cancelled_price: undefined }, COMPLETED]],
  ])('%s is still checked with the provider', async (_name, bodies) => {
    expect(await confirmWith(bodies)).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });
});

describe('a webhook is checked with the provider', () => {
  it.each([
    ['that repeats the payment', COMPLETED],
    ['of a cancellation', { ...COMPLETED, webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000, status: 20 }],
    ['of a partial cancellation under status 1', { ...COMPLETED, cancelled_price: 100_000 }],
    ['of a cancellation under the completed type', { ...COMPLETED, status: 20 }],
    ['with another price', { ...COMPLETED, price: 1 }],
    ['without a price', { ...COMPLETED, price: undefined }],
    ['without a type', { ...COMPLETED, webhook_type: undefined }],
    ['without a cancelled amount', { ...COMPLETED, cancelled_price: undefined }],
    ['with a strange cancelled amount', { ...COMPLETED, cancelled_price: '0' }],
    ['without a status', { ...COMPLETED, status: undefined }],
  ])('%s', async (_name, body) => {
    const { here, receiptId } = await paid();
    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, here, body);
    expect(await statesOf(receiptId)).toEqual(['new 1']);
    await handleWebhooks(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('about another receipt, which is given back', async () => {
    const { here } = await paid();
    const second = await here.pay({ isSeparatelyConfirmed: false });
    await send(second, here);
    await handleWebhooks(shop.deps.payments);
    expect(await movedFor(shop, second)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('about an order that is not paid, or whose payment was given back', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    await send(receiptId, here);
    expect(await statesOf(receiptId)).toEqual(['new 1']);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, here, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 });
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
    // Late and out of order.
    await send(receiptId, here);
    expect(await statesOf(receiptId)).toEqual(['new 2', 'done 1']);
    await handleWebhooks(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });
});
