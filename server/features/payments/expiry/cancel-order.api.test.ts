import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import {
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';
import { processReceipt } from '../processing/process-receipt.ts';
import { compareWithProvider } from '../reconciliation/compare-with-provider.ts';

const PRICE = 350_000;

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

/** An order whose capture was sent by a process that was killed, and has not reached the provider. */
async function captureUnderWay(): Promise<PaymentFixture & { receiptId: string }> {
  const fixture = await buildPaymentFixture(shop, PRICE);
  const receiptId = await fixture.pay();
  shop.bootpay.fail({ endpoint: 'confirm', receiptId, times: 1, insteadOf: 'drop' });
  expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
  expect((await fixture.cancel()).json()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  return { ...fixture, receiptId };
}

describe('the cancellation of an order whose capture is under way', () => {
  it('refunds the capture within minutes when the provider executes it afterwards', async () => {
    const { receiptId, webhook, order } = await captureUnderWay();
    // Nothing has been captured when a webhook about the payment comes.
    await webhook(receiptId, { status: 2 });
    await shop.deps.payments.gateway.approve(receiptId);
    shop.clock.advance(2 * MINUTE_MS + SECOND_MS);
    await processDueReceipts(shop.deps.payments);
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    expect(await order()).toMatchObject({ status: 'cancelled', paid_price: 0, payment: null });
  });

  it('ends the receipt when nothing was captured', async () => {
    const { row, receiptId, confirm } = await captureUnderWay();
    expectError(await confirm(receiptId), 409, 'ORDER_CANCELLED');
    await sql`update orders set updated_at = now() - interval '3 minutes' where id = ${row.id}`.execute(shop.db);
    shop.clock.advance(2 * MINUTE_MS + SECOND_MS);
    await processDueReceipts(shop.deps.payments);
    const attempts = shop.db.selectFrom('payment_attempts').select(['state', 'receipt_id']);
    expect(await attempts.where('order_id', '=', row.id).execute()).toEqual([
      { state: 'failed', receipt_id: receiptId },
    ]);
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it('is not followed by a capture of a process that was suspended before it', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, times: 1, insteadOf: 'drop' });
    expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    // The process has read that the receipt waits for approval, and is suspended.
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, holdAnswer: hold });
    const suspended = processReceipt(shop.deps.payments, fixture.row.id, receiptId, { patienceMs: 0 });
    const ended = suspended.catch((error: unknown) => error);
    await hold.untilArrived();
    await sql`update payment_attempts set lease_until = clock_timestamp()
      where order_id = ${fixture.row.id}`.execute(shop.db);
    expect((await fixture.cancel()).json()).toMatchObject({ status: 'cancelled' });
    hold.release();
    expect(await ended).toMatchObject({ code: 'ORDER_CANCELLED' });
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it.each(['webhook', 'night'] as const)(
    'is refunded or reported when it is executed long after: by %s',
    async (by) => {
      const { row, receiptId, webhook, order } = await captureUnderWay();
      await sql`update orders set updated_at = now() - interval '3 minutes' where id = ${row.id}`.execute(shop.db);
      shop.clock.advance(2 * MINUTE_MS + SECOND_MS);
      await processDueReceipts(shop.deps.payments);
      await shop.deps.payments.gateway.approve(receiptId);
      if (by === 'webhook') await webhook(receiptId, { status: 1 });
      else await compareWithProvider(shop.deps.payments, { paceMs: 0 });
      shop.clock.advance(2 * MINUTE_MS);
      await processDueReceipts(shop.deps.payments);
      const found = shop.db.selectFrom('payment_differences').select(['ours', 'theirs']).where('order_id', '=', row.id);
      if (by === 'webhook') expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
      else expect(await found.execute()).toEqual([{ ours: 0, theirs: PRICE }]);
      expect(await order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
    },
  );

  it('by an administrator is refunded within minutes too', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, times: 1, insteadOf: 'drop' });
    expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    const admin = await buildAdmin(shop);
    const change = { status: 'cancelled', note: '전화로 취소 요청' };
    expect((await admin.client.put(`/api/admin/orders/${fixture.row.id}`, change)).statusCode).toBe(200);
    await shop.deps.payments.gateway.approve(receiptId);
    for (let minute = 0; minute < 3; minute += 1) {
      shop.clock.advance(MINUTE_MS + SECOND_MS);
      await processDueReceipts(shop.deps.payments);
    }
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    expect(await fixture.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });
});
