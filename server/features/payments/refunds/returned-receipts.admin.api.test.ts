import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { AdminOrder, AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
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
const REFUSAL = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };
const ACCOUNT = { bank_code: '088', number: '110123456789', holder: '홍길동' };

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

async function detail({ row }: PaymentFixture): Promise<AdminOrder> {
  return (await admin.client.get(`/api/admin/orders/${row.id}`)).json();
}

async function job(): Promise<void> {
  shop.clock.advance(11 * MINUTE_MS);
  await processDueReceipts(shop.deps.payments);
}

async function isWaiting({ row }: PaymentFixture, task: string): Promise<boolean> {
  const orders = (await admin.client.get(`/api/admin/orders?waiting=${task}`)).json<AdminOrderListItem[]>();
  return orders.some(({ id }) => id === row.id);
}

/** Builds a paid order with a second captured payment whose refund the provider refuses. */
async function paidTwice(): Promise<PaymentFixture & { first: string; second: string }> {
  const fixture = await buildPaidFixture(shop, PRICE);
  const { receiptId: first } = fixture;
  const second = await fixture.pay({ isSeparatelyConfirmed: false });
  shop.bootpay.fail({ endpoint: 'cancel', receiptId: second, times: 1, insteadOf: REFUSAL });
  expectError(await fixture.confirm(second), 409, 'ORDER_ALREADY_PAID');
  return { ...fixture, first, second };
}

