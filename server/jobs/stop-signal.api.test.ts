import { afterEach, describe, expect, it } from 'vitest';
import { expirePendingOrders } from '#server/features/payments/expiry/expire-pending-orders.ts';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';

/** Receipts that `settle_due_receipts` reads at the same time. */
const WIDTH = 4;

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

/** Builds orders paid at the provider whose receipts the shop could not read. */
async function buildUnconfirmed(count: number): Promise<PaymentFixture[]> {
  const fixtures: PaymentFixture[] = [];
  shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
  for (let built = 0; built < count; built += 1) {
    const fixture = await buildPaymentFixture(shop);
    expect((await fixture.confirm(await fixture.pay())).statusCode).toBe(502);
    fixtures.push(fixture);
  }
  shop.bootpay.clear();
  return fixtures;
}

/** Builds orders paid at the provider with queued webhooks. */
async function buildWithWebhooks(count: number): Promise<PaymentFixture[]> {
  const fixtures: PaymentFixture[] = [];
  for (let built = 0; built < count; built += 1) {
    const fixture = await buildPaymentFixture(shop);
    const body = { receipt_id: await fixture.pay(), order_id: fixture.row.order_number };
    expect((await shop.client().post('/api/bootpay/webhook', body, { csrf: false })).statusCode).toBe(200);
    fixtures.push(fixture);
  }
  return fixtures;
}

async function statusesOf(fixtures: readonly PaymentFixture[]): Promise<string[]> {
  const statuses = await Promise.all(fixtures.map(async (fixture) => (await fixture.order()).status));
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
    const fixtures = await buildWithWebhooks(2);
    await stopDuring((options) => handleWebhooks(shop.deps.payments, options), 1);
    expect(await statusesOf(fixtures)).toEqual(['confirmed', 'pending']);
    await handleWebhooks(shop.deps.payments);
    expect(await statusesOf(fixtures)).toEqual(['confirmed', 'confirmed']);
  });

  it('settle_due_receipts', async () => {
    const fixtures = await buildUnconfirmed(WIDTH + 2);
    shop.clock.advance(MINUTE_MS);
    await stopDuring((options) => processDueReceipts(shop.deps.payments, options), WIDTH);
    expect(await statusesOf(fixtures)).toEqual([...Array(WIDTH).fill('confirmed'), 'processing', 'processing']);
    shop.clock.advance(MINUTE_MS);
    await processDueReceipts(shop.deps.payments);
    expect(await statusesOf(fixtures)).toEqual(Array(WIDTH + 2).fill('confirmed'));
  });

  it('expire_pending_orders', async () => {
    const fixtures = await buildWithWebhooks(2);
    shop.clock.advance(31 * MINUTE_MS);
    await stopDuring((options) => expirePendingOrders(shop.deps.payments, options), 1);
    expect(await statusesOf(fixtures)).toEqual(['cancelled', 'pending']);
  });

  it('compare_with_provider', async () => {
    await stopDuring((options) => compareWithProvider(shop.deps.payments, { ...options, paceMs: 0 }), 1);
    expect(shop.bootpay.calls('receipt')).toBe(1);
  });
});
