import { afterAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { LOOK_OFTEN, makeJobsDue } from '#tests/support/jobs/due-jobs.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { startJobs } from './scheduler.ts';

const shop = await setUpTestApp();
const jobs = await startJobs(shop.deps, LOOK_OFTEN);
afterAll(async () => {
  await jobs.stop();
});

const ask = (name: string) => makeJobsDue(shop.deps.database.pool, name);

it('the job confirms payments left open by an outage', async () => {
  const here = await buildPaymentFixture(shop);
  const receiptId = await here.pay();
  shop.bootpay.fail({ endpoint: 'receipt', times: 1, insteadOf: 'drop' });
  expect((await here.confirm(receiptId)).statusCode).toBe(502);
  shop.clock.advance(MINUTE_MS);
  await ask('settle_due_receipts');
  await expect.poll(async () => (await here.order()).status).toBe('confirmed');
});

it('a webhook is processed as soon as it arrives', async () => {
  const here = await buildPaymentFixture(shop);
  const body = { receipt_id: await here.pay(), order_id: here.row.order_number };
  expect((await shop.client().post('/api/bootpay/webhook', body, { csrf: false })).statusCode).toBe(200);
  await expect.poll(async () => (await here.order()).status).toBe('confirmed');
});

it('the jobs cancel unpaid orders and purge expired rows', async () => {
  const order = await shop.buildOrder({ createdAt: new Date(Date.now() - 31 * 60_000) });
  await shop.db.insertInto('rate_limits').values({ key: 'old:1', points: 1, expire: 1 }).execute();
  const sentAt = new Date(Date.now() - 31 * 24 * 60 * 60_000);
  await shop.db
    .insertInto('payment_webhooks')
    .values({
      receipt_id: 'made-up',
      order_number: 'STRANGE',
      payload: '{}',
      state: 'unknown',
      due_at: sentAt,
      received_at: sentAt,
      last_received_at: sentAt,
    })
    .execute();
  await ask('expire_pending_orders');
  await ask('purge_expired');
  const statusOf = () => shop.db.selectFrom('orders').select('status').where('id', '=', order.id).executeTakeFirst();
  await expect.poll(statusOf).toEqual({ status: 'cancelled' });
  await expect
    .poll(() => shop.db.selectFrom('rate_limits').select('key').where('key', '=', 'old:1').execute())
    .toEqual([]);
  await expect
    .poll(() => shop.db.selectFrom('payment_webhooks').select('id').where('receipt_id', '=', 'made-up').execute())
    .toEqual([]);
});

it('a password reset request queues its mail at once', async () => {
  const user = await shop.buildUser({ email: 'forgetful@example.com' });
  const response = await shop.client().post('/api/auth/password-reset/request', { email: user.email });
  expect(response.statusCode).toBe(200);
  const mails = () => shop.db.selectFrom('mails').select('kind').where('recipient', '=', user.email).execute();
  await expect.poll(mails).toEqual([{ kind: 'password_reset' }]);
});
