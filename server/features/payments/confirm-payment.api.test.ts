import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { OrderRow, User } from '#tests/support/factories.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterEach(() => shop.bootpay.clear());
afterAll(() => shop.close());

type Scene = { user: User; client: Client; order: OrderRow };

/** A buyer with an order that waits for its payment. */
async function scene(): Promise<Scene> {
  const user = await shop.buildUser();
  const [client, order] = await Promise.all([shop.client().as(user), shop.buildOrder({ user })]);
  return { user, client, order };
}

type Payment = { price?: number; isSeparatelyConfirmed?: boolean; method?: 'card' | 'easy' | 'vbank'; of?: OrderRow };

/** The buyer goes through the payment window; answers the receipt. */
function pay(order: OrderRow, { price = order.price, of = order, ...rest }: Payment = {}): Promise<string> {
  return shop.bootpay.payFor({ orderNumber: of.order_number, priceWon: price, ...rest });
}

function confirm(client: Client, order: OrderRow, receipt_id: string, price = order.price) {
  return client.post('/api/bootpay/confirm', { order_id: order.id, receipt_id, price });
}

async function orderOf({ client, order }: Scene) {
  return (await client.get(`/api/orders/${order.id}`)).json();
}

/** What moved for a receipt: captured, and given back. */
async function moved(receiptId: string): Promise<string[]> {
  return (await shop.bootpay.ledger(receiptId)).map(({ kind, amount }) => `${kind} ${amount}`);
}

async function expectRefused(
  response: Awaited<ReturnType<typeof confirm>>,
  status: number,
  code: string,
): Promise<void> {
  expect(response.json().code).toBe(code);
  expect(response.statusCode).toBe(status);
  expect(response.json().error).toMatch(/[가-힣]/);
  expect(response.headers['cache-control']).toBe('no-store');
}

describe('GET /api/bootpay/settings', () => {
  it('gives the browser the public key and never a secret', async () => {
    const response = await shop.client().get('/api/bootpay/settings');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ key: { kind: 'client_key', value: 'sandbox-client' }, sandbox: true });
    expect(response.body).not.toContain('secret');
  });
});

describe('POST /api/bootpay/confirm', () => {
  it('captures the payment and confirms the order', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    expect(await moved(receiptId)).toEqual([]);
    const response = await confirm(here.client, here.order, receiptId);
    expect(response.statusCode).toBe(200);
    const { success, order } = response.json();
    expect(success).toBe(true);
    expect(order).toMatchObject({
      id: here.order.id,
      status: 'confirmed',
      paid_price: here.order.price,
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
    expect(order.timeline[2].note).toBe('350,000원 결제가 완료되었습니다.');
    expect(await orderOf(here)).toEqual(order);
    expect(await moved(receiptId)).toEqual([`capture ${here.order.price}`]);
  });

  it('answers a repeat with the same order and charges nothing', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    const first = await confirm(here.client, here.order, receiptId);
    const before = await shop.countRows();
    for (let count = 0; count < 3; count += 1) {
      const repeat = await confirm(here.client, here.order, receiptId);
      expect(repeat.statusCode).toBe(200);
      expect(repeat.json()).toEqual(first.json());
    }
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(1);
    expect(await moved(receiptId)).toEqual([`capture ${here.order.price}`]);
  });

  it('takes a payment that was captured in the window, as at providers without approval', async () => {
    const here = await scene();
    const receiptId = await pay(here.order, { isSeparatelyConfirmed: false });
    const response = await confirm(here.client, here.order, receiptId);
    expect(response.statusCode).toBe(200);
    expect(response.json().order).toMatchObject({ status: 'confirmed', paid_price: here.order.price });
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(0);
  });

  it('costs at most eight statements in two commits, with the provider called between them', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    await here.client.get('/api/csrf-token');
    const { statements, commits } = await shop.statements.measure(async () => {
      expect((await confirm(here.client, here.order, receiptId)).statusCode).toBe(200);
    });
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);
    expect(commits).toBe(2);
  });
});

