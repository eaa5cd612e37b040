import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { buildPaidFixture, buildPaymentFixture, movedFor } from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';
import { takeDueWebhook } from './webhooks.queries.ts';

let shop: TestApp;
beforeEach(async () => {
  shop = await startTestApp();
});
afterEach(() => shop.close());

/** The answer does not reveal whether the webhook was stored. */
async function send(receipt_id: string, order_id: string): Promise<void> {
  const response = await shop.client().post('/api/bootpay/webhook', { receipt_id, order_id }, { csrf: false });
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
}

async function sendUnmatched(count: number, name: string): Promise<void> {
  for (let i = 0; i < count; i += 1) await send(`${name}-${i}`, `UNMATCHED-${i}`);
}

function inbox() {
  return shop.db.selectFrom('payment_webhooks').selectAll().orderBy('id').execute();
}

/** Processes until each webhook was taken often enough for a lookup, within less than a minute. */
async function processForAWhile(): Promise<void> {
  for (let look = 0; look < 5; look += 1) {
    await handleWebhooks(shop.deps.payments);
    shop.clock.advance(9 * SECOND_MS);
  }
}

it('stores 60 unmatched webhooks an hour, and still everything about an order or a receipt of ours', async () => {
  const here = await buildPaymentFixture(shop);
  const other = await buildPaidFixture(shop);
  const { receiptId: otherReceipt } = other;
  await sendUnmatched(65, 'made-up');
  expect(await inbox()).toHaveLength(60);

  const receiptId = await here.pay();
  await send(receiptId, here.row.order_number);
  await send(otherReceipt, 'UNMATCHED');
  expect((await inbox()).slice(60).map((row) => row.receipt_id)).toEqual([receiptId, otherReceipt]);
  await handleWebhooks(shop.deps.payments);
  expect((await here.order()).status).toBe('confirmed');
  expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);

  await endLimitWindows(shop.db, HOUR_MS);
  await sendUnmatched(1, 'later');
  expect((await inbox()).at(-1)?.receipt_id).toBe('later-0');
});

it('does not count a webhook again that the provider repeats', async () => {
  await send('repeated', 'UNMATCHED');
  for (let i = 0; i < 65; i += 1) await send('repeated', 'UNMATCHED');
  expect(await inbox()).toMatchObject([{ receipt_id: 'repeated', times_received: 66 }]);
  await sendUnmatched(65, 'made-up');
  expect(await inbox()).toHaveLength(60);
});

it('stores equal webhooks as one row, and never more than 60 rows when they arrive at once', async () => {
  await Promise.all([1, 2, 3].map(() => send('same', 'UNMATCHED')));
  expect(await inbox()).toMatchObject([{ receipt_id: 'same', times_received: 3 }]);
  await Promise.all(Array.from({ length: 8 }, (_, i) => sendUnmatched(10, `burst-${i}`)));
  const { length } = await inbox();
  // The three equal ones may each have been counted, because none of them was stored yet.
  expect(length).toBeGreaterThanOrEqual(58);
  expect(length).toBeLessThanOrEqual(60);
});

it('takes webhooks about an order or a receipt of ours before unmatched ones that arrived earlier', async () => {
  const here = await buildPaymentFixture(shop);
  const other = await buildPaidFixture(shop);
  const { receiptId: otherReceipt } = other;
  await sendUnmatched(2, 'made-up');
  shop.clock.advance(SECOND_MS);
  await send('of-an-order', here.row.order_number);
  await send(otherReceipt, 'UNMATCHED');
  const taken: (string | undefined)[] = [];
  for (let i = 0; i < 4; i += 1) {
    const now = shop.clock.now();
    taken.push((await takeDueWebhook(shop.db, now, new Date(now.getTime() + MINUTE_MS)))?.receipt_id);
  }
  expect(taken.slice(0, 2).sort()).toEqual(['of-an-order', otherReceipt].sort());
  expect(taken.slice(2).sort()).toEqual(['made-up-0', 'made-up-1']);
});

it('looks unmatched webhooks up at the provider ten times a minute, and in the end each of them', async () => {
  const here = await buildPaymentFixture(shop);
  await sendUnmatched(25, 'made-up');
  await processForAWhile();
  expect(shop.bootpay.calls('receipt')).toBe(10);
  expect((await inbox()).filter(({ state }) => state === 'unknown')).toHaveLength(10);

  // A webhook that names an order does not wait for them.
  const receiptId = await here.pay();
  await send(receiptId, here.row.order_number);
  await handleWebhooks(shop.deps.payments);
  expect((await here.order()).status).toBe('confirmed');

  for (let minute = 0; minute < 3; minute += 1) {
    shop.clock.advance(MINUTE_MS);
    await endLimitWindows(shop.db, MINUTE_MS);
    await handleWebhooks(shop.deps.payments);
  }
  const unmatched = (await inbox()).filter(({ order_number }) => order_number.startsWith('UNMATCHED'));
  expect(unmatched.map(({ state }) => state)).toEqual(Array<string>(25).fill('unknown'));
});

it('deletes webhooks about receipts that are none of ours after 30 days, also those that name an order', async () => {
  const here = await buildPaidFixture(shop);
  const { receiptId } = here;
  await send('made-up', 'UNMATCHED');
  await send('made-up', here.row.order_number);
  await send(receiptId, 'UNMATCHED');
  await processForAWhile();
  // Arrives last and is not processed, so it still waits.
  await send('waiting', 'UNMATCHED');
  const left = async () => (await inbox()).map(({ receipt_id, order_number }) => [receipt_id, order_number]);
  const all = await left();

  shop.clock.advance(30 * DAY_MS - MINUTE_MS);
  await applyRetention(shop.db, shop.clock.now());
  expect(await left()).toEqual(all);
  shop.clock.advance(MINUTE_MS);
  await applyRetention(shop.db, shop.clock.now());
  expect(await left()).toEqual(all.slice(2));
});
