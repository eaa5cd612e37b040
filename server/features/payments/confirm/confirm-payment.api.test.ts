import { afterEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildPaymentFixture, expectError, movedFor } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

const buildFixture = () => buildPaymentFixture(shop);
const moved = (receiptId: string) => movedFor(shop, receiptId);

describe('GET /api/bootpay/settings', () => {
  it('returns the public key and no secret', async () => {
    const response = await shop.client().get('/api/bootpay/settings');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ key: { kind: 'client_key', value: 'sandbox-client' }, sandbox: true });
    expect(response.body).not.toContain('secret');
  });
});

describe('POST /api/bootpay/confirm', () => {
  it('captures the payment and confirms the order', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay();
    expect(await moved(receiptId)).toEqual([]);
    const response = await here.confirm(receiptId);
    expect(response.statusCode).toBe(200);
    const { success, order } = response.json();
    expect(success).toBe(true);
    expect(order).toMatchObject({
      id: here.row.id,
      status: 'confirmed',
      paid_price: here.row.price,
      payment: {
        method: '카드',
        transaction_id: receiptId,
        paid_at: expect.stringMatching(/Z$/),
        receipt_url: expect.stringMatching(/^http/),
      },
    });
    expect(order.timeline.map((entry: { status: string }) => entry.status)).toEqual([
      'pending',
      'processing',
      'confirmed',
    ]);
    expect(order.timeline[2].note).toBe('350,000원을 결제했습니다.');
    expect(await here.order()).toMatchObject(order);
    expect(await moved(receiptId)).toEqual([`capture ${here.row.price}`]);
  });

  it('returns the same order for a repeat and captures nothing', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay();
    const first = await here.confirm(receiptId);
    const before = await shop.countRows();
    for (let count = 0; count < 3; count += 1) {
      const repeat = await here.confirm(receiptId);
      expect(repeat.statusCode).toBe(200);
      expect(repeat.json()).toEqual(first.json());
    }
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(1);
    expect(await moved(receiptId)).toEqual([`capture ${here.row.price}`]);
  });

  it('accepts a payment that was captured in the window, without a separate approval', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    const response = await here.confirm(receiptId);
    expect(response.statusCode).toBe(200);
    expect(response.json().order).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(0);
  });
});

describe('confirm with a different price', () => {
  it('from the browser: 409, and an approvable receipt is not changed', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay();
    const before = await here.order();
    for (const price of [here.row.price - 1, here.row.price + 1, 0]) {
      expectError(await here.confirm(receiptId, price), 409, 'PRICE_MISMATCH');
    }
    expect(await here.order()).toEqual(before);
    expect(shop.bootpay.calls('confirm')).toBe(0);
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
    expectError(await here.confirm(receiptId, here.row.price + 1), 409, 'PRICE_MISMATCH');
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });

  it('from the browser for a captured receipt: the payment is refunded', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    expectError(await here.confirm(receiptId, here.row.price - 1), 409, 'PRICE_MISMATCH');
    expect(await moved(receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await here.order()).toMatchObject({ status: 'error', paid_price: 0 });
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toHaveLength(2);
  });

  it.each([100, 349_999, 350_001])(
    'of an approvable receipt (%i won): never approved, the order is an error',
    async (price) => {
      const here = await buildFixture();
      const receiptId = await here.pay({ priceWon: price });
      expectError(await here.confirm(receiptId), 409, 'PRICE_MISMATCH');
      expect(shop.bootpay.calls('confirm')).toBe(0);
      expect(await moved(receiptId)).toEqual([]);
      const order = await here.order();
      expect(order).toMatchObject({ status: 'error', paid_price: 0, payment: null });
      expect(order.timeline.at(-1)).toMatchObject({ status: 'error', note: '결제 금액이 주문 금액과 다릅니다.' });
    },
  );

  it.each([100, 400_000])('of a captured receipt (%i won): refunded at once, the order is an error', async (price) => {
    const here = await buildFixture();
    const receiptId = await here.pay({ priceWon: price, isSeparatelyConfirmed: false });
    expectError(await here.confirm(receiptId), 409, 'PRICE_MISMATCH');
    expect(await moved(receiptId)).toEqual([`capture ${price}`, `cancel ${price}`]);
    const order = await here.order();
    expect(order).toMatchObject({ status: 'error', paid_price: 0, payment: null });
    expect(order.timeline.slice(-2)).toMatchObject([
      { status: 'error', note: '결제 금액이 주문 금액과 다릅니다.' },
      { status: 'error', note: expect.stringContaining('환불했습니다') },
    ]);
    await here.confirm(receiptId);
    expect(await moved(receiptId)).toHaveLength(2);
  });

  it('captured than the receipt announced: refunded at once, the order is an error', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', misreport: { price: 340_000 } });
    expectError(await here.confirm(receiptId), 409, 'PRICE_MISMATCH');
    expect((await here.order()).status).toBe('error');
    expect(await moved(receiptId)).toEqual(['capture 350000', 'cancel 340000']);
  });
});

