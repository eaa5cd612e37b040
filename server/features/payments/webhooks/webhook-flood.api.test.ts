import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';
import { takeDueWebhook } from './webhooks.queries.ts';

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

/** Webhooks of one kind that are stored within an hour, whatever orders they name (store-webhook.ts). */
const ALL_UNKNOWN = 60;
const OF_AN_ORDER = 3;

describe('webhooks with made-up receipts that name orders of ours', () => {
  it('are stored 60 times an hour for all orders together, with one warning in the log', async () => {
    const orders = [here, ...(await Promise.all([1, 2, 3].map(() => buildPaymentFixture(shop))))];
    for (const { row } of orders) {
      for (let i = 0; i < 30; i += 1) await send(`made-up-${i}`, { order_id: row.order_number });
    }
    expect(await inbox()).toHaveLength(ALL_UNKNOWN + orders.length * OF_AN_ORDER);
    expect(log.filter((line) => line.includes('webhook rate limit reached'))).toHaveLength(1);
    await endLimitWindows(shop.db, HOUR_MS);
    await flood(1, 'later');
    expect((await inbox()).at(-1)?.receipt_id).toBe('later-0');
  });

  it('leave other orders and the known receipt of this order alone, which are processed first', async () => {
    const other = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    await flood(80);
    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 });
    const otherReceipt = await other.pay();
    await send(otherReceipt, { order_id: other.row.order_number });
    const taken: (string | undefined)[] = [];
    for (let i = 0; i < 2; i += 1) {
      const now = shop.clock.now();
      taken.push((await takeDueWebhook(shop.db, now, now))?.receipt_id);
    }
    expect(taken[0]).toBe(receiptId);
    const asked = shop.bootpay.calls('receipt');
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
    expect((await other.order()).status).toBe('confirmed');
    // Ten lookups of made-up receipts a minute, the first ones of the order, and the real ones.
    expect(shop.bootpay.calls('receipt') - asked).toBeLessThanOrEqual(10 + OF_AN_ORDER + 4);
  });

  it('are not stored for an order that has been over for days', async () => {
    await here.cancel();
    await send('late');
    expect(await inbox()).toHaveLength(1);
    await sql`update orders set updated_at = now() - interval '4 days'`.execute(shop.db);
    await flood(5);
    await send('late');
    expect((await inbox()).map(({ receipt_id }) => receipt_id)).toEqual(['late']);
  });

  it('do not use up what the browser of the buyer may leave in the inbox', async () => {
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    await flood(80);
    // Passes for a row of the browser.
    await send('forged', { webhook_type: 'BROWSER_CONFIRM' });
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.bootpay.clear();
    await handleWebhooks(shop.deps.payments);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('count as such when the receipt is known for another order', async () => {
    const other = await buildPaidFixture(shop);
    const { receiptId } = other;
    for (let i = 0; i < 80; i += 1) await send(receiptId, { cancelled_price: i });
    expect(await inbox()).toHaveLength(ALL_UNKNOWN + OF_AN_ORDER);
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

it('a made-up receipt is asked for once a minute, however often it is named', async () => {
  for (let i = 0; i < 15; i += 1) {
    expectError(await here.confirm('made-up'), 409, 'RECEIPT_MISMATCH');
    await send('made-up', { webhook_type: `TYPE_${i}` });
  }
  await handleWebhooks(shop.deps.payments);
  expect(shop.bootpay.calls('receipt', 'made-up')).toBe(1);
  shop.clock.advance(MINUTE_MS);
  expectError(await here.confirm('made-up'), 409, 'RECEIPT_MISMATCH');
  expect(shop.bootpay.calls('receipt', 'made-up')).toBe(2);
});

it('an administrator can still open every stored webhook', async () => {
  await flood(12);
  for (let i = 0; i < 4; i += 1) {
    await handleWebhooks(shop.deps.payments);
    shop.clock.advance(31_000);
  }
  const admin = await buildAdmin(shop);
  expect((await admin.client.get('/api/admin/payment-webhooks?limit=100')).json()).toHaveLength(12);
});
