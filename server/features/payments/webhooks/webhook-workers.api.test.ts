import { afterEach, beforeEach, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentScene, type PaymentScene } from '#tests/support/payments/payment-scene.ts';

let shop: TestApp;
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
beforeEach(async () => {
  shop = await startTestApp();
});
afterEach(async () => {
  await jobs?.stop();
  await shop.close();
});

it('webhooks occupy two of six workers while the provider hangs, so other jobs go on', async () => {
  const hold = createHold();
  shop.bootpay.fail({ endpoint: 'receipt', hold });
  const scenes: PaymentScene[] = [];
  for (let i = 0; i < 8; i += 1) {
    const scene = await buildPaymentScene(shop);
    const body = { receipt_id: await scene.pay(), order_id: scene.row.order_number };
    expect((await shop.client().post('/api/bootpay/webhook', body, { csrf: false })).statusCode).toBe(200);
    scenes.push(scene);
  }
  jobs = await startJobs(shop.deps);
  await hold.untilArrived(2);

  await shop.db.insertInto('rate_limits').values({ key: 'expired:1', points: 1, expire: 1 }).execute();
  await shop.deps.database.pool.query("select graphile_worker.add_job('purge_expired')");
  const expired = () => shop.db.selectFrom('rate_limits').select('key').where('key', '=', 'expired:1').execute();
  await expect.poll(expired, { timeout: 8000 }).toEqual([]);
  expect(hold.arrivals()).toBe(2);

  hold.release();
  for (const scene of scenes) {
    await expect.poll(async () => (await scene.order()).status, { timeout: 8000 }).toBe('confirmed');
  }
});