describe('confirm for an order', () => {
  it('of another user or an unknown one returns 404 without calling the provider', async () => {
    const here = await buildFixture();
    const other = await buildFixture();
    const receiptId = await here.pay();
    for (const [client, order_id] of [
      [other.client, here.row.id],
      [here.client, 2_147_483_647],
    ] as const) {
      const body = { order_id, receipt_id: receiptId, price: here.row.price };
      expectError(await client.post('/api/bootpay/confirm', body), 404, 'ORDER_NOT_FOUND');
    }
    expect(shop.bootpay.calls('receipt')).toBe(0);
    expect((await here.order()).status).toBe('pending');
  });

  it('that was cancelled returns 409 and never approves an approvable receipt', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay();
    await here.cancel();
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toEqual([]);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('that was cancelled returns 409 and refunds a captured receipt', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('with status error accepts no further payment', async () => {
    const here = await buildFixture();
    await here.confirm(await here.pay({ priceWon: 1000 }));
    const receiptId = await here.pay();
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toEqual([]);
  });

  it('that is paid returns 409 for a second receipt and refunds a captured one', async () => {
    const here = await buildFixture();
    const first = await here.pay();
    await here.confirm(first);
    const before = await here.order();
    const captured = await here.pay({ isSeparatelyConfirmed: false });
    const approvable = await here.pay();
    for (const receiptId of [captured, approvable, captured]) {
      expectError(await here.confirm(receiptId), 409, 'ORDER_ALREADY_PAID');
    }
    expect(await moved(captured)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await moved(approvable)).toEqual([]);
    expect(shop.bootpay.calls('cancel', approvable)).toBe(1);
    expect(await moved(first)).toEqual(['capture 350000']);
    const { timeline, ...after } = await here.order();
    expect({ ...after, timeline: before.timeline }).toEqual(before);
    expect(timeline.slice(before.timeline.length)).toMatchObject([
      { status: 'confirmed', note: '주문에 쓰이지 않은 결제 금액 350,000원을 환불했습니다.' },
    ]);
  });
});

describe('confirm with a receipt', () => {
  it('of another order returns 409 RECEIPT_MISMATCH', async () => {
    const here = await buildFixture();
    const other = await buildFixture();
    const receiptId = await other.pay();
    expectError(await here.confirm(receiptId), 409, 'RECEIPT_MISMATCH');
    expect(await moved(receiptId)).toEqual([]);
    expect((await here.order()).status).toBe('pending');
    expect((await other.confirm(receiptId)).statusCode).toBe(200);
  });

  it('unknown to the provider returns 409 RECEIPT_MISMATCH, and the order stays payable', async () => {
    const here = await buildFixture();
    for (const receiptId of ['nothing', 'f'.repeat(24), 'a'.repeat(100)]) {
      expectError(await here.confirm(receiptId), 409, 'RECEIPT_MISMATCH');
    }
    expect((await here.order()).status).toBe('pending');
    expect((await here.confirm(await here.pay())).statusCode).toBe(200);
  });

  it('unknown to the provider returns the state of an order that is closed', async () => {
    const cancelled = await buildFixture();
    await cancelled.cancel();
    expectError(await cancelled.confirm('f'.repeat(24)), 409, 'ORDER_CANCELLED');
    const paid = await buildFixture();
    await paid.confirm(await paid.pay());
    expectError(await paid.confirm('f'.repeat(24)), 409, 'ORDER_ALREADY_PAID');
    expect((await paid.order()).status).toBe('confirmed');
  });

  it('that paid another order returns 409 RECEIPT_USED, also for another user', async () => {
    const here = await buildFixture();
    const other = await buildFixture();
    const mine = await shop.buildOrder({ user: here.user });
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    const body = { order_id: mine.id, receipt_id: receiptId, price: mine.price };
    expectError(await here.client.post('/api/bootpay/confirm', body), 409, 'RECEIPT_USED');
    expectError(await other.confirm(receiptId), 409, 'RECEIPT_USED');
    expect(await moved(receiptId)).toEqual(['capture 350000']);
    expect((await other.order()).status).toBe('pending');
  });

  it('whose window is still open returns 409 PAYMENT_NOT_READY', async () => {
    const here = await buildFixture();
    const receiptId = await here.openWindow();
    expectError(await here.confirm(receiptId), 409, 'PAYMENT_NOT_READY');
    expect((await here.order()).status).toBe('pending');
    await shop.bootpay.approveByBuyer(receiptId);
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
  });

  it('of a refused card returns 402 PAYMENT_FAILED, and another card pays the order', async () => {
    const here = await buildFixture();
    const receiptId = await here.openWindow();
    await shop.bootpay.refuse(receiptId);
    expectError(await here.confirm(receiptId), 402, 'PAYMENT_FAILED');
    expect(await here.order()).toMatchObject({ status: 'pending', payment: null });
    expect((await here.confirm(await here.pay({ method: 'easy' }))).statusCode).toBe(200);
  });

  it('that the provider refuses to capture returns 402, and the order can be paid again', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay();
    const body = { error_code: 'RC_CONFIRM_FAILED', message: '한도 초과입니다.' };
    shop.bootpay.fail({ endpoint: 'confirm', insteadOf: { status: 400, body } });
    expectError(await here.confirm(receiptId), 402, 'PAYMENT_FAILED');
    expect((await here.order()).status).toBe('pending');
    shop.bootpay.clear();
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
    expect(await moved(receiptId)).toEqual(['capture 350000']);
  });

  it('that was fully refunded at the provider cancels the order', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await shop.bootpay.cancelAtProvider(receiptId);
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    const order = await here.order();
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.timeline.at(-1)?.note).toBe('결제사에서 결제가 취소되었습니다.');
  });

  it('that was partly refunded confirms the order with the remaining amount', async () => {
    const here = await buildFixture();
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await shop.bootpay.cancelAtProvider(receiptId, 50_000);
    expect((await here.confirm(receiptId)).json().order).toMatchObject({
      status: 'confirmed',
      paid_price: 300_000,
    });
  });
});

