import { afterEach, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { createHold, SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';
import { takeDueWebhook } from './webhooks.queries.ts';

const shop = await setUpTestApp();

afterEach(() => shop.bootpay.clear());

function expectTaken(response: Awaited<ReturnType<PaymentFixture['webhook']>>): void {
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ success: true });
}

function kept(receiptId: string) {
  return shop.db.selectFrom('payment_webhooks').selectAll().where('receipt_id', '=', receiptId).orderBy('id').execute();
}

describe('POST /api/bootpay/webhook', () => {
  it('confirms an order whose buyer never returned from the window', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    expectTaken(await here.webhook(receiptId, { status: 2, price: here.row.price }));
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
  });

  it('repeated, late or with invalid content changes nothing', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    const before = await here.order();
    for (const more of [
      {},
      { status: 20, webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 },
      { price: 1 },
    ]) {
      expectTaken(await here.webhook(receiptId, more));
    }
    expect(await here.order()).toEqual(before);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('is not trusted: the receipt read from the provider counts', async () => {
    const here = await buildPaymentFixture(shop);
    const other = await buildPaymentFixture(shop);
    const claims = { status: 1, webhook_type: 'PAYMENT_COMPLETED', price: here.row.price };
    expectTaken(await here.webhook('made-up', claims));
    expectTaken(await here.webhook(await here.openWindow(), claims));
    expectTaken(await here.webhook(await other.pay(), claims));
    expect(await here.order()).toMatchObject({ status: 'pending', paid_price: 0, payment: null });
    expect(await other.order()).toMatchObject({ status: 'pending' });
    expect(await shop.bootpay.ledger()).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ order_id: other.row.order_number })]),
    );
  });

  it('about a full refund cancels the order', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    await shop.bootpay.cancelAtProvider(receiptId);
    expectTaken(await here.webhook(receiptId, { webhook_type: 'PAYMENT_CANCELLED' }));
    const order = await here.order();
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.timeline.at(-1)).toMatchObject({ status: 'cancelled', note: '결제사에서 결제가 취소되었습니다.' });
    expectTaken(await here.webhook(receiptId));
    expect((await here.order()).timeline).toEqual(order.timeline);
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
  });

  it('about a refund for a cancelled order clears its paid amount', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    const admin = await shop.client().as(await shop.buildUser({ role: 'admin' }));
    await admin.put(`/api/admin/orders/${here.row.id}`, { status: 'cancelled' });
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: here.row.price });
    await shop.bootpay.cancelAtProvider(receiptId);
    expectTaken(await here.webhook(receiptId, { status: 20 }));
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('about a partial refund keeps the order', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    await shop.bootpay.cancelAtProvider(receiptId, 100_000);
    expectTaken(await here.webhook(receiptId, { webhook_type: 'PAYMENT_PARTIAL_CANCELLED' }));
    expect((await here.order()).status).toBe('confirmed');
  });

  it('for a cancelled order refunds the captured payment', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    expectTaken(await here.webhook(receiptId));
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('whose receipt cannot be read is acknowledged, and retried until it can', async () => {
    const here = await buildPaymentFixture(shop);
    const cancelled = await buildPaymentFixture(shop);
    const paid = await buildPaymentFixture(shop);
    const receipts = new Map<PaymentFixture, string>();
    for (const fixture of [here, cancelled, paid])
      receipts.set(fixture, await fixture.pay({ isSeparatelyConfirmed: fixture === paid }));
    await cancelled.cancel();
    await paid.confirm(receipts.get(paid) ?? '');
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: SERVER_ERROR });
    for (const [fixture, receiptId] of receipts) expectTaken(await fixture.webhook(receiptId));
    expect((await here.order()).status).toBe('processing');
    shop.bootpay.clear();
    shop.clock.advance(31_000);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
    expect(await movedFor(shop, receipts.get(cancelled) ?? '')).toEqual(['capture 350000', 'cancel 350000']);
    for (const receiptId of receipts.values()) expect(await kept(receiptId)).toMatchObject([{ state: 'done' }]);
  });
});

