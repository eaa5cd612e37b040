import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { createFactories } from '#tests/support/app/factories.ts';
import { LOOK_OFTEN, makeJobsDue, readJob } from '#tests/support/jobs/due-jobs.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/providers/smtp-server.ts';

/** A minute, less what the process that is left takes until its next look, and to run the job. */
const LONGEST_WAIT_SECONDS = 50;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let smtp: TestSmtpServer;
let environment: PaymentEnvironment;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgres'));
  smtp = await startSmtpServer();
  environment = await startPaymentEnvironment({
    shop: database.connection,
    provider: database.connection,
    jobs: LOOK_OFTEN,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'shop@example.com' },
  });
});
afterAll(async () => {
  await environment.close();
  await smtp.close();
  await database.drop();
});

/** The jobs that a process has a lease for. */
async function leasedJobs(): Promise<string[]> {
  const { rows } = await environment.pool.query('select name from jobs where leased_until > now() order by name');
  return rows.map(({ name }) => name);
}

/** Lets the time pass until the work that was cut off is due again, which has to be less than a minute. */
async function passWait(...jobs: string[]): Promise<void> {
  const { rows } = await environment.pool.query<{ name: string; isShort: boolean }>(
    `with waits as (
       select name, leased_until as ends from jobs where name = any ($1)
       union all select 'request', due_at from reset_requests
     ), passed as (
       update jobs set leased_until = now() where name = any ($1)
     ), due as (
       update reset_requests set due_at = now()
     )
     select name, ends < now() + interval '${LONGEST_WAIT_SECONDS} seconds' as "isShort" from waits order by name`,
    [jobs],
  );
  expect(rows).toEqual(['request', ...jobs].map((name) => ({ name, isShort: true })));
}

/** Blocks statements about the tables until `release`; by default those of the jobs. */
async function lockTables(tables = 'password_resets, mails'): Promise<{ release: () => Promise<void> }> {
  const outsider = new pg.Client(database.connection);
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
    // A process that needs longer than it may has another code.
    expect(await stopped.end('SIGTERM')).toBe(0);
    expect(await leasedJobs()).toEqual([]);
  } finally {
    await tables.release();
  }
  expect(await readJob(environment.pool, 'send_reset_links')).toMatchObject({ is_due: true, leased_by: null });
  await passWait();
  const next = await environment.start();
  await expect.poll(() => mailsTo(email)).toEqual([{ kind: 'password_reset' }]);
  await next.end('SIGTERM');
});

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
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop jobs' and datname = current_database()`,
  );
  smtp.clear();
  await passWait('send_mails', 'send_reset_links');
  await expect.poll(() => mailsTo(email)).toEqual([{ kind: 'password_reset' }]);
  await expect.poll(() => smtp.mailsTo(inFlight).length).toBe(1);
  await expect.poll(() => smtp.mailsTo(email).length).toBeGreaterThanOrEqual(1);
});
