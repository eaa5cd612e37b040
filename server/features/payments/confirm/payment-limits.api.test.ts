import { afterEach, describe, expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from '../webhooks/handle-webhooks.ts';

/** Limit of contract §3. */
const CALLS_PER_MINUTE = 20;

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

type Answer = Awaited<ReturnType<PaymentFixture['confirm']>>;

function expectTooMany(response: Answer): void {
  expectError(response, 429, 'TOO_MANY_REQUESTS');
  const retryAfter = Number(response.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(60);
}

/** Confirms an unknown receipt until the limit is reached. */
async function useUpConfirms(here: PaymentFixture): Promise<void> {
  for (let i = 0; i < CALLS_PER_MINUTE; i += 1) {
    expectError(await here.confirm('made-up'), 409, 'RECEIPT_MISMATCH');
  }
}

function inboxOf(here: PaymentFixture) {
  return shop.db
    .selectFrom('payment_webhooks')
    .select(['receipt_id', 'webhook_type', 'times_received'])
    .where('order_number', '=', here.row.order_number)
    .orderBy('id')
    .execute();
}

describe('POST /api/bootpay/confirm', () => {
  it('returns 429 after 20 calls a minute, for this user only', async () => {
    const here = await buildPaymentFixture(shop);
    const other = await buildPaymentFixture(shop);
    await useUpConfirms(here);
    const asked = shop.bootpay.calls('receipt');
    expectTooMany(await here.confirm('made-up'));
    expect(shop.bootpay.calls('receipt')).toBe(asked);
    expect((await other.confirm(await other.pay())).statusCode).toBe(200);
  });

  it('loses no payment beyond the limit: its receipt is processed from the inbox', async () => {
    const here = await buildPaymentFixture(shop);
    await useUpConfirms(here);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    for (let i = 0; i < 3; i += 1) expectTooMany(await here.confirm(receiptId));
    expect(await inboxOf(here)).toEqual([
      { receipt_id: receiptId, webhook_type: 'BROWSER_CONFIRM', times_received: 3 },
    ]);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('stores nothing beyond the limit for a known payment, and at most 30 receipts', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    for (let i = 1; i < CALLS_PER_MINUTE; i += 1) await here.confirm(receiptId);
    expectTooMany(await here.confirm(receiptId));
    expect(await inboxOf(here)).toEqual([]);
    for (let i = 0; i < 40; i += 1) expectTooMany(await here.confirm(`made-up-${i}`));
    expect(await inboxOf(here)).toHaveLength(30);
  });

  it("stores nothing beyond the limit for another user's order", async () => {
    const here = await buildPaymentFixture(shop);
    const other = await buildPaymentFixture(shop);
    await useUpConfirms(here);
    const foreign = { order_id: other.row.id, receipt_id: 'made-up', price: other.row.price };
    expectError(await here.client.post('/api/bootpay/confirm', foreign), 404, 'ORDER_NOT_FOUND');
    expect(await inboxOf(other)).toEqual([]);
  });
});

describe('PATCH /api/orders/:id', () => {
  it('returns 429 after 20 calls a minute, counted separately from confirm', async () => {
    const here = await buildPaymentFixture(shop);
    await useUpConfirms(here);
    const order = await shop.buildOrder({ user: here.user });
    for (let i = 0; i < CALLS_PER_MINUTE; i += 1) expect((await here.cancel()).statusCode).toBe(200);
    expectTooMany(await here.cancel());
    expectTooMany(await here.client.patch(`/api/orders/${order.id}`, { status: 'cancelled' }));
    expect((await here.client.get(`/api/orders/${order.id}`)).json().status).toBe('pending');
  });

  it('does not count an invalid request', async () => {
    const here = await buildPaymentFixture(shop);
    for (let i = 0; i <= CALLS_PER_MINUTE; i += 1) {
      const response = await here.client.patch(`/api/orders/${here.row.id}`, { status: 'confirmed' });
      expectError(response, 400, 'VALIDATION_FAILED');
    }
    expect((await here.cancel()).statusCode).toBe(200);
  });
});

it.each([
  [0, 25, 200],
  [2, 2, 429],
])('a limit of %i: %i cancellations, then %i', async (paymentCallsPerMinute, allowed, status) => {
  const own = await startTestApp({ limits: { paymentCallsPerMinute } });
  try {
    const here = await buildPaymentFixture(own);
    for (let i = 0; i < allowed; i += 1) expect((await here.cancel()).statusCode).toBe(200);
    expect((await here.cancel()).statusCode).toBe(status);
  } finally {
    await own.close();
  }
});
