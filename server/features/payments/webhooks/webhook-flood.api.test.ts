import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import {
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';

let shop: TestApp;
let here: PaymentFixture;
let log: string[];
beforeEach(async () => {
  log = [];
  const logTo = { write: (line: string) => void log.push(line) };
  shop = await startTestApp({ env: { LOG_LEVEL: 'warn' }, logTo });
  here = await buildPaymentFixture(shop);
});
afterEach(() => shop.close());

async function send(receipt_id: string, more: object = {}): Promise<void> {
  const body = { receipt_id, order_id: here.row.order_number, ...more };
  const response = await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
}

async function flood(count: number, name = 'made-up'): Promise<void> {
  for (let i = 0; i < count; i += 1) await send(`${name}-${i}`);
}

function inbox() {
  return shop.db.selectFrom('payment_webhooks').selectAll().orderBy('id').execute();
}

describe('webhooks with made-up receipts for one order number', () => {
  it('are stored 30 times an hour, with one warning in the log', async () => {
    await flood(40);
    expect(await inbox()).toHaveLength(30);
    expect(log.filter((line) => line.includes('webhook rate limit reached'))).toHaveLength(1);
    await endLimitWindows(shop.db, HOUR_MS);
    await flood(1, 'later');
    expect(await inbox()).toHaveLength(31);
  });

  it('leave other orders and the known receipt of this order alone', async () => {
    const other = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    await flood(40);
    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 });
    const otherReceipt = await other.pay();
    await send(otherReceipt, { order_id: other.row.order_number });
    expect(await inbox()).toHaveLength(32);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
    expect((await other.order()).status).toBe('confirmed');
  });

  it('do not use up what the browser of the buyer may leave in the inbox', async () => {
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    await flood(40);
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.bootpay.clear();
    await handleWebhooks(shop.deps.payments);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('count as such when the receipt is known for another order', async () => {
    const other = await buildPaymentFixture(shop);
    const receiptId = await other.pay();
    await other.confirm(receiptId);
    for (let i = 0; i < 40; i += 1) await send(receiptId, { cancelled_price: i });
    expect(await inbox()).toHaveLength(30);
  });
});

describe('webhooks about a known receipt', () => {
  it('become repeats of a stored row after 30 rows, and are still processed', async () => {
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    for (let i = 1; i <= 40; i += 1) await send(receiptId, { cancelled_price: i });
    for (let i = 1; i <= 40; i += 1) await send(receiptId, { order_id: `UNMATCHED-${i}` });
    expect(await inbox()).toHaveLength(60);
    await handleWebhooks(shop.deps.payments);
    expect((await inbox()).slice(0, 30).map(({ state }) => state)).toEqual(Array<string>(30).fill('done'));

    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 });
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
  });

  it('are processed at once for the first 20 repeats and once a minute after that', async () => {
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    shop.bootpay.clear();
    for (let i = 0; i < 40; i += 1) {
      await send(receiptId);
      await handleWebhooks(shop.deps.payments);
    }
    const calls = shop.bootpay.calls('receipt', receiptId);
    expect(calls).toBeLessThanOrEqual(21);
    await shop.bootpay.cancelAtProvider(receiptId);
    for (let second = 0; second < 60; second += 10) {
      shop.clock.advance(10 * SECOND_MS);
      await send(receiptId);
      await handleWebhooks(shop.deps.payments);
    }
    expect(shop.bootpay.calls('receipt', receiptId)).toBe(calls + 1);
    expect((await here.order()).status).toBe('cancelled');
    shop.clock.advance(MINUTE_MS);
    await handleWebhooks(shop.deps.payments);
    expect(await inbox()).toMatchObject([{ state: 'done' }]);
  });
});

it('an administrator can still open every stored webhook', async () => {
  await flood(40);
  for (let i = 0; i < 3; i += 1) {
    await handleWebhooks(shop.deps.payments);
    shop.clock.advance(31_000);
  }
  const admin = await buildAdmin(shop);
  expect((await admin.client.get('/api/admin/payment-webhooks?limit=100')).json()).toHaveLength(30);
});