describe('an invalid body', () => {
  it.each([
    [{}, ['order_id', 'receipt_id', 'price']],
    [{ order_id: '1' }, ['order_id']],
    [{ order_id: null }, ['order_id']],
    [{ receipt_id: '' }, ['receipt_id']],
    [{ receipt_id: '../../cancel' }, ['receipt_id']],
    [{ receipt_id: 'a?b=c' }, ['receipt_id']],
    [{ receipt_id: 'x'.repeat(101) }, ['receipt_id']],
    [{ receipt_id: 7 }, ['receipt_id']],
    [{ price: -1 }, ['price']],
    [{ price: 1.5 }, ['price']],
    [{ price: '350000' }, ['price']],
  ])('%j', async (difference, paths) => {
    const here = await buildFixture();
    const valid = { order_id: here.row.id, receipt_id: 'abc', price: here.row.price };
    const body = Object.keys(difference).length === 0 ? {} : { ...valid, ...difference };
    const before = await shop.countRows();
    const response = await here.client.post('/api/bootpay/confirm', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().details.map((detail: { path: string }) => detail.path)).toEqual(paths);
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('receipt')).toBe(0);
  });

  it('of a visitor: 401', async () => {
    const here = await buildFixture();
    const body = { order_id: here.row.id, receipt_id: await here.pay(), price: here.row.price };
    expectError(await shop.client().post('/api/bootpay/confirm', body), 401, 'UNAUTHENTICATED');
  });
});
