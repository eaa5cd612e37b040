import { afterEach, describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { buildPaidFixture, buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';

const shop = await setUpTestApp({ timing: { refundQuietMs: 0 } });
const admin = await buildAdmin(shop);

afterEach(async () => {
  shop.bootpay.clear();
  // After every test, the orders must agree with the payment events.
  const orders = await shop.db.selectFrom('orders').select(['id', 'paid_price']).execute();
  const books = await shop.db.selectFrom('payment_books').selectAll().execute();
  const paidFor = new Map(books.map(({ order_id, paid }) => [order_id, paid]));
  expect(orders.map(({ id }) => [id, paidFor.get(id) ?? 0])).toEqual(
    orders.map(({ id, paid_price }) => [id, paid_price]),
  );
});

async function stepsOf({ row }: PaymentFixture): Promise<string[]> {
  const events = await shop.db
    .selectFrom('payment_events')
    .select(['kind', 'amount'])
    .where('order_id', '=', row.id)
    .orderBy('id')
    .execute();
  return events.map(({ kind, amount }) => (amount === null ? kind : `${kind} ${amount}`));
}

const refund = ({ row }: PaymentFixture, amount: number) =>
  admin.client.post(`/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청' });

describe('the payment events', () => {
  it('contain the intent and the capture', async () => {
    expect(await stepsOf(await buildPaidFixture(shop))).toEqual(['approve_asked', 'paid 350000']);
  });

  it('contain a lost response, the retry and its result', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, afterwards: 'drop' });
    expect((await here.confirm(receiptId)).statusCode).toBe(502);
    expect(await stepsOf(here)).toEqual(['approve_asked', 'unanswered']);
    shop.clock.advance(60_000);
    await processDueReceipts(shop.deps.payments);
    expect(await stepsOf(here)).toEqual(['approve_asked', 'unanswered', 'asked_again', 'paid 350000']);
  });

  it('contain a receipt that could not be read, and a failed one', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.openWindow();
    shop.bootpay.fail({ endpoint: 'receipt', times: 1, insteadOf: SERVER_ERROR });
    await here.confirm(receiptId);
    await shop.bootpay.refuse(receiptId);
    shop.clock.advance(60_000);
    await processDueReceipts(shop.deps.payments);
    expect(await stepsOf(here)).toEqual(['unverified', 'asked_again', 'failed']);
  });

  it('contain a virtual account and its deposit', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ method: 'vbank' });
    await here.confirm(receiptId);
    await shop.bootpay.deposit(receiptId);
    await here.webhook(receiptId);
    expect(await stepsOf(here)).toEqual(['issued 350000', 'paid 350000']);
  });

  it('contain partial, full, unanswered and refused refunds', async () => {
    const here = await buildPaidFixture(shop);
    await refund(here, 50_000);
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: SERVER_ERROR });
    await refund(here, 100_000);
    shop.clock.advance(60_000);
    await processDueReceipts(shop.deps.payments);
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: refusal });
    await refund(here, 200_000);
    await refund(here, 200_000);
    expect((await stepsOf(here)).slice(2)).toEqual([
      ...['refund_asked 50000', 'refund_done 50000', 'given_back 50000'],
      ...['refund_asked 100000', 'refund_unanswered 100000', 'refund_done 100000', 'given_back 100000'],
      ...['refund_asked 200000', 'refund_refused 200000'],
      ...['refund_asked 200000', 'refund_done 200000', 'cancelled 350000', 'given_back 200000'],
    ]);
  });

  it("contain refunds made at the provider's console, each once", async () => {
    const here = await buildPaidFixture(shop);
    await shop.bootpay.cancelAtProvider(here.receiptId, 30_000);
    for (let count = 0; count < 2; count += 1) await here.webhook(here.receiptId);
    await shop.bootpay.cancelAtProvider(here.receiptId);
    for (let count = 0; count < 2; count += 1) await here.webhook(here.receiptId);
    expect((await stepsOf(here)).slice(2)).toEqual(['given_back 30000', 'cancelled 350000', 'given_back 320000']);
  });

  it('contain a payment with a wrong amount and its refund, with a balance of zero', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ priceWon: 999_000, isSeparatelyConfirmed: false });
    await here.confirm(receiptId);
    expect(await stepsOf(here)).toEqual([
      ...['returning 999000', 'refund_asked 999000', 'refund_done 999000', 'returned 999000', 'given_back 999000'],
    ]);
  });

  it('contain a payment for a cancelled order and its refund', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    await here.webhook(receiptId);
    expect(await stepsOf(here)).toEqual([
      ...['returning 350000', 'refund_asked 350000', 'refund_done 350000', 'returned 350000', 'given_back 350000'],
    ]);
  });

  it.each(['update payment_events set amount = 1', 'delete from payment_events', 'truncate payment_events'])(
    'cannot be changed: %s',
    async (statement) => {
      await buildPaidFixture(shop);
      await expect(shop.deps.database.pool.query(statement)).rejects.toThrow('only added to');
    },
  );

  it('contain no event of a transaction that was rolled back', async () => {
    const here = await buildPaymentFixture(shop);
    const { pool } = shop.deps.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query(
      "insert into payment_attempts (order_id, receipt_id, state, lease_until) values ($1, 'r', 'approving', now())",
      [here.row.id],
    );
    await client.query('rollback');
    client.release();
    expect(await stepsOf(here)).toEqual([]);
  });
});
