import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture, expectError, movedFor } from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

it('a captured payment that was read before another one is approved is refunded', async () => {
  const here = await buildPaymentFixture(shop, PRICE);
  const [captured, approvable] = [await here.pay({ isSeparatelyConfirmed: false }), await here.pay()];
  const [read, approval] = [createHold(), createHold()];
  shop.bootpay.fail({ endpoint: 'receipt', receiptId: captured, times: 1, holdAnswer: read });
  const second = here.confirm(captured);
  await read.untilArrived();
  shop.bootpay.fail({ endpoint: 'confirm', receiptId: approvable, hold: approval });
  const first = here.confirm(approvable);
  await approval.untilArrived();
  read.release();
  // Long enough for the second to find the order taken; on a slower machine it finds it paid.
  await delay(300);
  approval.release();
  expect((await first).json().order).toMatchObject({ status: 'confirmed', paid_price: PRICE });
  expectError(await second, 409, 'ORDER_ALREADY_PAID');
  expect(await movedFor(shop, captured)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  expect(await movedFor(shop, approvable)).toEqual([`capture ${PRICE}`]);
});

it('a captured payment that was read before another one became unclear pays once that has ended', async () => {
  const here = await buildPaymentFixture(shop, PRICE);
  const [captured, unknown] = [await here.pay({ isSeparatelyConfirmed: false }), await here.openWindow()];
  const read = createHold();
  shop.bootpay.fail({ endpoint: 'receipt', receiptId: captured, times: 1, holdAnswer: read });
  const answer = here.confirm(captured);
  await read.untilArrived();
  shop.bootpay.fail({ endpoint: 'receipt', receiptId: unknown, times: 1, insteadOf: 'drop' });
  expectError(await here.confirm(unknown), 502, 'GATEWAY_UNAVAILABLE');
  read.release();
  expect((await answer).json().order).toMatchObject({ status: 'confirmed', paid_price: PRICE });
  expect(await movedFor(shop, captured)).toEqual([`capture ${PRICE}`]);
});
