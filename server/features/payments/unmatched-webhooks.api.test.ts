import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { buildPaymentScene, movedFor } from '#tests/support/payment-scene.ts';
import { deleteUnmatchedWebhooks } from './delete-unmatched-webhooks.ts';
import { handleWebhooks } from './handle-webhooks.ts';
import { takeDueWebhook } from './webhooks.queries.ts';

let shop: TestApp;
beforeEach(async () => {
  shop = await startTestApp();
});
afterEach(() => shop.close());

/** The answer tells nobody whether it was kept. */
async function send(receipt_id: string, order_id: string): Promise<void> {
  const response = await shop.client().post('/api/bootpay/webhook', { receipt_id, order_id }, { csrf: false });
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
}

async function sendStrange(count: number, name: string): Promise<void> {
  for (let i = 0; i < count; i += 1) await send(`${name}-${i}`, `STRANGE-${i}`);
}

function inbox() {
  return shop.db.selectFrom('payment_webhooks').selectAll().orderBy('id').execute();
}

/** Until each was taken up often enough to be asked about, within less than a minute. */
async function workForAWhile(): Promise<void> {
  for (let look = 0; look < 5; look += 1) {
    await handleWebhooks(shop.deps.settle);
    shop.clock.advance(9 * SECOND_MS);
  }
}

it('keeps sixty an hour of what names nothing of ours, and everything that names an order or a receipt', async () => {
  const here = await buildPaymentScene(shop);
  const other = await buildPaymentScene(shop);
  const otherReceipt = await other.pay();
  await other.confirm(otherReceipt);
  await sendStrange(65, 'made-up');
  expect(await inbox()).toHaveLength(60);

  const receiptId = await here.pay();
  await send(receiptId, here.row.order_number);
  await send(otherReceipt, 'STRANGE');
  expect((await inbox()).slice(60).map((row) => row.receipt_id)).toEqual([receiptId, otherReceipt]);
  await handleWebhooks(shop.deps.settle);
  expect((await here.order()).status).toBe('confirmed');
  expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);

  shop.clock.advance(HOUR_MS);
  await sendStrange(1, 'later');
  expect((await inbox()).at(-1)?.receipt_id).toBe('later-0');
});

it('counts nothing that names an order of ours', async () => {
  const here = await buildPaymentScene(shop);
  for (let i = 0; i < 65; i += 1) await send(`receipt-${i}`, here.row.order_number);
  await sendStrange(1, 'made-up');
  expect(await inbox()).toHaveLength(66);
});

it('holds the same as one row, and never more than sixty when they come at once', async () => {
  await Promise.all([1, 2, 3].map(() => send('same', 'STRANGE')));
  expect(await inbox()).toMatchObject([{ receipt_id: 'same', times_received: 3 }]);
  await Promise.all(Array.from({ length: 8 }, (_, i) => sendStrange(10, `crowd-${i}`)));
  expect(await inbox()).toHaveLength(58);
});

it('takes up what names an order or a receipt of ours before strangers who came first', async () => {
  const here = await buildPaymentScene(shop);
  const other = await buildPaymentScene(shop);
  const otherReceipt = await other.pay();
  await other.confirm(otherReceipt);
  await sendStrange(2, 'made-up');
  shop.clock.advance(SECOND_MS);
  await send('of-an-order', here.row.order_number);
  await send(otherReceipt, 'STRANGE');
  const taken: (string | undefined)[] = [];
  for (let i = 0; i < 4; i += 1) {
    const now = shop.clock.now();
    taken.push((await takeDueWebhook(shop.db, now, new Date(now.getTime() + MINUTE_MS)))?.receipt_id);
  }
  expect(taken.slice(0, 2).sort()).toEqual(['of-an-order', otherReceipt].sort());
  expect(taken.slice(2).sort()).toEqual(['made-up-0', 'made-up-1']);
});

it('asks the provider for strangers ten times a minute, and in the end for each', async () => {
  const here = await buildPaymentScene(shop);
  await sendStrange(25, 'made-up');
  await workForAWhile();
  expect(shop.bootpay.calls('receipt')).toBe(10);
  expect((await inbox()).filter(({ state }) => state === 'unknown')).toHaveLength(10);

  // Who has an order waits for none of them.
  const receiptId = await here.pay();
  await send(receiptId, here.row.order_number);
  await handleWebhooks(shop.deps.settle);
  expect((await here.order()).status).toBe('confirmed');

  for (let minute = 0; minute < 3; minute += 1) {
    shop.clock.advance(MINUTE_MS);
    await handleWebhooks(shop.deps.settle);
  }
  const strange = (await inbox()).filter(({ order_number }) => order_number.startsWith('STRANGE'));
  expect(strange.map(({ state }) => state)).toEqual(Array<string>(25).fill('unknown'));
});

it('forgets strangers after thirty days, and nothing that names an order or a receipt of ours', async () => {
  const here = await buildPaymentScene(shop);
  const receiptId = await here.pay();
  await here.confirm(receiptId);
  await send('made-up', 'STRANGE');
  await send('made-up', here.row.order_number);
  await send(receiptId, 'STRANGE');
  await send('waiting', 'STRANGE');
  await shop.db
    .updateTable('payment_webhooks')
    .set({ state: 'unknown' })
    .where('receipt_id', '<>', 'waiting')
    .execute();
  const left = async () => (await inbox()).map(({ receipt_id, order_number }) => [receipt_id, order_number]);
  const all = await left();

  shop.clock.advance(30 * DAY_MS - 1);
  await deleteUnmatchedWebhooks(shop.db, shop.clock.now());
  expect(await left()).toEqual(all);
  shop.clock.advance(1);
  await deleteUnmatchedWebhooks(shop.db, shop.clock.now());
  expect(await left()).toEqual(all.slice(1));
});
