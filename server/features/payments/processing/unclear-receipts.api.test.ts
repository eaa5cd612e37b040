import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { Quirks } from '#server/sandbox/bootpay/quirks.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold, type Fault } from '#tests/support/payments/bootpay.ts';
import {
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { expirePendingOrders } from '../expiry/expire-pending-orders.ts';
import { processDueReceipts } from './process-due-receipts.ts';

const PRICE = 350_000;

// With production keys, a test payment moves no money and is not accepted.
const shop = await setUpTestApp({ payment: { acceptsTestPayments: false } });
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

/** Builds an order at a provider in production mode. */
async function buildRealFixture(): Promise<PaymentFixture> {
  shop.bootpay.quirks.receiptFields = { sandbox: false };
  return buildPaymentFixture(shop, PRICE);
}

async function job(): Promise<void> {
  shop.clock.advance(MINUTE_MS);
  await processDueReceipts(shop.deps.payments);
}

async function detail({ row }: PaymentFixture): Promise<AdminOrder> {
  return (await admin.client.get(`/api/admin/orders/${row.id}`)).json();
}

const drop = ({ row }: PaymentFixture, receiptId: string, reason = '결제사에 전화로 확인함') =>
  admin.client.post(`/api/admin/orders/${row.id}/attempts/${receiptId}/drop`, { reason });

const FLAWS: [string, Quirks['receiptFields'], string][] = [
  ['a payment of the test environment', { sandbox: true }, '테스트 결제는 받지 않습니다.'],
  ['another currency', { sandbox: false, currency: 'USD' }, '원화가 아닌 결제입니다.'],
  ['a tax-free amount', { sandbox: false, tax_free: 1000 }, '결제의 면세 금액이 주문과 다릅니다.'],
  ['no word of its environment', { sandbox: undefined }, '테스트 결제는 받지 않습니다.'],
  ['no currency', { sandbox: false, currency: undefined }, '원화가 아닌 결제입니다.'],
  ['an empty currency', { sandbox: false, currency: '' }, '원화가 아닌 결제입니다.'],
  ['a currency that only begins like won', { sandbox: false, currency: 'KRW ' }, '원화가 아닌 결제입니다.'],
  ['no tax-free amount', { sandbox: false, tax_free: undefined }, '결제의 면세 금액이 주문과 다릅니다.'],
];

describe.each(FLAWS)('a receipt with %s', (_name, receiptFields, note) => {
  it('is never approved: 409 PRICE_MISMATCH, the order is an error', async () => {
    const fixture = await buildRealFixture();
    shop.bootpay.quirks.receiptFields = receiptFields;
    const receiptId = await fixture.pay();
    expectError(await fixture.confirm(receiptId), 409, 'PRICE_MISMATCH');
    expect(shop.bootpay.calls('confirm')).toBe(0);
    const order = await fixture.order();
    expect(order).toMatchObject({ status: 'error', paid_price: 0 });
    expect(order.timeline.at(-1)).toMatchObject({ status: 'error', note });
  });

  it('is refunded when it was captured', async () => {
    const fixture = await buildRealFixture();
    shop.bootpay.quirks.receiptFields = receiptFields;
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    expectError(await fixture.confirm(receiptId), 409, 'PRICE_MISMATCH');
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    expect(await fixture.order()).toMatchObject({ status: 'error', paid_price: 0 });
  });
});

const UNCLEAR: [string, Omit<Fault, 'endpoint'>][] = [
  ['cancelled without an amount', { misreport: { status: 20, cancelled_price: null } }],
  ['cancelled with nothing given back', { misreport: { status: 20, cancelled_price: 0 } }],
  ['without an order number', { misreport: { order_id: undefined } }],
  ['of an unknown status', { misreport: { status: 7 } }],
  ['of an unknown status below 0', { misreport: { status: -9 } }],
  ['of the environment "false"', { misreport: { sandbox: 'false' } }],
  ['of the environment 0', { misreport: { sandbox: 0 } }],
  ['with a price in text', { misreport: { price: '350000' } }],
  ['with more given back than paid', { misreport: { cancelled_price: 350_001 } }],
  ['with a negative amount given back', { misreport: { cancelled_price: -350_000 } }],
  ['with a status in text', { misreport: { status: '1' } }],
  ['of another receipt', { misreport: { receipt_id: 'another' } }],
  ['without a price', { misreport: { price: null } }],
  ['paid without a refunded amount', { misreport: { cancelled_price: undefined } }],
  ['no receipt at all', { insteadOf: { status: 200, body: { ok: true } } }],
  ['whose cancellation is under way', { misreport: { status: -30 } }],
];

describe.each(UNCLEAR)('a receipt that is %s', (_name, fault) => {
  it('is read again until it is clear, and nothing is guessed', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, ...fault });
    expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    await job();
    expect(await fixture.order()).toMatchObject({ status: 'processing', paid_price: 0 });
    expectError(await fixture.cancel(), 409, 'NOT_CANCELLABLE');
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`]);
    shop.bootpay.clear();
    shop.bootpay.quirks.receiptFields = { sandbox: false };
    await job();
    expect(await fixture.order()).toMatchObject({ status: 'confirmed', paid_price: PRICE });
  });

  it('can be dropped by an administrator, so that it does not hold the order forever', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, ...fault });
    await fixture.confirm(receiptId);
    await job();
    expectError(await drop(fixture, receiptId, ' '), 400, 'VALIDATION_FAILED');
    expect((await drop(fixture, receiptId)).json()).toMatchObject({
      status: 'pending',
      attempts: [{ state: 'failed', dropped_at: expect.stringMatching(/Z$/) }],
    });
    expect((await admin.audit('order.drop_payment'))[0]).toMatchObject({ reason: '결제사에 전화로 확인함' });
    shop.clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await fixture.order()).status).toBe('cancelled');
    shop.clock.set(new Date());
  });
});

describe('the reason of an unclear attempt', () => {
  const noteOf = async (fixture: PaymentFixture) => (await detail(fixture)).attempts[0]?.note;

  it('is kept for a virtual account with an unreadable receipt, until the next clear response', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay({ method: 'vbank' });
    await fixture.confirm(receiptId);
    expect(await noteOf(fixture)).toBe('');
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, misreport: { price: null } });
    shop.clock.advance(11 * MINUTE_MS);
    await job();
    expect(await noteOf(fixture)).toContain('결제사의 응답을 해석할 수 없습니다');
    expect(await fixture.order()).toMatchObject({ status: 'processing' });
    shop.bootpay.clear();
    shop.bootpay.quirks.receiptFields = { sandbox: false };
    await job();
    expect((await detail(fixture)).attempts).toMatchObject([{ state: 'issued', note: '' }]);
  });

  it('is removed when the payment is recorded', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, misreport: { status: 7 } });
    await fixture.confirm(receiptId);
    await job();
    expect(await noteOf(fixture)).toContain('결제사의 응답을 해석할 수 없습니다');
    shop.bootpay.clear();
    shop.bootpay.quirks.receiptFields = { sandbox: false };
    await job();
    expect((await detail(fixture)).attempts).toMatchObject([{ state: 'paid', note: '' }]);
  });
});

describe('dropping a payment attempt', () => {
  it('returns 404 for a receipt of another order, 409 for a completed one', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay();
    await fixture.confirm(receiptId);
    const other = await buildRealFixture();
    expectError(await drop(other, receiptId), 404, 'NOT_FOUND');
    expectError(await drop(fixture, receiptId), 409, 'ATTEMPT_ENDED');
    expect(await detail(fixture)).toMatchObject({ status: 'confirmed', paid_price: PRICE });
  });

  it('is refused during a call to the provider', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', hold });
    const confirmed = fixture.confirm(receiptId);
    await hold.untilArrived();
    expectError(await drop(fixture, receiptId), 409, 'CONFLICT');
    hold.release();
    expect((await confirmed).statusCode).toBe(200);
  });
});

describe.each([
  ['-20: the cancellation failed', -20],
  ['1', 1],
])('a captured receipt of status %s', (_name, status) => {
  it('counts as captured: it pays its order, and is refunded for a cancelled one', async () => {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, misreport: { status, cancelled_price: 0 } });
    expect((await fixture.confirm(receiptId)).json().order).toMatchObject({ status: 'confirmed', paid_price: PRICE });
    const closed = await buildRealFixture();
    const late = await closed.pay({ isSeparatelyConfirmed: false });
    await closed.cancel();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId: late, misreport: { status, cancelled_price: 0 } });
    expectError(await closed.confirm(late), 409, 'ORDER_CANCELLED');
    expect(await movedFor(shop, late)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  });
});

describe('an administrator sets the status while the provider captures', () => {
  async function duringCapture(status: 'completed' | 'cancelled') {
    const fixture = await buildRealFixture();
    const receiptId = await fixture.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', holdAnswer: hold });
    const confirmed = fixture.confirm(receiptId);
    await hold.untilArrived();
    const set = await admin.client.put(`/api/admin/orders/${fixture.row.id}`, { status });
    expect(set.statusCode).toBe(200);
    hold.release();
    return { fixture, receiptId, answer: await confirmed };
  }

  it('to completed: the payment is kept, and the paid amount is recorded', async () => {
    const { fixture, receiptId, answer } = await duringCapture('completed');
    expect(answer.statusCode).toBe(200);
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`]);
    expect(await detail(fixture)).toMatchObject({ status: 'confirmed', paid_price: PRICE, refundable: PRICE });
  });

  it('to cancelled: the refund is queued in the transaction that finds the order closed', async () => {
    const { fixture, receiptId, answer } = await duringCapture('cancelled');
    expectError(answer, 409, 'ORDER_CANCELLED');
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    const order = await detail(fixture);
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0, attempts: [{ state: 'returned' }] });
    expect(order.timeline.at(-1)?.note).toContain('환불했습니다');
  });
});

it('a receipt that hangs does not delay the others', async () => {
  const stuck = await Promise.all(
    Array.from({ length: 101 }, async () => {
      const fixture = await buildRealFixture();
      const receiptId = await fixture.pay({ method: 'vbank' });
      await fixture.confirm(receiptId);
      return receiptId;
    }),
  );
  shop.clock.advance(11 * MINUTE_MS);
  const fixture = await buildRealFixture();
  const receiptId = await fixture.pay();
  shop.bootpay.fail({ endpoint: 'confirm', times: 1, afterwards: 'drop' });
  expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
  for (const each of stuck) shop.bootpay.fail({ endpoint: 'receipt', receiptId: each, misreport: { status: 7 } });
  await job();
  await job();
  expect(await fixture.order()).toMatchObject({ status: 'confirmed', paid_price: PRICE });
});
