import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { sendMails } from '#server/features/mails/sending/send-mails.ts';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createRunningClock } from '#tests/support/app/clock.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { startSmtpServer } from '#tests/support/providers/smtp-server.ts';

/** Far longer than the pause between two retries of these tests. */
const STUCK_AFTER_MS = 2 * SECOND_MS;

const smtp = await startSmtpServer();
const env = { METRICS_TOKEN, SMTP_URL: smtp.url };
const timing = { retryMs: 50 };
const shop = await setUpTestApp({ clock: createRunningClock(), stuckAfterMs: STUCK_AFTER_MS, timing, env });
const admin = await buildAdmin(shop);
const metrics = createMetricsReader(shop);

afterEach(() => {
  shop.bootpay.clear();
  smtp.clear();
  shop.clock.set(new Date());
});
afterAll(async () => {
  await smtp.close();
});

function refund({ row }: PaymentFixture, amount: number) {
  return admin.client.post(`/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청' });
}

/** Does the work again and again until the series has the value. */
function expectWhile(work: () => Promise<unknown>, series: string) {
  const readAfterwards = async () => {
    await work();
    return metrics.value(series);
  };
  return expect.poll(readAfterwards);
}

describe('money', () => {
  it('shop_payments_stuck: the provider is away, however often the job asks it again', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    expect(await metrics.value('shop_payments_stuck')).toBe(0);
    await expectWhile(() => processDueReceipts(shop.deps.payments), 'shop_payments_stuck').toBe(1);

    shop.bootpay.clear();
    await expectWhile(() => processDueReceipts(shop.deps.payments), 'shop_payments_stuck').toBe(0);
    expect((await here.order()).status).toBe('confirmed');
  });

  it('shop_orders_cancelled_but_paid: cancelled by an administrator, until the refund', async () => {
    const here = await buildPaidFixture(shop);
    await admin.client.put(`/api/admin/orders/${here.row.id}`, { status: 'cancelled' });
    expect(await metrics.value('shop_orders_cancelled_but_paid')).toBe(1);
    expect((await refund(here, here.row.price)).statusCode).toBe(200);
    expect(await metrics.value('shop_orders_cancelled_but_paid')).toBe(0);
  });

  it('shop_refunds_refused: the provider refuses a refund, until it carries a later one out', async () => {
    const here = await buildPaidFixture(shop);
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: refusal });
    await refund(here, 1000);
    expect(await metrics.value('shop_refunds_refused')).toBe(1);
    expect(await metrics.value('shop_refunds_open')).toBe(0);
    shop.bootpay.clear();
    expect((await refund(here, 1000)).statusCode).toBe(200);
    expect(await metrics.value('shop_refunds_refused')).toBe(0);
  });

  it('shop_discrepancies_open: money goes back without a message, until it is recorded here', async () => {
    const here = await buildPaidFixture(shop);
    await shop.bootpay.cancelAtProvider(here.receiptId, 100_000);
    await compareWithProvider(shop.deps.payments, { paceMs: 0 });
    expect(await metrics.value('shop_discrepancies_open')).toBe(1);
    await admin.client.post(`/api/admin/orders/${here.row.id}/check`);
    await compareWithProvider(shop.deps.payments, { paceMs: 0 });
    expect(await metrics.value('shop_discrepancies_open')).toBe(0);
  });

  it('shop_webhooks_oldest_seconds: grows while the provider is away, also when it repeats the webhook', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    for (let minute = 0; minute < 11; minute += 1) {
      expect((await here.webhook(receiptId)).statusCode).toBe(200);
      shop.clock.advance(MINUTE_MS);
    }
    const age = await metrics.value('shop_webhooks_oldest_seconds');
    expect(age).toBeGreaterThan(10 * 60);
    expect(age).toBeLessThan(13 * 60);

    shop.bootpay.clear();
    await handleWebhooks(shop.deps.payments);
    expect(await metrics.value('shop_webhooks_oldest_seconds')).toBe(0);
    await here.webhook(receiptId);
    expect(await metrics.value('shop_webhooks_oldest_seconds')).toBe(0);
  });
});

describe('mail', () => {
  async function queue(to: string): Promise<void> {
    const params = { fullname: '홍길동', userId: 'hong.gd' };
    await transaction(shop.db, (trx) => queueMail(trx, { address: to, isProven: true }, { kind: 'welcome', params }));
  }

  it('shop_mails_stuck: the mail server is away', async () => {
    // The other tests have queued mails.
    await sendMails(shop.deps.mail);
    smtp.fail({ how: 'away' });
    await queue('stuck@example.com');
    expect(await metrics.value('shop_mails_stuck')).toBe(0);
    await expectWhile(() => sendMails(shop.deps.mail), 'shop_mails_stuck').toBe(1);
    smtp.clear();
    shop.clock.advance(2 * MINUTE_MS);
    await sendMails(shop.deps.mail);
    expect(await metrics.value('shop_mails_stuck')).toBe(0);
    expect(smtp.mailsTo('stuck@example.com')).toHaveLength(1);
  });

  it('shop_mails_failed: the mail server refuses the recipient, until administrators send it again', async () => {
    smtp.fail({ how: 'refuse', command: 'RCPT', code: 550, to: 'failed@example.com' });
    await queue('failed@example.com');
    await sendMails(shop.deps.mail);
    expect(await metrics.value('shop_mails_failed')).toBe(1);
    smtp.clear();
    const [mail] = (await admin.client.get('/api/admin/mails?state=failed')).json<{ id: number }[]>();
    expect((await admin.client.post(`/api/admin/mails/${mail?.id}/retry`)).statusCode).toBe(200);
    await sendMails(shop.deps.mail);
    expect(await metrics.value('shop_mails_failed')).toBe(0);
  });
});

describe('logins', () => {
  it('shop_login_failures_total: counts wrong passwords and what the limit refuses, and nothing else', async () => {
    const user = await shop.buildUser();
    const client = shop.client();
    const before = await metrics.value('shop_login_failures_total');
    const logIn = (password: string) => client.post('/api/auth/login', { userId: user.user_id, password });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await logIn('wrong password')).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect(await metrics.value('shop_login_failures_total')).toBe(before + 11);

    const other = await shop.buildUser({ password: 'rain over nine hills' });
    const right = { userId: other.user_id, password: 'rain over nine hills' };
    expect((await shop.client().post('/api/auth/login', right)).statusCode).toBe(200);
    expect((await shop.client().post('/api/auth/login', {})).statusCode).toBe(400);
    expect(await metrics.value('shop_login_failures_total')).toBe(before + 11);
    expect((await metrics.text()).match(/shop_login_failures_total\{/)).toBeNull();
  });
});
