import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails, requireMail } from '#tests/support/app/mailbox.ts';
import { buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { startSmtpServer } from '#tests/support/providers/smtp-server.ts';

const smtp = await startSmtpServer();
const shop = await setUpTestApp({ env: { SMTP_URL: smtp.url } });
const admin = await buildAdmin(shop);

afterEach(() => {
  smtp.clear();
  shop.bootpay.clear();
});
afterAll(async () => {
  await smtp.close();
});

function newAddress(): string {
  return `${readableCode(10).toLowerCase()}@example.com`;
}

function register(email: string, userId = `user.${readableCode(8)}`) {
  const body = {
    userId,
    email,
    password: 'a good secret 12',
    phone: '01012345678',
    fullname: '홍길동',
    acceptedTos: true,
  };
  return shop.client().post('/api/auth/register', body);
}

describe('a sign-up', () => {
  it('sends a welcome mail at once, and does not wait for an unreachable mail server', async () => {
    smtp.fail({ how: 'away' });
    const email = newAddress();
    const response = await register(email);
    expect(response.statusCode).toBe(201);
    const { userId } = response.json<{ userId: string }>();
    expect((await requireMail(shop, email, 'welcome')).text).toContain(userId);
    smtp.clear();
    // The queued mail wakes the job; the schedule would take up to a minute.
    const jobs = await startJobs(shop.deps);
    try {
      await expect.poll(() => smtp.mailsTo(email).length).toBe(1);
      const another = newAddress();
      await register(another);
      await expect.poll(() => smtp.mailsTo(another).length).toBe(1);
    } finally {
      await jobs.stop();
    }
  });

  it('without an address or refused sends no mail', async () => {
    const count = async () => (await shop.db.selectFrom('mails').select('id').execute()).length;
    const before = await count();
    expect((await register('')).statusCode).toBe(201);
    const { user_id } = await shop.buildUser();
    expect((await register(newAddress(), user_id)).statusCode).toBe(409);
    expect(await count()).toBe(before);
  });
});

type Fixture = PaymentFixture & { email: string; kinds: () => Promise<string[]> };

async function buildFixture(email = newAddress()): Promise<Fixture> {
  const fixture = await buildPaymentFixture(shop);
  await shop.db.updateTable('users').set({ email }).where('id', '=', fixture.user.id).execute();
  return { ...fixture, email, kinds: async () => (await listMails(shop, email)).map(({ kind }) => kind) };
}

async function buildPaid(email?: string): Promise<Fixture & { receiptId: string }> {
  const fixture = await buildFixture(email);
  const receiptId = await fixture.pay();
  expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
  return { ...fixture, receiptId };
}

function refund({ row }: Fixture, amount: number) {
  return admin.client.post(`/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청' });
}

describe('an order', () => {
  it('that is paid is confirmed by one mail despite repeated webhooks', async () => {
    const fixture = await buildPaid();
    await fixture.confirm(fixture.receiptId);
    await fixture.webhook(fixture.receiptId);
    expect(await fixture.kinds()).toEqual(['order_confirmed']);
    const { text } = await requireMail(shop, fixture.email, 'order_confirmed');
    expect(text).toContain(fixture.row.order_number);
    expect(text).toContain(fixture.row.service_title);
    expect(text).toContain('결제 금액: 350,000원');
    expect(text).toContain(`/purchase/result?orderId=${fixture.row.id}`);
  });

  it('of a buyer without an address is processed without a mail', async () => {
    const before = await shop.db.selectFrom('mails').select('id').execute();
    const fixture = await buildPaid('');
    expect((await fixture.order()).status).toBe('confirmed');
    expect((await refund(fixture, fixture.row.price)).statusCode).toBe(200);
    expect(await shop.db.selectFrom('mails').select('id').execute()).toEqual(before);
  });

  it('that waits for a deposit sends its account once', async () => {
    const fixture = await buildFixture();
    const receiptId = await fixture.pay({ method: 'vbank' });
    for (let count = 0; count < 2; count += 1) expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
    await fixture.webhook(receiptId);
    expect(await fixture.kinds()).toEqual(['virtual_account']);
    const { payment } = await fixture.order();
    const { text } = await requireMail(shop, fixture.email, 'virtual_account');
    expect(text).toContain(payment?.virtual_account?.account_number);
    expect(text).toMatch(/입금 기한: \d{4}\. \d+\. \d+\. \d\d:\d\d까지/);
    await shop.bootpay.deposit(receiptId);
    await fixture.webhook(receiptId);
    expect(await fixture.kinds()).toEqual(['virtual_account', 'order_confirmed']);
  });

  it('whose account is issued by the approval sends it too', async () => {
    const fixture = await buildFixture();
    const receiptId = await fixture.pay();
    const vbank_data = { bank_name: '신한은행', bank_account: '11012345', bank_username: '센터', expired_at: null };
    shop.bootpay.fail({ endpoint: 'confirm', misreport: { status: 5, vbank_data } });
    expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
    expect((await requireMail(shop, fixture.email, 'virtual_account')).text).toContain('11012345');
  });

  it('that is refunded at the provider sends one cancellation mail', async () => {
    const fixture = await buildPaid();
    await shop.bootpay.cancelAtProvider(fixture.receiptId);
    for (let count = 0; count < 2; count += 1) await fixture.webhook(fixture.receiptId);
    expect((await fixture.order()).status).toBe('cancelled');
    expect(await fixture.kinds()).toEqual(['order_confirmed', 'order_cancelled']);
  });

  it('that is refunded partly and then fully sends a mail for each', async () => {
    const fixture = await buildPaid();
    expect((await refund(fixture, 100_000)).statusCode).toBe(200);
    expect((await requireMail(shop, fixture.email, 'order_refunded')).text).toContain('환불 금액: 100,000원');
    expect((await refund(fixture, 250_000)).statusCode).toBe(200);
    expect(await fixture.kinds()).toEqual(['order_confirmed', 'order_refunded', 'order_cancelled']);
    expect((await requireMail(shop, fixture.email, 'order_cancelled')).text).toContain('환불 금액: 350,000원');
  });

  it('that was closed before its refund sends a mail when the refund is done', async () => {
    const fixture = await buildPaid();
    await admin.client.put(`/api/admin/orders/${fixture.row.id}`, { status: 'cancelled' });
    expect(await fixture.kinds()).toEqual(['order_confirmed']);
    expect((await refund(fixture, fixture.row.price)).statusCode).toBe(200);
    expect(await fixture.kinds()).toEqual(['order_confirmed', 'order_cancelled']);
  });

  it('that its buyer cancels before paying sends no mail', async () => {
    const fixture = await buildFixture();
    expect((await fixture.cancel()).statusCode).toBe(200);
    expect(await fixture.kinds()).toEqual([]);
  });

  it('omits the name in mails to an unverified address, because a name is free text', async () => {
    const fixture = await buildFixture();
    await shop.db.updateTable('users').set({ fullname: '공격 문구' }).where('id', '=', fixture.user.id).execute();
    await fixture.confirm(await fixture.pay());
    const { text, html } = await requireMail(shop, fixture.email, 'order_confirmed');
    expect(text + html).not.toContain('공격 문구');
  });

  it('escapes user input', async () => {
    const fixture = await buildFixture();
    const fullname = '<script>alert(1)</script>';
    const columns = { fullname, verified_email: fixture.email };
    await shop.db.updateTable('users').set(columns).where('id', '=', fixture.user.id).execute();
    await fixture.confirm(await fixture.pay());
    const { html } = await requireMail(shop, fixture.email, 'order_confirmed');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });
});