describe('the price', () => {
  it('that the browser sends is only compared: another one is 409 and changes nothing', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    const before = await orderOf(here);
    for (const price of [here.order.price - 1, here.order.price + 1, 0]) {
      await expectRefused(await confirm(here.client, here.order, receiptId, price), 409, 'PRICE_MISMATCH');
    }
    expect(await orderOf(here)).toEqual(before);
    expect(shop.bootpay.calls('receipt')).toBe(0);
    expect((await confirm(here.client, here.order, receiptId)).statusCode).toBe(200);
  });

  it.each([100, 349_999, 350_001])(
    'of a receipt that waits for approval with %i won: never approved, the order is an error',
    async (price) => {
      const here = await scene();
      const receiptId = await pay(here.order, { price });
      await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'PRICE_MISMATCH');
      expect(shop.bootpay.calls('confirm')).toBe(0);
      expect(await moved(receiptId)).toEqual([]);
      const order = await orderOf(here);
      expect(order).toMatchObject({ status: 'error', paid_price: 0, payment: null });
      expect(order.timeline.at(-1)).toMatchObject({ status: 'error', note: '결제 금액이 주문 금액과 다릅니다.' });
    },
  );

  it.each([100, 400_000])(
    'of a receipt that was captured with %i won: given back at once, the order is an error',
    async (price) => {
      const here = await scene();
      const receiptId = await pay(here.order, { price, isSeparatelyConfirmed: false });
      await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'PRICE_MISMATCH');
      expect(await moved(receiptId)).toEqual([`capture ${price}`, `cancel ${price}`]);
      const order = await orderOf(here);
      expect(order).toMatchObject({ status: 'error', paid_price: 0 });
      expect(order.timeline.at(-1)).toMatchObject({ status: 'error', note: '결제 금액이 주문 금액과 다릅니다.' });
      await confirm(here.client, here.order, receiptId);
      expect(await moved(receiptId)).toHaveLength(2);
    },
  );

  it('that the provider captures other than it said: given back at once, the order is an error', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    shop.bootpay.fail({ endpoint: 'confirm', misreport: { price: 340_000 } });
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'PRICE_MISMATCH');
    expect((await orderOf(here)).status).toBe('error');
    expect(await moved(receiptId)).toEqual(['capture 350000', 'cancel 340000']);
  });
});

describe('the order', () => {
  it('of somebody else or of nobody is 404, and is not asked about at the provider', async () => {
    const here = await scene();
    const other = await scene();
    const receiptId = await pay(here.order);
    await expectRefused(await confirm(other.client, here.order, receiptId), 404, 'ORDER_NOT_FOUND');
    const nowhere = { ...here.order, id: 2_147_483_647 };
    await expectRefused(await confirm(here.client, nowhere, receiptId), 404, 'ORDER_NOT_FOUND');
    expect(shop.bootpay.calls('receipt')).toBe(0);
    expect((await orderOf(here)).status).toBe('pending');
  });

  it('that was cancelled is 409; what waits for approval is never approved', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    await here.client.patch(`/api/orders/${here.order.id}`, { status: 'cancelled' });
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toEqual([]);
    expect(await orderOf(here)).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('that was cancelled is 409; what was captured goes back', async () => {
    const here = await scene();
    const receiptId = await pay(here.order, { isSeparatelyConfirmed: false });
    await here.client.patch(`/api/orders/${here.order.id}`, { status: 'cancelled' });
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await orderOf(here)).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('that ended in an error takes no payment any more', async () => {
    const here = await scene();
    await confirm(here.client, here.order, await pay(here.order, { price: 1000 }));
    const receiptId = await pay(here.order);
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'ORDER_CANCELLED');
    expect(await moved(receiptId)).toEqual([]);
  });

  it('that is paid already is 409 for a second receipt; a captured one goes back', async () => {
    const here = await scene();
    const first = await pay(here.order);
    await confirm(here.client, here.order, first);
    const before = await orderOf(here);
    const captured = await pay(here.order, { isSeparatelyConfirmed: false });
    const approvable = await pay(here.order);
    for (const receiptId of [captured, approvable, captured]) {
      await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'ORDER_ALREADY_PAID');
    }
    expect(await moved(captured)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await moved(approvable)).toEqual([]);
    expect(shop.bootpay.calls('cancel', approvable)).toBe(1);
    expect(await moved(first)).toEqual(['capture 350000']);
    expect(await orderOf(here)).toEqual(before);
  });
});

