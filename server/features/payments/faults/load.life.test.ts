import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { CHAOS_TIMING, runPaymentChaos } from '#tests/support/payments/payment-chaos.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';

let environment: PaymentEnvironment;
const drops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const [ours, theirs] = [await createTestDatabase(inject('postgres')), await createTestDatabase(inject('postgres'))];
  drops.push(ours.drop, theirs.drop);
  environment = await startPaymentEnvironment({
    shop: ours.connection,
    provider: theirs.connection,
    hasWebhooks: true,
    timing: CHAOS_TIMING,
  });
});
afterAll(async () => {
  await environment.close();
  for (const drop of drops) await drop();
});

// A small version of `npm run bench -- --payments`.
it('under load on two instances, one of them killed, no payment is lost, captured or refunded twice', {
  timeout: 300_000,
}, async () => {
  const report = await runPaymentChaos(environment, {
    orders: 30,
    buyers: 15,
    instances: 2,
    kills: 1,
    restarts: 0,
    rate: 0.2,
    seed: 20_261_121,
    mostSeconds: 40,
    quirks: { lateMs: 2500, takesMs: 1500 },
  });
  expect([...report.audit.problems, ...report.stories]).toEqual([]);
  // A slow machine may not finish all purchases, but too few would prove nothing.
  expect(report.audit.captured).toBeGreaterThan(10);
  expect(report.happened['instances killed']).toBe(1);
});
