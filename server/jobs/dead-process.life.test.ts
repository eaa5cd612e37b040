import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { createFactories } from '#tests/support/app/factories.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/providers/smtp-server.ts';

const SOON = { timeout: 20_000, interval: 50 };
/** The lock expires after 45 seconds; the process that is left looks every five. */
const AFTER_EXPIRY = { timeout: 90_000, interval: 250 };

let folder: string;
let postgres: EmbeddedPostgres;
let smtp: TestSmtpServer;
let environment: PaymentEnvironment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-dead-'));
  // The temporary folder is private; the account that PostgreSQL runs as has to enter it.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  smtp = await startSmtpServer();
  environment = await startPaymentEnvironment({
    shop: postgres.connection,
    provider: postgres.connection,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'shop@example.com' },
  });
});
afterAll(async () => {
  await environment.close();
  await smtp.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

type LockedJob = { task_identifier: string; locked_by: string };

async function lockedJobs(): Promise<LockedJob[]> {
  const statement = 'select task_identifier, locked_by from graphile_worker.jobs where locked_at is not null';
  return (await environment.pool.query<LockedJob>(statement)).rows;
}

/** Blocks statements about the tables until `release`; by default those of the jobs. */
async function lockTables(tables = 'password_resets, mails'): Promise<{ release: () => Promise<void> }> {
  const outsider = new pg.Client(postgres.connection);
  await outsider.connect();
  await outsider.query(`begin; lock table ${tables} in access exclusive mode`);
  return { release: () => outsider.end() };
}

/**
 * Kills a process between the commit that queues the mail of a new account and the waking of its
 * job.
 */
async function killBeforeWaking(email: string): Promise<void> {
  const doomed = await environment.start();
  const jobs = await lockTables('graphile_worker._private_jobs');
  try {
    const userId = `new${randomUUID().slice(0, 8)}`;
    const account = { userId, password: 'long password 1', fullname: '새회원', phone: '010-0000-0000' };
    const browser = await openBrowser(doomed.url);
    await browser.expect(201, 'POST', '/api/auth/register', { ...account, email, acceptedTos: true });
    const blocked = `from pg_stat_activity where wait_event_type = 'Lock'`;
    const waking = `select ${blocked} and query like 'select from graphile_worker.add_jobs(%'`;
    await expect.poll(async () => (await environment.pool.query(waking)).rowCount, SOON).toBe(1);
    await environment.kill(doomed);
    // PostgreSQL would still run the statements of a client that is gone.
    await environment.pool.query(`select pg_terminate_backend(pid) ${blocked}`);
  } finally {
    await jobs.release();
  }
  const queued = `select from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send_mails' and not jobs.payload::jsonb ? '_cron'`;
  expect((await environment.pool.query(queued)).rowCount).toBe(0);
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

it('jobs and a queued mail of a killed process are processed by another one within 90 seconds', async () => {
  await killBeforeWaking('newcomer@example.com');
  const doomed = await environment.start();
  const { email } = await createFactories(environment.db).buildUser({ email: 'forgetful@example.com' });
  const tables = await lockTables();
  try {
    // Both jobs wait inside a statement: one may be tried again, the other is repeated by the
    // schedule.
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
  // One that runs has its last attempt counted already.
  const failed = 'select from graphile_worker.jobs where attempts >= max_attempts and locked_at is null';
  expect((await environment.pool.query(failed)).rows).toEqual([]);
  // By the schedule of each minute.
  await expect.poll(() => smtp.mailsTo('newcomer@example.com').length, AFTER_EXPIRY).toBeGreaterThanOrEqual(1);
}, 360_000);