describe('a second payment whose automatic refund was refused', () => {
  it('is shown as a captured payment besides the valid one', async () => {
    const fixture = await paidTwice();
    const { attempts, refundable } = await detail(fixture);
    expect(refundable).toBe(PRICE);
    expect(attempts).toMatchObject([
      { receipt_id: fixture.first, state: 'paid', refundable: PRICE },
      { receipt_id: fixture.second, state: 'returning', refundable: PRICE },
    ]);
    expect(await isWaiting(fixture, 'refused_refund')).toBe(true);
  });

  it('is refunded by its receipt, with timeline entry and mail; the valid payment stays', async () => {
    const fixture = await paidTwice();
    const path = `/api/admin/orders/${fixture.row.id}/refunds`;
    expectError(
      await admin.client.post(path, { receipt_id: fixture.second, amount: PRICE + 1, reason: '이중 결제' }),
      409,
      'REFUND_EXCEEDS_PAID',
    );
    const body = { receipt_id: fixture.second, amount: PRICE, reason: '이중 결제', requestKey: 'second-0001' };
    const { refund, order } = (await admin.client.post(path, body)).json<RefundAnswer>();
    expect(refund).toMatchObject({ state: 'done', receipt_id: fixture.second, requested_by: admin.user.user_id });
    expect(order).toMatchObject({ status: 'confirmed', paid_price: PRICE, refundable: PRICE });
    expect(order.attempts).toMatchObject([{ state: 'paid' }, { state: 'returned', refundable: 0 }]);
    expect(order.timeline.at(-1)).toMatchObject({
      status: 'confirmed',
      actor: 'admin',
      note: '주문에 쓰이지 않은 결제 금액 350,000원을 환불했습니다.',
    });
    expect((await listMails(shop, fixture.user.email)).map(({ kind }) => kind)).toContain('payment_returned');
    expect(await movedFor(shop, fixture.first)).toEqual([`capture ${PRICE}`]);
    expect(await movedFor(shop, fixture.second)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    expect(await isWaiting(fixture, 'refused_refund')).toBe(false);
    expectError(
      await admin.client.post(path, { receipt_id: fixture.second, amount: 1, reason: '또' }),
      409,
      'NOT_PAID',
    );
    const repeat = await admin.client.post(path, body);
    expect(repeat.json<RefundAnswer>().refund.id).toBe(refund.id);
  });

  it('can be marked as refunded outside, which clears the alerts', async () => {
    const fixture = await paidTwice();
    const path = `/api/admin/orders/${fixture.row.id}/refunds/outside`;
    const body = { receipt_id: fixture.second, amount: PRICE, note: '신한은행 계좌로 이체', requestKey: 'outside-01' };
    for (const wrong of [{ amount: 0 }, { note: ' ' }, { receipt_id: '../x' }]) {
      expectError(await admin.client.post(path, { ...body, ...wrong }), 400, 'VALIDATION_FAILED');
    }
    const { refund, order } = (await admin.client.post(path, body)).json<RefundAnswer>();
    expect(refund).toMatchObject({ state: 'done', channel: 'outside', reason: '신한은행 계좌로 이체' });
    expect(order).toMatchObject({ status: 'confirmed', paid_price: PRICE });
    expect(order.attempts[1]).toMatchObject({ state: 'returned', returned_outside: PRICE, refundable: 0 });
    expect(await isWaiting(fixture, 'refused_refund')).toBe(false);
    expect(await movedFor(shop, fixture.second)).toEqual([`capture ${PRICE}`]);
    expect((await admin.client.post(path, body)).json<RefundAnswer>().refund.id).toBe(refund.id);
    expect((await admin.audit('order.refund_outside'))[0]).toMatchObject({ after: { refund_id: refund.id } });
    expectError(await admin.client.post(path, { ...body, requestKey: 'outside-02' }), 409, 'NOT_PAID');
  });

  it("lowers the paid amount when the order's own payment is refunded outside", async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    await fixture.confirm(await fixture.pay());
    const payBack = (amount: number) =>
      admin.client.post(`/api/admin/orders/${fixture.row.id}/refunds/outside`, { amount, note: '현금으로 돌려드림' });
    await payBack(100_000);
    expect(await fixture.order()).toMatchObject({ status: 'confirmed', paid_price: 250_000 });
    await payBack(250_000);
    expect(await fixture.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
    const { rows } = await shop.deps.database.pool.query('select paid from payment_books where order_id = $1', [
      fixture.row.id,
    ]);
    expect(rows).toEqual([{ paid: 0 }]);
  });
});

describe('a virtual account of an order that has ended', () => {
  async function issued(): Promise<PaidFixture> {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay({ method: 'vbank' });
    expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
    return { ...fixture, receiptId };
  }

  it.each([
    ['its buyer cancels', (fixture: PaymentFixture) => fixture.cancel()],
    [
      'an administrator cancels',
      (fixture: PaymentFixture) => admin.client.put(`/api/admin/orders/${fixture.row.id}`, { status: 'cancelled' }),
    ],
  ])('is revoked at the provider when %s', async (_name, end) => {
    shop.bootpay.quirks.issuedCancel = 'called_off';
    const fixture = await issued();
    await end(fixture);
    expect(await fixture.order()).toMatchObject({ status: 'cancelled', payment: null });
    await job();
    expect((await detail(fixture)).attempts).toMatchObject([{ state: 'failed', note: '가상계좌를 취소했습니다.' }]);
    await expect(shop.bootpay.deposit(fixture.receiptId)).rejects.toThrow();
    await job();
    expect(shop.bootpay.calls('cancel', fixture.receiptId)).toBe(1);
  });

  it("is checked further when the provider refuses: a late deposit is refunded to the buyer's account", async () => {
    shop.bootpay.quirks.refundAccount = 'required';
    const fixture = await issued();
    const other = await buildPaymentFixture(shop);
    await fixture.cancel();
    await job();
    expect((await detail(fixture)).attempts).toMatchObject([{ state: 'revoking' }]);
    await shop.bootpay.deposit(fixture.receiptId);
    await job();
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`]);
    const order = await fixture.order();
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0, refund: { awaits_account: PRICE } });
    expect(order.timeline.at(-1)?.note).toContain('계좌를 알려주세요');
    expect((await listMails(shop, fixture.user.email)).map(({ kind }) => kind)).toContain('refund_account');

    const path = `/api/orders/${fixture.row.id}/refund-account`;
    // A session that was left open cannot send the money elsewhere.
    expectError(await fixture.client.put(path, ACCOUNT), 403, 'STEP_UP_REQUIRED');
    await fixture.client.as(fixture.user);
    await other.client.as(other.user);
    expectError(await other.client.put(path, ACCOUNT), 404, 'ORDER_NOT_FOUND');
    for (const wrong of [{}, { ...ACCOUNT, number: '12-34' }, { ...ACCOUNT, holder: '' }]) {
      expectError(await fixture.client.put(path, wrong), 400, 'VALIDATION_FAILED');
    }
    const answer = await fixture.client.put(path, ACCOUNT);
    expect(answer.json()).toMatchObject({ status: 'cancelled', refund: { awaits_account: 0 } });
    expect((await shop.bootpay.ledger(fixture.receiptId)).at(-1)).toMatchObject({
      kind: 'cancel',
      amount: PRICE,
      refund_account: { bank_code: '088', bank_account: '110123456789', bank_username: '홍길동' },
    });
    expect((await listMails(shop, fixture.user.email)).map(({ kind }) => kind)).toContain('payment_returned');
    expectError(await fixture.client.put(path, ACCOUNT), 409, 'NO_REFUND_WAITING');
  });

  it('lets an administrator name the account for a late deposit, or mark it as refunded outside', async () => {
    const fixture = await issued();
    await fixture.cancel();
    await shop.bootpay.deposit(fixture.receiptId);
    await fixture.webhook(fixture.receiptId);
    const body = { receipt_id: fixture.receiptId, amount: PRICE, reason: '전화로 받은 계좌', account: ACCOUNT };
    const { refund, order } = (
      await admin.client.post(`/api/admin/orders/${fixture.row.id}/refunds`, body)
    ).json<RefundAnswer>();
    expect(refund.state).toBe('done');
    expect(order.attempts).toMatchObject([{ state: 'returned', needs_account: true }]);
    expect(await isWaiting(fixture, 'refused_refund')).toBe(false);
    expectError(
      await fixture.client.put(`/api/orders/${fixture.row.id}/refund-account`, ACCOUNT),
      409,
      'NO_REFUND_WAITING',
    );
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  });

  it('is closed after its deposit date', async () => {
    const fixture = await issued();
    await fixture.cancel();
    await job();
    shop.clock.advance(4 * DAY_MS);
    await processDueReceipts(shop.deps.payments);
    expect((await detail(fixture)).attempts).toMatchObject([{ state: 'failed' }]);
    shop.clock.set(new Date());
  });
});