describe('the inbox of webhooks', () => {
  const word = (receipt_id: string, order_id: string, more: object = {}) =>
    shop.client().post('/api/bootpay/webhook', { receipt_id, order_id, ...more }, { csrf: false });

  it('responds before calling the provider, and stores only the known fields', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const more = {
      webhook_type: 'PAYMENT_COMPLETED',
      price: 350_000,
      status: 1,
      method: '카드',
      card_data: { no: '1' },
    };
    expectTaken(await word(receiptId, here.row.order_number, more));
    expect(shop.bootpay.calls('receipt', receiptId)).toBe(0);
    expect((await here.order()).status).toBe('pending');
    const [row] = await kept(receiptId);
    expect(row).toMatchObject({ state: 'new', webhook_type: 'PAYMENT_COMPLETED', times_received: 1 });
    expect(row?.payload).toMatchObject({ price: 350_000, status: 1, method: '카드' });
    expect(row?.payload).not.toHaveProperty('card_data');
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
  });

  it('ignores invalid optional fields', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const strange = {
      webhook_type: 7,
      cancelled_price: 'x',
      price: -1,
      status: {},
      pg: '\u0000',
      method: 'x'.repeat(500),
    };
    expectTaken(await word(receiptId, here.row.order_number, strange));
    expect(await kept(receiptId)).toMatchObject([{ webhook_type: '', cancelled_price: 0, payload: { method: '' } }]);
    await handleWebhooks(shop.deps.payments);
  });

  it('stores three equal concurrent webhooks as one row, and captures once', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const same = { webhook_type: 'PAYMENT_COMPLETED', cancelled_price: 0 };
    const answers = await Promise.all([1, 2, 3].map(() => word(receiptId, here.row.order_number, same)));
    for (const answer of answers) expectTaken(answer);
    const workers = [1, 2, 3].map(() => handleWebhooks(shop.deps.payments));
    await Promise.all(workers);
    expect(await kept(receiptId)).toMatchObject([{ state: 'done', times_received: 3 }]);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect((await here.order()).timeline.map(({ status }) => status)).toEqual(['pending', 'processing', 'confirmed']);
  });

  it('stores different webhooks of one receipt separately, such as partial refunds', async () => {
    const here = await buildPaidFixture(shop);
    const { receiptId } = here;
    for (const cancelled_price of [1000, 2000]) {
      await here.webhook(receiptId, { webhook_type: 'PAYMENT_PARTIAL_CANCELLED', cancelled_price });
    }
    expect((await kept(receiptId)).map(({ cancelled_price }) => cancelled_price)).toEqual([1000, 2000]);
  });

  it('processes a webhook again that arrives again during its processing', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.openWindow();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, holdAnswer: hold, times: 1 });
    await word(receiptId, here.row.order_number);
    const first = handleWebhooks(shop.deps.payments);
    await hold.untilArrived();
    // The window was still open at the first lookup.
    await shop.bootpay.approveByBuyer(receiptId);
    await word(receiptId, here.row.order_number);
    hold.release();
    await first;
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
  });

  it('waits for an order that is not committed yet', async () => {
    const here = await buildPaymentFixture(shop);
    const { order_number, id } = here.row;
    const receiptId = await here.pay();
    await shop.db
      .updateTable('orders')
      .set({ order_number: `${order_number}-later` })
      .where('id', '=', id)
      .execute();
    await here.webhook(receiptId);
    expect(await kept(receiptId)).toMatchObject([{ state: 'new', attempts: 1 }]);
    await shop.db.updateTable('orders').set({ order_number }).where('id', '=', id).execute();
    shop.clock.advance(3000);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
  });

  it('waits for a running confirm call of the same receipt, and captures nothing more', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, holdAnswer: hold, times: 1 });
    const confirm = here.confirm(receiptId);
    await hold.untilArrived();
    const webhook = here.webhook(receiptId);
    hold.release();
    expect((await confirm).statusCode).toBe(200);
    expectTaken(await webhook);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect(await kept(receiptId)).toMatchObject([{ state: 'done' }]);
  });

  it('processes a webhook whose worker was killed', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    await word(receiptId, here.row.order_number);
    const now = shop.clock.now();
    await takeDueWebhook(shop.db, now, new Date(now.getTime() + 75_000));
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('pending');
    shop.clock.advance(76_000);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
  });
});

