import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { createFactories } from '#tests/support/app/factories.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';

const SOON = { timeout: 20_000, interval: 50 };
/** The lock expires after 45 seconds; the process that is left looks every five. */
const AFTER_EXPIRY = { timeout: 90_000, interval: 250 };

let folder: string;
let postgres: EmbeddedPostgres;
let environment: PaymentEnvironment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-dead-'));
  // The temporary folder is private; the account that PostgreSQL runs as has to enter it.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  environment = await startPaymentEnvironment({ shop: postgres.connection, provider: postgres.connection });
});
afterAll(async () => {
  await environment.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

type LockedJob = { task_identifier: string; locked_by: string };

async function lockedJobs(): Promise<LockedJob[]> {
  const statement = 'select task_identifier, locked_by from graphile_worker.jobs where locked_at is not null';
  return (await environment.pool.query<LockedJob>(statement)).rows;
}

/** Blocks jobs inside their statements until `release`. */
async function lockTables(): Promise<{ release: () => Promise<void> }> {
  const outsider = new pg.Client(postgres.connection);
  await outsider.connect();
  await outsider.query('begin; lock table password_resets, mails in access exclusive mode');
  return { release: () => outsider.end() };
}

it('a job that a stop cuts off is unlocked before the process ends', async () => {
  const stopped = await environment.start();
  const { email } = await createFactories(environment.db).buildUser({ email: 'stopped@example.com' });
  const tables = await lockTables();
  try {
    await environment.pool.query(`select graphile_worker.add_job('send_reset_links', $1)`, [
      { email, requestId: randomUUID() },
    ]);
    await expect.poll(async () => (await lockedJobs()).length, SOON).toBeGreaterThanOrEqual(1);
    const startedAt = performance.now();
    expect(await stopped.end('SIGTERM')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await lockedJobs()).toEqual([]);
  } finally {
    await tables.release();
  }
  const left = `select task_identifier, attempts < max_attempts as is_repeatable from graphile_worker.jobs
    where task_identifier = 'send_reset_links'`;
  expect((await environment.pool.query(left)).rows).toEqual([
    { task_identifier: 'send_reset_links', is_repeatable: true },
  ]);
  await environment.pool.query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

it('a job of a process that was killed runs in another one within a minute and a half', async () => {
  const doomed = await environment.start();
  const { email } = await createFactories(environment.db).buildUser({ email: 'forgetful@example.com' });
  const tables = await lockTables();
  try {
    // Both jobs wait inside a statement: one may be tried again, the other is repeated by the schedule.
    await environment.pool.query(
      `select graphile_worker.add_job('send_reset_links', $1),
         graphile_worker.add_job('purge_expired', max_attempts := 1)`,
      [{ email, requestId: randomUUID() }],
    );
    await expect.poll(async () => (await lockedJobs()).length, SOON).toBeGreaterThanOrEqual(2);
    await environment.kill(doomed);
  } finally {
    await tables.release();
  }
  const dead = new Set((await lockedJobs()).map(({ locked_by }) => locked_by));
  expect(dead.size).toBe(1);

  await environment.start();
  const mails = () => environment.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute();
  await expect.poll(mails, AFTER_EXPIRY).toEqual([{ kind: 'password_reset' }]);
  const left = async () => (await lockedJobs()).filter(({ locked_by }) => dead.has(locked_by));
  await expect.poll(left, AFTER_EXPIRY).toEqual([]);
  // What the schedule repeats anyway leaves no job behind that counts as failed.
  const { rows } = await environment.pool.query('select from graphile_worker.jobs where attempts >= max_attempts');
  expect(rows).toEqual([]);
}, 240_000);
