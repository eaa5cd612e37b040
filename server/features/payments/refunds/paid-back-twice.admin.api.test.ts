import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import type { AdminDiscrepancy } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { buildPaidFixture, buildPaymentFixture, type PaidFixture } from '#tests/support/payments/payment-fixture.ts';
import { compareWithProvider } from '../reconciliation/compare-with-provider.ts';

const PRICE = 350_000;
const PASSWORD = 'secret12';

const shop = await setUpTestApp({ env: { METRICS_TOKEN } });
const admin = await buildAdmin(shop);
const metrics = createMetricsReader(shop);
const openDiscrepancies = () => metrics.value('shop_discrepancies_open');

afterEach(() => shop.bootpay.clear());

/** Builds a paid order of which `amount` was paid back by bank transfer. */
async function paidBackOutside(amount = PRICE): Promise<PaidFixture> {
  const user = await shop.buildUser({ password: PASSWORD });
  const fixture = await buildPaidFixture(shop, PRICE, { user });
  const path = `/api/admin/orders/${fixture.row.id}/refunds/outside`;
  expect((await admin.client.post(path, { amount, note: '계좌로 이체' })).statusCode).toBe(200);
  return fixture;
}

async function listed({ row }: PaidFixture, state = 'open'): Promise<AdminDiscrepancy[]> {
  const all = await admin.client.get(`/api/admin/payment-differences?state=${state}&limit=100`);
  return all.json<AdminDiscrepancy[]>().filter(({ order_id }) => order_id === row.id);
}

/** The nightly reconciliation after the receipt has not changed for months. */
async function compareMuchLater(): Promise<void> {
  await shop.deps.database.pool.query("update payment_attempts set updated_at = now() - interval '200 days'");
  shop.clock.advance(DAY_MS);
  await compareWithProvider(shop.deps.payments, { paceMs: 0 });
}

const TWICE = { kind: 'refund', ours: 0, theirs: PRICE };

describe('money that the provider gives back after it was paid back outside', () => {
  it('is a discrepancy, a metric, a line of the timeline and a mail once its webhook comes', async () => {
    const paid = await paidBackOutside();
    const before = await openDiscrepancies();
    await shop.bootpay.cancelAtProvider(paid.receiptId);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      await paid.webhook(paid.receiptId, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: PRICE });
    }
    expect(await listed(paid)).toMatchObject([{ ...TWICE, receipt_id: paid.receiptId }]);
    expect(await openDiscrepancies()).toBe(before + 1);
    const order = await paid.order();
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.timeline.map(({ note }) => note).filter((note) => note.includes('결제사에서도'))).toEqual([
      '다른 방법으로 환불한 결제 가운데 350,000원이 결제사에서도 취소되었습니다.',
    ]);
    expect((await listMails(shop, paid.user.email)).map(({ kind }) => kind)).toContain('order_refunded');
    await compareMuchLater();
    expect(await listed(paid)).toHaveLength(1);
  });

  it('is found at night months later without a webhook, and stays closed once it is handled', async () => {
    const paid = await paidBackOutside();
    await compareMuchLater();
    expect(await listed(paid)).toEqual([]);
    await shop.bootpay.cancelAtProvider(paid.receiptId);
    await compareMuchLater();
    const [found] = await listed(paid);
    expect(found).toMatchObject({ ...TWICE, receipt_id: paid.receiptId });
    await admin.client.post(`/api/admin/payment-differences/${found?.id}/handled`, { note: '고객이 돌려줌' });
    await compareMuchLater();
    await admin.client.post(`/api/admin/orders/${paid.row.id}/check`);
    expect(await listed(paid)).toEqual([]);
    expect(await listed(paid, 'all')).toHaveLength(1);
  });

  it('is a discrepancy for the part that was paid back twice', async () => {
    const paid = await paidBackOutside(100_000);
    await shop.bootpay.cancelAtProvider(paid.receiptId);
    await paid.webhook(paid.receiptId, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: PRICE });
    expect(await paid.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(await listed(paid)).toMatchObject([{ kind: 'refund', ours: 250_000, theirs: PRICE }]);
  });

  it('is not suspected in the nights after it was paid back outside', async () => {
    const paid = await paidBackOutside();
    await paid.webhook(paid.receiptId, { status: 1 });
    for (let night = 0; night < 3; night += 1) {
      shop.clock.advance(DAY_MS);
      await compareWithProvider(shop.deps.payments, { paceMs: 0 });
      expect(await listed(paid, 'all')).toEqual([]);
    }
  });

  it('is a discrepancy for each part that it gives back, also after an earlier one was handled', async () => {
    const paid = await paidBackOutside();
    await shop.bootpay.cancelAtProvider(paid.receiptId, 100_000);
    await paid.webhook(paid.receiptId, { webhook_type: 'PAYMENT_PARTIAL_CANCELLED', cancelled_price: 100_000 });
    const [first] = await listed(paid);
    expect(first).toMatchObject({ kind: 'refund', ours: 0, theirs: 100_000 });
    await admin.client.post(`/api/admin/payment-differences/${first?.id}/handled`, { note: '고객이 돌려줌' });
    await shop.bootpay.cancelAtProvider(paid.receiptId, 50_000);
    await compareMuchLater();
    expect(await listed(paid)).toMatchObject([{ kind: 'refund', ours: 0, theirs: 150_000 }]);
    await shop.bootpay.cancelAtProvider(paid.receiptId);
    await admin.client.post(`/api/admin/orders/${paid.row.id}/check`);
    expect((await listed(paid)).map(({ theirs }) => theirs)).toContain(PRICE);
    expect(await paid.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('is a discrepancy when parts by transfer and by the provider are more than was paid', async () => {
    const paid = await paidBackOutside(100_000);
    await shop.bootpay.cancelAtProvider(paid.receiptId, 300_000);
    // The sender of a webhook may name another order.
    const { row } = await buildPaymentFixture(shop, PRICE);
    await paid.webhook(paid.receiptId, { order_id: row.order_number, cancelled_price: 300_000 });
    await admin.client.post(`/api/admin/orders/${paid.row.id}/check`);
    expect(await listed(paid)).toMatchObject([{ kind: 'refund', ours: 250_000, theirs: 300_000 }]);
    expect(await paid.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('is a discrepancy of an account that was closed meanwhile', async () => {
    const paid = await paidBackOutside();
    await shop.db
      .updateTable('orders')
      .set({ work_closed_at: shop.clock.now() })
      .where('id', '=', paid.row.id)
      .execute();
    expect((await paid.client.post('/api/auth/close', { password: PASSWORD })).statusCode).toBe(200);
    await shop.bootpay.cancelAtProvider(paid.receiptId);
    await compareMuchLater();
    expect(await listed(paid)).toMatchObject([TWICE]);
  });
});
