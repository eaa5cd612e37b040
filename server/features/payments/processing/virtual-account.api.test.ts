import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildPaymentFixture, expectError, movedFor } from '#tests/support/payments/payment-fixture.ts';
import { expirePendingOrders } from '../expiry/expire-pending-orders.ts';
import { processDueReceipts } from './process-due-receipts.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

afterEach(() => {
  shop.bootpay.clear();
  clock.set(new Date());
});

const VIRTUAL_ACCOUNT = {
  bank_name: expect.stringMatching(/./),
  account_number: expect.stringMatching(/^\d+$/),
  holder: expect.stringMatching(/./),
  expires_at: expect.stringMatching(/Z$/),
};

/** Builds an order with an issued virtual account. */
async function issued() {
  const here = await buildPaymentFixture(shop);
  const receiptId = await here.pay({ method: 'vbank' });
  expect((await here.confirm(receiptId)).statusCode).toBe(200);
  return { ...here, receiptId };
}

describe('a virtual account', () => {
  it('keeps the order processing and is shown; a repeat changes nothing', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ method: 'vbank' });
    for (let count = 0; count < 2; count += 1) {
      const response = await here.confirm(receiptId);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        success: true,
        order: {
          status: 'processing',
          paid_price: 0,
          payment: { method: '가상계좌', transaction_id: receiptId, paid_at: null, virtual_account: VIRTUAL_ACCOUNT },
        },
      });
      expect(response.json().order.timeline).toHaveLength(2);
    }
    expect((await here.order()).payment?.virtual_account).toEqual(VIRTUAL_ACCOUNT);
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it('issued by the approval is shown as well', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const vbank_data = { bank_name: '신한은행', bank_account: '11012345', bank_username: '센터', expired_at: null };
    shop.bootpay.fail({ endpoint: 'confirm', misreport: { status: 5, vbank_data } });
    const response = await here.confirm(receiptId);
    expect(response.statusCode).toBe(200);
    expect(response.json().order).toMatchObject({
      status: 'processing',
      payment: { virtual_account: { account_number: '11012345', expires_at: null } },
    });
  });

  it('confirms the order with the webhook of its deposit', async () => {
    const { receiptId, ...here } = await issued();
    await shop.bootpay.deposit(receiptId);
    const response = await here.webhook(receiptId, { webhook_type: 'PAYMENT_COMPLETED' });
    expect(response.json()).toEqual({ success: true });
    const order = await here.order();
    expect(order).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    expect(order.payment?.paid_at).not.toBeNull();
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('confirms the order by the job when no webhook arrives', async () => {
    const { receiptId, ...here } = await issued();
    await shop.bootpay.deposit(receiptId);
    clock.advance(11 * MINUTE_MS);
    await processDueReceipts(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
  });

  it('keeps the order open for longer than half an hour', async () => {
    const { receiptId, ...here } = await issued();
    clock.advance(DAY_MS);
    await processDueReceipts(shop.deps.payments);
    await expirePendingOrders(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'processing', payment: { transaction_id: receiptId } });
  });

  it('without a deposit releases the order when it expires, and the order is cancelled', async () => {
    const { receiptId: _receipt, ...here } = await issued();
    clock.advance(4 * DAY_MS);
    await processDueReceipts(shop.deps.payments);
    expect((await here.order()).status).toBe('pending');
    await expirePendingOrders(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0, payment: null });
  });

  it('holds the order against a second payment', async () => {
    const { receiptId, ...here } = await issued();
    const second = await here.pay();
    expectError(await here.confirm(second), 409, 'ORDER_ALREADY_PAID');
    const captured = await here.pay({ isSeparatelyConfirmed: false });
    expectError(await here.confirm(captured), 409, 'ORDER_ALREADY_PAID');
    expect(await movedFor(shop, second)).toEqual([]);
    expect(await movedFor(shop, captured)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await here.order()).toMatchObject({ status: 'processing', payment: { transaction_id: receiptId } });
  });

  it('keeps the order although a second payment fails', async () => {
    const { receiptId, ...here } = await issued();
    const refused = await here.openWindow();
    await shop.bootpay.refuse(refused);
    expectError(await here.confirm(refused), 402, 'PAYMENT_FAILED');
    expect(await here.order()).toMatchObject({ status: 'processing', payment: { transaction_id: receiptId } });
  });

  it('can be cancelled by the buyer; a later deposit is refunded', async () => {
    const { receiptId, ...here } = await issued();
    expect((await here.cancel()).statusCode).toBe(200);
    await shop.bootpay.deposit(receiptId);
    await here.webhook(receiptId);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect(await here.order()).toMatchObject({
      status: 'cancelled',
      payment: null,
      refund: { awaits_account: 350_000 },
    });
    // Formatted as copied from a banking app.
    const account = { bank_code: '088', number: '110-123-456789', holder: '홍길동' };
    const given = await here.client.put(`/api/orders/${here.row.id}/refund-account`, account);
    expect(given.json()).toMatchObject({ status: 'cancelled', paid_price: 0, refund: { awaits_account: 0 } });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    expect((await shop.bootpay.ledger(receiptId)).at(-1)).toMatchObject({
      refund_account: { bank_account: '110123456789' },
    });
  });

  it('cannot be cancelled after the deposit', async () => {
    const { receiptId, ...here } = await issued();
    await shop.bootpay.deposit(receiptId);
    expectError(await here.cancel(), 409, 'NOT_CANCELLABLE');
    await here.webhook(receiptId);
    expect((await here.order()).status).toBe('confirmed');
  });
});
