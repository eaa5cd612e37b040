import { afterEach, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';
import { handleWebhooks } from '../webhooks/handle-webhooks.ts';

const PRICE = 350_000;

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

/** Runs the jobs until nothing is due. */
async function runJobs(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    shop.clock.advance(31_000);
    await processDueReceipts(shop.deps.payments);
    await handleWebhooks(shop.deps.payments);
  }
}

/**
 * Confirms a captured payment while the provider is unreachable; the browser does not retry.
 */
async function bringAndLeave(here: PaymentFixture): Promise<string> {
  const receiptId = await here.pay({ isSeparatelyConfirmed: false });
  shop.bootpay.fail({ endpoint: 'receipt', receiptId, insteadOf: 'drop' });
  expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
  await runJobs();
  shop.bootpay.clear();
  await runJobs();
  return receiptId;
}

it('a second payment of a confirmed order is refunded', async () => {
  const here = await buildPaidFixture(shop, PRICE);
  const second = await bringAndLeave(here);
  expect(await movedFor(shop, second)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: PRICE });
});

it('a payment of a cancelled order is refunded', async () => {
  const here = await buildPaymentFixture(shop, PRICE);
  await here.cancel();
  const receiptId = await bringAndLeave(here);
  expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
});

it('a payment of an order that waits for a deposit is refunded', async () => {
  const here = await buildPaymentFixture(shop, PRICE);
  const account = await here.pay({ method: 'vbank' });
  expect((await here.confirm(account)).statusCode).toBe(200);
  const receiptId = await bringAndLeave(here);
  expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  expect(await here.order()).toMatchObject({ status: 'processing', paid_price: 0 });
});

it('a payment of an order whose other payment is unclear is kept too', async () => {
  const here = await buildPaymentFixture(shop, PRICE);
  const first = await here.pay({ isSeparatelyConfirmed: false });
  shop.bootpay.fail({ endpoint: 'receipt', receiptId: first, insteadOf: 'drop' });
  expectError(await here.confirm(first), 502, 'GATEWAY_UNAVAILABLE');
  const second = await bringAndLeave(here);
  const moved = [...(await movedFor(shop, first)), ...(await movedFor(shop, second))];
  expect(moved.toSorted()).toEqual([`cancel ${PRICE}`, `capture ${PRICE}`, `capture ${PRICE}`]);
  expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: PRICE });
});