describe('an unmatched webhook', () => {
  async function looked(receipt_id: string, order_id: string) {
    expectTaken(await shop.client().post('/api/bootpay/webhook', { receipt_id, order_id }, { csrf: false }));
    for (let look = 0; look < 3; look += 1) {
      await handleWebhooks(shop.deps.payments);
      shop.clock.advance(31_000);
    }
    return kept(receipt_id);
  }

  it("is kept for an administrator, with the provider's description", async () => {
    expect(await looked('made-up-1', '20261121-NOTHING')).toMatchObject([
      { state: 'unknown', note: '결제사에 없는 결제입니다.' },
    ]);
    const receiptId = await shop.bootpay.payFor({ orderNumber: 'FOREIGN-1', priceWon: 12_000 });
    expect(await looked(receiptId, 'FOREIGN-1')).toMatchObject([
      { state: 'unknown', note: expect.stringContaining('FOREIGN-1, 12,000원') },
    ]);
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it('confirms an order of ours when its receipt is for that order', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    expect(await looked(receiptId, '가'.repeat(100))).toMatchObject([{ state: 'done' }]);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });
});

describe('networks that webhooks may come from', () => {
  it.each([
    ['223.130.82.0/24', '223.130.82.7', 200],
    ['223.130.82.0/24', '::ffff:223.130.82.7', 200],
    ['10.0.0.1,2001:db8::/32', '2001:db8::9', 200],
    ['223.130.82.0/24', '223.130.83.7', 403],
    ['2001:db8::/32', '10.0.0.1', 403],
  ])('%s, from %s: %i', async (networks, address, status) => {
    const own = await startTestApp({ env: { BOOTPAY_WEBHOOK_CIDRS: networks } });
    try {
      const body = { receipt_id: 'anything', order_id: 'anything' };
      const response = await own.client(address).post('/api/bootpay/webhook', body, { csrf: false });
      expect(response.statusCode).toBe(status);
      expect(await own.db.selectFrom('payment_webhooks').select('id').execute()).toHaveLength(status === 200 ? 1 : 0);
      if (status === 403) expectError(response, 403, 'FOREIGN_SENDER');
    } finally {
      await own.close();
    }
  });

  it.each([
    ['production', '', 1],
    ['production', '223.130.82.0/24', 0],
    ['test', '', 0],
  ])('in mode %s with BOOTPAY_WEBHOOK_CIDRS=%j: %i warnings at the start', async (mode, networks, count) => {
    const lines: string[] = [];
    const env = { NODE_ENV: mode, PAYMENT_SANDBOX: '1', LOG_LEVEL: 'warn', BOOTPAY_WEBHOOK_CIDRS: networks };
    const own = await startTestApp({ env, logTo: { write: (line: string) => void lines.push(line) } });
    await own.close();
    expect(lines.filter((line) => line.includes('BOOTPAY_WEBHOOK_CIDRS'))).toHaveLength(count);
  });

  it('are checked against the sender named by a trusted proxy', async () => {
    const env = { BOOTPAY_WEBHOOK_CIDRS: '223.130.82.0/24', TRUST_PROXY: '10.9.0.0/16' };
    const own = await startTestApp({ env });
    try {
      const body = { receipt_id: 'anything', order_id: 'anything' };
      const from = async (proxy: string, sender: string) => {
        const options = { csrf: false, headers: { 'x-forwarded-for': sender } };
        return (await own.client(proxy).post('/api/bootpay/webhook', body, options)).statusCode;
      };
      expect(await from('10.9.0.1', '223.130.82.7')).toBe(200);
      expect(await from('10.9.0.1', '8.8.8.8')).toBe(403);
      expect(await from('8.8.8.8', '223.130.82.7')).toBe(403);
    } finally {
      await own.close();
    }
  });
});

describe('an invalid webhook', () => {
  it.each([
    [{}],
    [{ receipt_id: 'abc' }],
    [{ order_id: 'abc' }],
    [{ receipt_id: '../x', order_id: 'abc' }],
    [{ receipt_id: 1, order_id: 2 }],
    [{ receipt_id: 'abc', order_id: '' }],
    [{ receipt_id: 'abc', order_id: 'x'.repeat(101) }],
    [{ receipt_id: 'abc', order_id: '\u0000' }],
    [[]],
  ])('%j is 400', async (body) => {
    const before = await shop.countRows();
    const response = await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(/[가-힣]/);
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('receipt')).toBe(0);
  });

  it('that is not JSON is 400 or 415', async () => {
    const client = shop.client();
    expect((await client.post('/api/bootpay/webhook', '{', { csrf: false })).statusCode).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await client.post('/api/bootpay/webhook', 'a=b', { csrf: false, headers })).statusCode).toBe(415);
  });
});

describe("the provider's own webhooks", () => {
  it('arrive concurrently with the confirm call and lead to one capture and one confirmation', async () => {
    const live = await startTestApp({ hasWebhooks: true });
    const jobs = await startJobs(live.deps);
    try {
      const here = await buildPaymentFixture(live);
      const receiptId = await here.pay();
      const statuses = await Promise.all([here.confirm(receiptId), here.webhook(receiptId), here.webhook(receiptId)]);
      expect(statuses.map((response) => response.statusCode)).toEqual([200, 200, 200]);
      // A webhook that arrives after the confirmation is stored as done: how often the provider is
      // asked depends on the order of arrival, what stays in the books does not.
      const states = () => live.db.selectFrom('payment_webhooks').select('state').distinct().execute();
      await expect.poll(states).toEqual([{ state: 'done' }]);
      const order = await here.order();
      expect(order.timeline.map((entry) => entry.status)).toEqual(['pending', 'processing', 'confirmed']);
      expect(await movedFor(live, receiptId)).toEqual(['capture 350000']);
    } finally {
      await jobs.stop();
      await live.close();
    }
  });
});
