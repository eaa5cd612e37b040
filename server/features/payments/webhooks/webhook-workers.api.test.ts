import { afterEach, beforeEach, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { LOOK_OFTEN, makeJobsDue } from '#tests/support/jobs/due-jobs.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';

let shop: TestApp;
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
beforeEach(async () => {
  shop = await startTestApp();
});
afterEach(async () => {
  await jobs?.stop();
  await shop.close();
});

it('at most two webhooks wait for a provider that hangs, and other jobs go on', async () => {
  const hold = createHold();
  shop.bootpay.fail({ endpoint: 'receipt', hold });
  const fixtures: PaymentFixture[] = [];
  for (let i = 0; i < 8; i += 1) {
    const fixture = await buildPaymentFixture(shop);
    const body = { receipt_id: await fixture.pay(), order_id: fixture.row.order_number };
    expect((await shop.client().post('/api/bootpay/webhook', body, { csrf: false })).statusCode).toBe(200);
    fixtures.push(fixture);
  }
  jobs = await startJobs(shop.deps, LOOK_OFTEN);
  await hold.untilArrived(1);
  // A woken run beside the scheduled one.
  const late = await buildPaymentFixture(shop);
  fixtures.push(late);
  const body = { receipt_id: await late.pay(), order_id: late.row.order_number };
  expect((await shop.client().post('/api/bootpay/webhook', body, { csrf: false })).statusCode).toBe(200);
  await hold.untilArrived(2);

  await shop.db.insertInto('rate_limits').values({ key: 'expired:1', points: 1, expire: 1 }).execute();
  await makeJobsDue(shop.deps.database.pool, 'purge_expired');
  const expired = () => shop.db.selectFrom('rate_limits').select('key').where('key', '=', 'expired:1').execute();
  await expect.poll(expired).toEqual([]);
  expect(hold.arrivals()).toBe(2);

  hold.release();
  for (const fixture of fixtures) {
    await expect.poll(async () => (await fixture.order()).status).toBe('confirmed');
  }
});