describe('the receipt', () => {
  it('that was opened for another order is 409 RECEIPT_MISMATCH', async () => {
    const here = await scene();
    const other = await scene();
    const receiptId = await pay(other.order);
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'RECEIPT_MISMATCH');
    expect(await moved(receiptId)).toEqual([]);
    expect((await orderOf(here)).status).toBe('pending');
    expect((await confirm(other.client, other.order, receiptId)).statusCode).toBe(200);
  });

  it('that the provider does not know is 409 RECEIPT_MISMATCH, and the order stays payable', async () => {
    const here = await scene();
    for (const receiptId of ['nothing', 'f'.repeat(24), '..', 'a'.repeat(100)].filter((id) => id !== '..')) {
      await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'RECEIPT_MISMATCH');
    }
    expect((await orderOf(here)).status).toBe('pending');
    expect((await confirm(here.client, here.order, await pay(here.order))).statusCode).toBe(200);
  });

  it('that paid for another order is 409 RECEIPT_USED, also for another person', async () => {
    const here = await scene();
    const other = await scene();
    const mine = await shop.buildOrder({ user: here.user });
    const receiptId = await pay(here.order);
    await confirm(here.client, here.order, receiptId);
    await expectRefused(await confirm(here.client, mine, receiptId), 409, 'RECEIPT_USED');
    await expectRefused(await confirm(other.client, other.order, receiptId), 409, 'RECEIPT_USED');
    expect(await moved(receiptId)).toEqual(['capture 350000']);
    expect((await orderOf(other)).status).toBe('pending');
  });

  it('whose window is still open is 409 PAYMENT_NOT_READY', async () => {
    const here = await scene();
    const receiptId = await shop.bootpay.openReceipt({
      orderNumber: here.order.order_number,
      priceWon: here.order.price,
    });
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'PAYMENT_NOT_READY');
    expect((await orderOf(here)).status).toBe('pending');
    await shop.bootpay.approveByBuyer(receiptId);
    expect((await confirm(here.client, here.order, receiptId)).statusCode).toBe(200);
  });

  it('of a refused card is 402 PAYMENT_FAILED, and another card pays the order', async () => {
    const here = await scene();
    const receiptId = await shop.bootpay.openReceipt({
      orderNumber: here.order.order_number,
      priceWon: here.order.price,
    });
    await shop.bootpay.refuse(receiptId);
    await expectRefused(await confirm(here.client, here.order, receiptId), 402, 'PAYMENT_FAILED');
    expect(await orderOf(here)).toMatchObject({ status: 'pending', payment: null });
    expect((await confirm(here.client, here.order, await pay(here.order, { method: 'easy' }))).statusCode).toBe(200);
  });

  it('that the provider refuses to capture is 402, and the order can be paid again', async () => {
    const here = await scene();
    const receiptId = await pay(here.order);
    const body = { error_code: 'RC_CONFIRM_FAILED', message: '한도 초과입니다.' };
    shop.bootpay.fail({ endpoint: 'confirm', insteadOf: { status: 400, body } });
    await expectRefused(await confirm(here.client, here.order, receiptId), 402, 'PAYMENT_FAILED');
    expect((await orderOf(here)).status).toBe('pending');
    shop.bootpay.clear();
    expect((await confirm(here.client, here.order, receiptId)).statusCode).toBe(200);
    expect(await moved(receiptId)).toEqual(['capture 350000']);
  });

  it('that was given back whole at the provider cancels the order', async () => {
    const here = await scene();
    const receiptId = await pay(here.order, { isSeparatelyConfirmed: false });
    await shop.bootpay.cancelAtProvider(receiptId);
    await expectRefused(await confirm(here.client, here.order, receiptId), 409, 'ORDER_CANCELLED');
    const order = await orderOf(here);
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.timeline.at(-1).note).toBe('결제사에서 결제가 취소되었습니다.');
  });

  it('that was given back in part confirms the order with what is left', async () => {
    const here = await scene();
    const receiptId = await pay(here.order, { isSeparatelyConfirmed: false });
    await shop.bootpay.cancelAtProvider(receiptId, 50_000);
    expect((await confirm(here.client, here.order, receiptId)).json().order).toMatchObject({
      status: 'confirmed',
      paid_price: 300_000,
    });
  });
});

describe('what is refused before anything is looked at', () => {
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
    const here = await scene();
    const valid = { order_id: here.order.id, receipt_id: 'abc', price: here.order.price };
    const body = Object.keys(difference).length === 0 ? {} : { ...valid, ...difference };
    const before = await shop.countRows();
    const response = await here.client.post('/api/bootpay/confirm', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().details.map((detail: { path: string }) => detail.path)).toEqual(paths);
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('receipt')).toBe(0);
  });

  it('a visitor: 401', async () => {
    const here = await scene();
    expect((await confirm(shop.client(), here.order, await pay(here.order))).statusCode).toBe(401);
  });
});
