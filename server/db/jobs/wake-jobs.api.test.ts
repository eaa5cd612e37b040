import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { transaction } from '../transaction.ts';
import { wakeAfterCommit } from './wake-jobs.ts';

/** Runs no jobs, so that they stay in the queue. */
const shop = await setUpTestApp();

async function count(task: string): Promise<number> {
  const statement = 'select from graphile_worker.jobs where task_identifier = $1';
  return (await shop.deps.database.pool.query(statement, [task])).rowCount ?? 0;
}

const COMMITS = 20;

it('wakes jobs once for many commits, again for a later one, and not for a rollback', async () => {
  const undone = transaction(shop.db, async (trx) => {
    wakeAfterCommit(trx, 'handle_webhooks');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const commits = Array.from({ length: COMMITS }, () =>
    transaction(shop.db, async (trx) => {
      wakeAfterCommit(trx, 'send_mails');
      wakeAfterCommit(trx, 'send_notices');
    }),
  );
  await Promise.all(commits);
  for (const job of ['send_mails', 'send_notices']) {
    await expect.poll(() => count(job), { timeout: 10_000 }).toBeGreaterThan(0);
    // A slow machine spreads the commits over several gatherings.
    expect(await count(job)).toBeLessThanOrEqual(COMMITS / 2);
  }
  await shop.deps.database.pool.query('delete from graphile_worker._private_jobs');
  await transaction(shop.db, async (trx) => wakeAfterCommit(trx, 'send_notices'));
  await expect.poll(() => count('send_notices'), { timeout: 10_000 }).toBe(1);
  expect(await count('handle_webhooks')).toBe(0);
});
