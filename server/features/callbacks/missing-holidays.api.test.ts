import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';

const clock = createTestClock(new Date('2036-11-01T14:59:59Z'));
const shop = await setUpTestApp({ clock, env: { METRICS_TOKEN } });
const metrics = createMetricsReader(shop);

it('shop_holidays_missing: a year without a list of holidays begins within 60 days', async () => {
  expect(await metrics.value('shop_holidays_missing')).toBe(0);
  clock.advance(1000);
  await expect.poll(() => metrics.value('shop_holidays_missing')).toBe(1);
});
