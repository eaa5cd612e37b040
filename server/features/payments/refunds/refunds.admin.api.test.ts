import { afterEach, describe, expect, it } from 'vitest';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaidFixture,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';

const PRICE = 350_000;

const shop = await setUpTestApp({ timing: { refundQuietMs: 0 } });
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

function refund({ row }: PaidFixture, amount: number, more: Record<string, unknown> = {}) {
  return admin.client.post(`/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청', ...more });
}

/** Returns the balance of a payment at the provider and in our records. */
async function leftOf({ row, receiptId }: PaidFixture): Promise<{ theirs: number; ours: number; refunded: number }> {
  const moved = await shop.bootpay.ledger(receiptId);
  const { paid_price: ours } = await shop.db
    .selectFrom('orders')
    .select('paid_price')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const { refunded } = await shop.db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('refunded'))
    .where('order_id', '=', row.id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  const theirs = moved.reduce((sum, { kind, amount }) => sum + (kind === 'capture' ? amount : -amount), 0);
  return { theirs, ours, refunded };
}

describe('POST /api/admin/orders/{id}/refunds', () => {
  it('refunds the full amount, cancels the order and shows the administrator', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    const response = await refund(fixture, PRICE);
    expect(response.statusCode).toBe(200);
    const { refund: made, order } = response.json<RefundAnswer>();
    expect(made).toMatchObject({
      amount: PRICE,
      reason: '고객 요청',
      state: 'done',
      requested_by: admin.user.user_id,
      receipt_id: fixture.receiptId,
      attempts: 1,
    });
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0, refundable: 0, refunds: [made] });
    expect(order.timeline.at(-1)).toMatchObject({
      status: 'cancelled',
      note: '350,000원을 환불했습니다. 주문이 취소되었습니다.',
      actor: 'admin',
      actor_name: `${admin.user.user_id} (관리자)`,
    });
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    expect(await leftOf(fixture)).toEqual({ theirs: 0, ours: 0, refunded: PRICE });
    const [entry] = await admin.audit('order.refund');
    expect(entry).toMatchObject({
      subject_id: String(fixture.row.id),
      before: { paid_price: PRICE },
      after: { amount: PRICE, receipt_id: fixture.receiptId, refund_id: expect.any(Number) },
      reason: '',
    });
    expectError(await refund(fixture, 1), 409, 'NOT_PAID');
  });

  it('refunds parts until nothing is left; the order stays confirmed until then', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    expect((await refund(fixture, 100_000)).json<RefundAnswer>().order).toMatchObject({
      status: 'confirmed',
      paid_price: 250_000,
      refundable: 250_000,
    });
    expect((await fixture.order()).timeline.at(-1)).toMatchObject({
      status: 'confirmed',
      note: '100,000원을 환불했습니다. 남은 결제 금액은 250,000원입니다.',
    });
    expectError(await refund(fixture, 250_001), 409, 'REFUND_EXCEEDS_PAID');
    expect(await leftOf(fixture)).toEqual({ theirs: 250_000, ours: 250_000, refunded: 100_000 });
    expect((await refund(fixture, 250_000)).json<RefundAnswer>().order).toMatchObject({
      status: 'cancelled',
      paid_price: 0,
    });
    expect(await leftOf(fixture)).toEqual({ theirs: 0, ours: 0, refunded: PRICE });
  });

  it.each([
    ['nothing', { amount: undefined }],
    ['a zero', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['half a won', { amount: 0.5 }],
    ['a text', { amount: '1000' }],
    ['no reason', { reason: ' ' }],
    ['a strange key', { requestKey: 'a b' }],
    ['half an account', { account: { bank_code: '088' } }],
  ])('returns 400 for %s and writes nothing', async (_name, body) => {
    const fixture = await buildPaidFixture(shop, PRICE);
    const before = await shop.countRows();
    expectError(await refund(fixture, 1000, body), 400, 'VALIDATION_FAILED');
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('cancel')).toBe(0);
  });

  it('refuses more than the paid amount, and unpaid orders', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    expectError(await refund(fixture, PRICE + 1), 409, 'REFUND_EXCEEDS_PAID');
    const unpaid = await buildPaymentFixture(shop);
    expectError(await refund({ ...unpaid, receiptId: '' }, 1), 409, 'NOT_PAID');
    const missing = await admin.client.post('/api/admin/orders/2147483647/refunds', { amount: 1, reason: '없음' });
    expectError(missing, 404, 'ORDER_NOT_FOUND');
    expect(shop.bootpay.calls('cancel')).toBe(0);
  });

  it('never refunds more than the paid amount under concurrent requests', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(fixture, 200_000)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
    expect(await leftOf(fixture)).toEqual({ theirs: 150_000, ours: 150_000, refunded: 200_000 });
  });

  it('treats a repeat with the same key as the same refund', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    const requestKey = 'form-0001';
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(fixture, 50_000, { requestKey })));
    const ids = answers.map((answer) => answer.json<RefundAnswer>().refund.id);
    expect(new Set(ids).size).toBe(1);
    expect((await refund(fixture, 50_000, { requestKey })).json<RefundAnswer>().refund.state).toBe('done');
    expectError(await refund(fixture, 60_000, { requestKey }), 409, 'CONFLICT');
    expect(await leftOf(fixture)).toEqual({ theirs: 300_000, ours: 300_000, refunded: 50_000 });
  });

  it('refunds an order that an administrator cancelled before, without another status change', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    await admin.client.put(`/api/admin/orders/${fixture.row.id}`, { status: 'cancelled' });
    const { order } = (await refund(fixture, PRICE)).json<RefundAnswer>();
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.timeline.slice(-2).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it("passes on the bank account for a virtual account's refund, and erases it afterwards", async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ method: 'vbank' });
    await here.confirm(receiptId);
    await shop.bootpay.deposit(receiptId);
    await here.webhook(receiptId);
    const fixture = { ...here, receiptId };
    const account = { bank_code: '088', number: '110123456789', holder: '홍길동' };
    expect((await refund(fixture, 1000, { account })).statusCode).toBe(200);
    expect((await shop.bootpay.ledger(receiptId)).at(-1)).toMatchObject({
      kind: 'cancel',
      amount: 1000,
      refund_account: { bank_code: '088', bank_account: '110123456789', bank_username: '홍길동' },
    });
    const rows = await shop.db.selectFrom('refunds').select('account').where('order_id', '=', fixture.row.id).execute();
    expect(rows).toEqual([{ account: null }]);
  });
});

describe('an unreachable provider', () => {
  it('leaves the refund requested; the job executes it later', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop' });
    const response = await refund(fixture, 100_000);
    expect(response.statusCode).toBe(202);
    const { refund: made, order } = response.json<RefundAnswer>();
    expect(made).toMatchObject({ state: 'requested', last_error: expect.stringMatching(/./) });
    expect(order).toMatchObject({ status: 'confirmed', paid_price: PRICE, refundable: 0 });
    expectError(await refund(fixture, 100_000), 409, 'REFUND_IN_PROGRESS');
    expect(await leftOf(fixture)).toEqual({ theirs: PRICE, ours: PRICE, refunded: 0 });

    shop.bootpay.clear();
    for (let run = 0; run < 2; run += 1) {
      shop.clock.advance(60_000);
      await processDueReceipts(shop.deps.payments);
    }
    expect(await leftOf(fixture)).toEqual({ theirs: 250_000, ours: 250_000, refunded: 100_000 });
    expect((await fixture.order()).timeline.at(-1)?.note).toContain('100,000원을 환불했습니다.');
  });

  it('refunds once when only its response was lost', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', afterwards: 'drop', times: 1 });
    expect((await refund(fixture, 100_000)).statusCode).toBe(202);
    expect(await leftOf(fixture)).toMatchObject({ theirs: 250_000, ours: PRICE });
    // The provider's webhook arrives before a retry.
    expect((await fixture.webhook(fixture.receiptId)).statusCode).toBe(200);
    await processDueReceipts(shop.deps.payments);
    expect(await leftOf(fixture)).toEqual({ theirs: 250_000, ours: 250_000, refunded: 100_000 });
    const { timeline } = await fixture.order();
    expect(timeline.filter(({ note }) => note.includes('환불'))).toHaveLength(1);
  });

  it('records the administrator, even when the webhook arrives before the response', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', afterwards: 'drop', times: 1 });
    expect((await refund(fixture, PRICE)).statusCode).toBe(202);
    await fixture.webhook(fixture.receiptId);
    const detail = (await admin.client.get(`/api/admin/orders/${fixture.row.id}`)).json<RefundAnswer['order']>();
    expect(detail).toMatchObject({ status: 'cancelled', paid_price: 0, refunds: [{ state: 'done' }] });
    expect(detail.timeline.at(-1)).toMatchObject({ actor: 'admin', note: expect.stringContaining('350,000원을 환불') });
    expect(await leftOf(fixture)).toEqual({ theirs: 0, ours: 0, refunded: PRICE });
  });

  it('does not mistake an earlier refund for the refused one', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    await refund(fixture, 100_000);
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: refusal, times: 1 });
    const { refund: made, order } = (await refund(fixture, 100_000)).json<RefundAnswer>();
    expect(made).toMatchObject({ state: 'refused', last_error: 'RC_CANCEL_LIMIT: 취소 한도를 넘었습니다.' });
    expect(order).toMatchObject({ status: 'confirmed', paid_price: 250_000, refundable: 250_000 });
    expect((await refund(fixture, 100_000)).json<RefundAnswer>().refund.state).toBe('done');
    expect(await leftOf(fixture)).toEqual({ theirs: 150_000, ours: 150_000, refunded: 200_000 });
  });

  it("records partial and full refunds made in the provider's console", async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    await shop.bootpay.cancelAtProvider(fixture.receiptId, 50_000);
    await fixture.webhook(fixture.receiptId);
    await fixture.webhook(fixture.receiptId);
    expect(await fixture.order()).toMatchObject({ status: 'confirmed', paid_price: 300_000 });
    expectError(await refund(fixture, 300_001), 409, 'REFUND_EXCEEDS_PAID');
    await shop.bootpay.cancelAtProvider(fixture.receiptId);
    await fixture.webhook(fixture.receiptId);
    expect(await fixture.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });
});

describe('POST /api/admin/orders/{id}/check', () => {
  const check = ({ row }: PaymentFixture) => admin.client.post(`/api/admin/orders/${row.id}/check`);

  it('confirms a stuck payment', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    expectError(await check(fixture), 502, 'PROVIDER_UNREACHABLE');
    shop.bootpay.clear();
    const response = await check(fixture);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'confirmed', paid_price: PRICE });
    expect((await admin.audit('order.check'))[0]).toMatchObject({ subject_id: String(fixture.row.id) });
  });

  it('executes open refunds, and finds refunds made at the provider', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop', times: 1 });
    await refund(fixture, 100_000);
    expect((await check(fixture)).json()).toMatchObject({ paid_price: 250_000, refunds: [{ state: 'done' }] });
    await shop.bootpay.cancelAtProvider(fixture.receiptId);
    expect((await check(fixture)).json()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('does not change an order without payments, and returns 404 for an unknown one', async () => {
    const fixture = await buildPaymentFixture(shop);
    expect((await check(fixture)).json()).toMatchObject({ status: 'pending', timeline: [{ status: 'pending' }] });
    expectError(await admin.client.post('/api/admin/orders/2147483647/check'), 404, 'ORDER_NOT_FOUND');
  });
});
