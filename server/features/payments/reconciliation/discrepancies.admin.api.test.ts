import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import type { AdminDiscrepancy, AdminWebhook } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { buildAdmin, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { buildPaidFixture, buildPaymentFixture, expectError } from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from '../webhooks/handle-webhooks.ts';
import { compareWithProvider } from './compare-with-provider.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

const compare = () => compareWithProvider(shop.deps.payments, { paceMs: 0 });

async function listed(orderId: number, state = 'open'): Promise<AdminDiscrepancy[]> {
  const all = await readPages<AdminDiscrepancy>(admin.client, `/api/admin/payment-differences?state=${state}&limit=3`);
  return all.filter((discrepancy) => discrepancy.order_id === orderId);
}

async function waiting(): Promise<Dashboard['waiting']> {
  return (await admin.client.get('/api/admin/dashboard')).json<Dashboard>().waiting;
}

describe('the reconciliation with the provider', () => {
  it('finds no discrepancy for any outcome of a payment that agrees', async () => {
    const refunded = await buildPaidFixture(shop);
    for (const amount of [50_000, 300_000]) {
      await admin.client.post(`/api/admin/orders/${refunded.row.id}/refunds`, { amount, reason: '고객 요청' });
    }
    const mismatched = await buildPaymentFixture(shop);
    await mismatched.confirm(await mismatched.pay({ priceWon: 1000, isSeparatelyConfirmed: false }));
    const madeUp = await buildPaymentFixture(shop);
    shop.bootpay.fail({ endpoint: 'receipt', times: 1, insteadOf: SERVER_ERROR });
    await madeUp.confirm('made-up');
    shop.bootpay.clear();
    await madeUp.confirm('made-up');
    await buildPaidFixture(shop);
    await compare();
    expect(await shop.db.selectFrom('payment_differences').selectAll().execute()).toEqual([]);
  });

  it('lists nothing for a receipt without the refunded amount', async () => {
    const here = await buildPaidFixture(shop);
    await admin.client.post(`/api/admin/orders/${here.row.id}/refunds`, { amount: 50_000, reason: '고객 요청' });
    Object.assign(shop.bootpay.quirks, { partialCancelStatus: 1, receiptFields: { cancelled_price: undefined } });
    await compare();
    expect(await listed(here.row.id)).toEqual([]);
  });

  it('lists an unreported refund once, and closes it when it is recorded', async () => {
    const here = await buildPaidFixture(shop);
    await shop.bootpay.cancelAtProvider(here.receiptId, 100_000);
    for (let night = 0; night < 2; night += 1) await compare();
    expect(await listed(here.row.id)).toMatchObject([
      {
        kind: 'amount',
        order_number: here.row.order_number,
        receipt_id: here.receiptId,
        ours: 350_000,
        theirs: 250_000,
      },
    ]);
    await admin.client.post(`/api/admin/orders/${here.row.id}/check`);
    await compare();
    expect(await listed(here.row.id)).toEqual([]);
    expect(await listed(here.row.id, 'all')).toMatchObject([
      { handled_by: null, note: '다시 비교했을 때 같았습니다.' },
    ]);
  });

  it('lists nothing for a refused refund, which has its own alert', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: refusal });
    await here.webhook(receiptId);
    await compare();
    expect(await listed(here.row.id)).toEqual([]);
  });

  it.each([
    ['missing', { insteadOf: { status: 404, body: { error_code: 'RC_NOT_FOUND', message: '없음' } } }, 0],
    ['other_order', { misreport: { order_id: 'OTHER' } }, 350_000],
    ['amount', { misreport: { price: 1000 } }, 1000],
  ] as const)('lists %s', async (kind, fault, theirs) => {
    const { row, receiptId } = await buildPaidFixture(shop);
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, ...fault });
    await compare();
    expect(await listed(row.id)).toMatchObject([{ kind, ours: 350_000, theirs }]);
  });

  it('lists an order whose amount differs from its payment events', async () => {
    const { row } = await buildPaidFixture(shop);
    const set = (paid_price: number) =>
      shop.db.updateTable('orders').set({ paid_price, updated_at: new Date() }).where('id', '=', row.id).execute();
    await set(1000);
    await compare();
    expect(await listed(row.id)).toMatchObject([{ kind: 'books', receipt_id: '', ours: 1000, theirs: 350_000 }]);
    await set(350_000);
    await compare();
    expect(await listed(row.id)).toEqual([]);
  });

  it('skips running refunds, and stops when the provider is unreachable', async () => {
    const here = await buildPaidFixture(shop);
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: SERVER_ERROR });
    await admin.client.post(`/api/admin/orders/${here.row.id}/refunds`, { amount: 1000, reason: '고객 요청' });
    await compare();
    expect(await listed(here.row.id)).toEqual([]);
    shop.bootpay.clear();
    // Made-up receipts that the provider did not know are asked for again by then.
    shop.clock.advance(MINUTE_MS);
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    await compare();
    expect(shop.bootpay.calls('receipt')).toBe(5);
  });

  it('does not list a discrepancy again that an administrator handled with a note', async () => {
    const here = await buildPaidFixture(shop);
    await shop.bootpay.cancelAtProvider(here.receiptId, 7000);
    await compare();
    const [found] = await listed(here.row.id);
    const before = await waiting();
    const url = `/api/admin/payment-differences/${found?.id}/handled`;
    expectError(await admin.client.post(url, { note: ' ' }), 400, 'VALIDATION_FAILED');
    for (let count = 0; count < 2; count += 1) {
      const answer = await admin.client.post(`/api/admin/payment-differences/${found?.id}/handled`, { note: '확인함' });
      expect(answer.json()).toEqual({ success: true });
    }
    await compare();
    expect(await listed(here.row.id)).toEqual([]);
    expect(await listed(here.row.id, 'all')).toMatchObject([{ handled_by: admin.user.user_id, note: '확인함' }]);
    expect(await waiting()).toEqual({ ...before, paymentDifferences: before.paymentDifferences - 1 });
    expect(await admin.audit('payment_difference.handle')).toMatchObject([
      { subject_id: String(found?.id), reason: '확인함', after: { receipt_id: here.receiptId } },
    ]);
    expectError(
      await admin.client.post('/api/admin/payment-differences/2147483647/handled', { note: '없음' }),
      404,
      'NOT_FOUND',
    );
  });
});

