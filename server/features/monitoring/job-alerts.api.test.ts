import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createRunningClock } from '#tests/support/app/clock.ts';
import { createMetricsReader, METRICS_TOKEN, type MetricsReader } from '#tests/support/app/metrics.ts';
import { LOOK_OFTEN, makeJobsDue } from '#tests/support/jobs/due-jobs.ts';

let shop: TestApp;
let metrics: MetricsReader;
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
beforeEach(async () => {
  shop = await startTestApp({ clock: createRunningClock(), stuckAfterMs: SECOND_MS, env: { METRICS_TOKEN } });
  metrics = createMetricsReader(shop);
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
  await shop.close();
});

function expectSoon(series: string) {
  return expect.poll(() => metrics.value(series));
}

const makeDue = (name: string) => makeJobsDue(shop.deps.database.pool, name);

/** Makes `purge_expired` fail as long as `social_tokens` is away. */
async function renameTable(from: string, to: string): Promise<void> {
  await shop.deps.database.pool.query(`alter table ${from} rename to ${to}`);
}

describe('shop_jobs_stuck', () => {
  it('counts due jobs while no process runs jobs, until one does', async () => {
    await shop.deps.database.pool.query("insert into jobs (name) values ('end_holds')");
    await expectSoon('shop_jobs_stuck').toBe(1);
    jobs = await startJobs(shop.deps, LOOK_OFTEN);
    await expectSoon('shop_jobs_stuck').toBe(0);
  });
});

describe('shop_jobs_failed', () => {
  it('counts a job that fails until a later run of it succeeds', async () => {
    await renameTable('social_tokens', 'social_tokens_away');
    jobs = await startJobs(shop.deps, LOOK_OFTEN);
    await expectSoon('shop_jobs_failed').toBe(1);
    // The success of another job says nothing about this one.
    await makeDue('end_holds');
    await makeDue('purge_expired');
    await expectSoon('shop_jobs_failed').toBe(1);

    await renameTable('social_tokens_away', 'social_tokens');
    await makeDue('purge_expired');
    await expectSoon('shop_jobs_failed').toBe(0);
  });
});
