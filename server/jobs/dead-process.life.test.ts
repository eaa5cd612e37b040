import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { createFactories } from '#tests/support/app/factories.ts';
import { makeJobsDue, readJob } from '#tests/support/jobs/due-jobs.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/providers/smtp-server.ts';

/** The lease ends after 30 seconds; the process that is left looks every five. */
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

/** The jobs that a process has a lease for. */
async function leasedJobs(): Promise<string[]> {
  const { rows } = await environment.pool.query('select name from jobs where leased_until > now() order by name');
  return rows.map(({ name }) => name);
}

/** Blocks statements about the tables until `release`; by default those of the jobs. */
async function lockTables(tables = 'password_resets, mails'): Promise<{ release: () => Promise<void> }> {
  const outsider = new pg.Client(postgres.connection);
  await outsider.connect();
  await outsider.query(`begin; lock table ${tables} in access exclusive mode`);
  return { release: () => outsider.end() };
}

async function requestReset(email: string): Promise<void> {
  const request = { id: randomUUID(), email, due_at: new Date() };
  await environment.db.insertInto('reset_requests').values(request).execute();
  await makeJobsDue(environment.pool, 'send_reset_links');
}

const mailsTo = (email: string) =>
  environment.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute();

it('a job that a stop cuts off is due again before the process ends', async () => {
  const stopped = await environment.start();
  const { email } = await createFactories(environment.db).buildUser({ email: 'stopped@example.com' });
  const tables = await lockTables();
  try {
    await requestReset(email);
    await expect.poll(leasedJobs).toContain('send_reset_links');
    const startedAt = performance.now();
    expect(await stopped.end('SIGTERM')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await leasedJobs()).toEqual([]);
  } finally {
    await tables.release();
  }
  expect(await readJob(environment.pool, 'send_reset_links')).toMatchObject({ is_due: true, leased_by: null });
  const next = await environment.start();
  await expect.poll(() => mailsTo(email), AFTER_EXPIRY).toEqual([{ kind: 'password_reset' }]);
  await next.end('SIGTERM');
}, 120_000);

it('jobs and the mail in flight of a killed process go on in another one within a minute', async () => {
  const doomed = await environment.start();
  const inFlight = 'in-flight@example.com';
  smtp.fail({ how: 'hang', to: inFlight });
  const mail = { kind: 'welcome', recipient: inFlight, params: JSON.stringify({ userId: 'in.flight' }) } as const;
  await environment.db.insertInto('mails').values(mail).execute();
  await makeJobsDue(environment.pool, 'send_mails');
  await expect.poll(() => smtp.tries(inFlight)).toBe(1);
  const { email } = await createFactories(environment.db).buildUser({ email: 'forgetful@example.com' });
  const tables = await lockTables('password_resets');
  try {
    // The job waits inside a statement.
    await requestReset(email);
    await expect.poll(leasedJobs).toContain('send_reset_links');
    await environment.start();
    await environment.kill(doomed);
  } finally {
    await tables.release();
  }
  // PostgreSQL may still run the statement of a client that is gone.
  await environment.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop jobs'`,
  );
  smtp.clear();
  const killedAt = performance.now();
  await expect.poll(() => mailsTo(email), AFTER_EXPIRY).toEqual([{ kind: 'password_reset' }]);
  await expect.poll(() => smtp.mailsTo(inFlight).length, AFTER_EXPIRY).toBe(1);
  expect(performance.now() - killedAt).toBeLessThan(60_000);
  await expect.poll(() => smtp.mailsTo(email).length, AFTER_EXPIRY).toBeGreaterThanOrEqual(1);
}, 200_000);