describe('unmatched webhooks', () => {
  it('are listed for administrators and can be marked as handled', async () => {
    const before = await waiting();
    const body = {
      receipt_id: 'unknown-receipt',
      order_id: 'NOT-OURS',
      webhook_type: 'PAYMENT_COMPLETED',
      price: 12_000,
    };
    await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
    for (let look = 0; look < 3; look += 1) {
      await handleWebhooks(shop.deps.payments);
      shop.clock.advance(31_000);
    }
    const list = async (state: string) =>
      (await admin.client.get(`/api/admin/payment-webhooks?state=${state}`)).json<AdminWebhook[]>();
    const [found] = await list('open');
    expect(found).toMatchObject({
      receipt_id: 'unknown-receipt',
      order_number: 'NOT-OURS',
      price: 12_000,
      times_received: 1,
      note: '결제사에 없는 결제입니다.',
      handled_at: null,
    });
    expect((await waiting()).unknownWebhooks).toBe(before.unknownWebhooks + 1);
    await admin.client.post(`/api/admin/payment-webhooks/${found?.id}/handled`, { note: '결제사에 문의함' });
    expect(await list('open')).toEqual([]);
    expect(await list('all')).toMatchObject([
      { handled_by: admin.user.user_id, note: '결제사에 없는 결제입니다. 처리: 결제사에 문의함' },
    ]);
    expect(await waiting()).toEqual(before);
    expect(await admin.audit('payment_webhook.handle')).toHaveLength(1);
    expectError(await admin.client.get('/api/admin/payment-webhooks?state=lost'), 400, 'VALIDATION_FAILED');
    expectError(await admin.client.get('/api/admin/payment-differences?state=lost'), 400, 'VALIDATION_FAILED');
  });

  it('cannot be marked as handled once processed', async () => {
    const here = await buildPaymentFixture(shop);
    await here.webhook(await here.pay());
    const row = await shop.db
      .selectFrom('payment_webhooks')
      .select('id')
      .where('state', '=', 'done')
      .executeTakeFirst();
    expectError(
      await admin.client.post(`/api/admin/payment-webhooks/${row?.id}/handled`, { note: '확인' }),
      404,
      'NOT_FOUND',
    );
  });
});
