import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expirePendingOrders } from '#server/features/payments/expiry/expire-pending-orders.ts';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentScene, type PaymentScene } from '#tests/support/payments/payment-scene.ts';

/** Receipts that `settle_due_receipts` reads at the same time. */
const WIDTH = 4;

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterEach(() => shop.bootpay.clear());
afterAll(() => shop.close());

/** Builds orders paid at the provider whose receipts the shop could not read. */
async function buildUnsettled(count: number): Promise<PaymentScene[]> {
  const scenes: PaymentScene[] = [];
  shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
  for (let built = 0; built < count; built += 1) {
    const scene = await buildPaymentScene(shop);
    expect((await scene.confirm(await scene.pay())).statusCode).toBe(502);
    scenes.push(scene);
  }
  shop.bootpay.clear();
  return scenes;
}

/** Builds orders paid at the provider with queued webhooks. */
async function buildWithWebhooks(count: number): Promise<PaymentScene[]> {
  const scenes: PaymentScene[] = [];
  for (let built = 0; built < count; built += 1) {
    const scene = await buildPaymentScene(shop);
    const body = { receipt_id: await scene.pay(), order_id: scene.row.order_number };
    expect((await shop.client().post('/api/bootpay/webhook', body, { csrf: false })).statusCode).toBe(200);
    scenes.push(scene);
  }
  return scenes;
}

async function statusesOf(scenes: readonly PaymentScene[]): Promise<string[]> {
  const statuses = await Promise.all(scenes.map(async (scene) => (await scene.order()).status));
  return statuses.sort();
}

/**
 * Runs the job, aborts its signal while `begun` calls to the provider are in flight, and lets these
 * end.
 */
async function stopDuring(job: (options: Stoppable) => Promise<void>, begun: number): Promise<void> {
  const hold = createHold();
  shop.bootpay.fail({ endpoint: 'receipt', hold });
  const stop = new AbortController();
  const run = job({ signal: stop.signal });
  await hold.untilArrived(begun);
  stop.abort();
  hold.release();
  await run;
}

describe('a job whose signal is aborted finishes the current item and starts no other', () => {
  it('handle_webhooks', async () => {
    const scenes = await buildWithWebhooks(2);
    await stopDuring((options) => handleWebhooks(shop.deps.payments, options), 1);
    expect(await statusesOf(scenes)).toEqual(['confirmed', 'pending']);
    await handleWebhooks(shop.deps.payments);
    expect(await statusesOf(scenes)).toEqual(['confirmed', 'confirmed']);
  });

  it('settle_due_receipts', async () => {
    const scenes = await buildUnsettled(WIDTH + 2);
    shop.clock.advance(MINUTE_MS);
    await stopDuring((options) => processDueReceipts(shop.deps.payments, options), WIDTH);
    expect(await statusesOf(scenes)).toEqual([...Array(WIDTH).fill('confirmed'), 'processing', 'processing']);
    shop.clock.advance(MINUTE_MS);
    await processDueReceipts(shop.deps.payments);
    expect(await statusesOf(scenes)).toEqual(Array(WIDTH + 2).fill('confirmed'));
  });

  it('expire_pending_orders', async () => {
    const scenes = await buildWithWebhooks(2);
    shop.clock.advance(31 * MINUTE_MS);
    await stopDuring((options) => expirePendingOrders(shop.deps.payments, options), 1);
    expect(await statusesOf(scenes)).toEqual(['cancelled', 'pending']);
  });

  it('compare_with_provider', async () => {
    await stopDuring((options) => compareWithProvider(shop.deps.payments, { ...options, paceMs: 0 }), 1);
    expect(shop.bootpay.calls('receipt')).toBe(1);
  });
});
