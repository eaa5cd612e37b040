import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Waits until as many statements of the app wait for a lock that the test holds. */
export async function untilLockWait({ deps }: Pick<TestApp, 'deps'>, count = 1): Promise<void> {
  const waiting = async () => (await deps.database.pool.query(WAITING)).rowCount;
  await expect.poll(waiting, { interval: 20 }).toBe(count);
}
