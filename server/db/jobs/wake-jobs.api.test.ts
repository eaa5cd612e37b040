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

it('wakes a job once for many commits, again for a later one, and not for a rollback', async () => {
  const undone = transaction(shop.db, async (trx) => {
    wakeAfterCommit(trx, 'send_notices');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const commits = Array.from({ length: COMMITS }, () =>
    transaction(shop.db, async (trx) => wakeAfterCommit(trx, 'send_mails')),
  );
  await Promise.all(commits);
  await expect.poll(() => count('send_mails'), { timeout: 10_000 }).toBeGreaterThan(0);
  await transaction(shop.db, async (trx) => wakeAfterCommit(trx, 'send_notices'));
  await expect.poll(() => count('send_notices'), { timeout: 10_000 }).toBe(1);
  // A slow machine spreads the commits over several gatherings.
  expect(await count('send_mails')).toBeLessThanOrEqual(COMMITS / 2);
});
