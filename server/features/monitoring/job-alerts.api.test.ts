import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyRetention } from '#server/features/retention/apply-retention.ts';
import { startJobs } from '#server/jobs/scheduler.ts';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createRunningClock } from '#tests/support/app/clock.ts';
import { createMetricsReader, METRICS_TOKEN, type MetricsReader } from '#tests/support/app/metrics.ts';

let shop: TestApp;
let metrics: MetricsReader;
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
beforeEach(async () => {
  const env = { METRICS_TOKEN };
  shop = await startTestApp({ clock: createRunningClock(), stuckAfterMs: SECOND_MS, env });
  metrics = createMetricsReader(shop);
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
  await shop.close();
});

function enqueue(task: string, payload: object = {}): Promise<unknown> {
  const statement = 'select graphile_worker.add_job($1, $2::json, max_attempts := 1)';
  return shop.deps.database.pool.query(statement, [task, JSON.stringify(payload)]);
}

function expectSoon(series: string) {
  return expect.poll(() => metrics.value(series), { timeout: 10_000 });
}

/** Until no job is due or running. */
async function untilIdle(): Promise<void> {
  const open = 'select from graphile_worker.jobs where locked_at is not null or attempts < max_attempts';
  await expect.poll(async () => (await shop.deps.database.pool.query(open)).rowCount, { timeout: 10_000 }).toBe(0);
}

/** Makes `purge_expired` fail as long as `social_tokens` is away. */
async function renameTable(from: string, to: string): Promise<void> {
  await shop.deps.database.pool.query(`alter table ${from} rename to ${to}`);
}

describe('shop_jobs_stuck', () => {
  it('counts due jobs while no process runs jobs, until one does', async () => {
    await enqueue('fold_order_changes');
    await expectSoon('shop_jobs_stuck').toBe(1);
    jobs = await startJobs(shop.deps);
    await expectSoon('shop_jobs_stuck').toBe(0);
  });
});

describe('shop_jobs_failed', () => {
  it('counts runs of a task that fails, until a later run succeeds', async () => {
    jobs = await startJobs(shop.deps);
    await renameTable('social_tokens', 'social_tokens_away');
    for (let i = 0; i < 3; i += 1) await enqueue('purge_expired');
    await expectSoon('shop_jobs_failed').toBeGreaterThanOrEqual(3);
    // The success of another task says nothing about this one.
    await enqueue('fold_order_changes');
    await untilIdle();
    expect(await metrics.value('shop_jobs_failed')).toBeGreaterThanOrEqual(3);

    await renameTable('social_tokens_away', 'social_tokens');
    await enqueue('purge_expired');
    await expectSoon('shop_jobs_failed').toBe(0);
  });

  it('does not count a job that is running', async () => {
    jobs = await startJobs(shop.deps);
    const outsider = new pg.Client(shop.deps.database.connection);
    await outsider.connect();
    await outsider.query('begin; lock table social_tokens in access exclusive mode');
    await enqueue('purge_expired');
    const isRunning =
      "select from graphile_worker.jobs where task_identifier = 'purge_expired' and locked_at is not null";
    await expect.poll(async () => (await outsider.query(isRunning)).rowCount, { timeout: 10_000 }).toBe(1);
    const failed = await metrics.value('shop_jobs_failed');
    expect((await outsider.query(isRunning)).rowCount).toBe(1);
    await outsider.end();
    expect(failed).toBe(0);
  });

  it('counts a failed run with a payload of its own until it is 30 days old', async () => {
    jobs = await startJobs(shop.deps);
    await enqueue('send_reset_links', { email: 'buyer@example.com' });
    await expectSoon('shop_jobs_failed').toBe(1);
    await enqueue('send_reset_links', { email: 'buyer@example.com', requestId: crypto.randomUUID() });
    await enqueue('purge_expired');
    await untilIdle();
    expect(await metrics.value('shop_jobs_failed')).toBe(1);

    shop.clock.advance(30 * DAY_MS);
    await applyRetention(shop.db, shop.clock.now());
    expect(await metrics.value('shop_jobs_failed')).toBe(0);
  });
});
