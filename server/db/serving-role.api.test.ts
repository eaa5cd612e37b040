import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { readKeyRing } from '#server/lib/keys/data-keys.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, TEST_KEYS, type TestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation, say } from '#tests/support/app/consultations.ts';
import { FROM_SOURCES, type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { createTwoRoles, type TwoRoles } from '#tests/support/database/two-roles.ts';
import { LOOK_OFTEN, makeJobsDue } from '#tests/support/jobs/due-jobs.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { buildPaidFixture } from '#tests/support/payments/payment-fixture.ts';
import { makeBackup } from './backup/make-backup.ts';
import { openDatabase } from './connection.ts';
import { prepareDatabase } from './prepare-database.ts';

const configOf = (owner: pg.ClientConfig) => ({ databaseMigrationUrl: urlOf(owner) });

describe('a shop with DATABASE_MIGRATION_URL', () => {
  let roles: TwoRoles;
  let shop: TestApp;
  let jobs: Awaited<ReturnType<typeof startJobs>>;
  let admin: AdminFixture;
  let dataDir: string;

  function start(env: Record<string, string> = {}): Promise<ShopProcess> {
    const variables = { DATABASE_URL: urlOf(roles.serving), PAGES: 'none', ...TEST_KEYS, ...env };
    return startShop(dataDir, variables, undefined, FROM_SOURCES);
  }

  beforeAll(async () => {
    roles = await createTwoRoles();
    dataDir = mkdtempSync(join(tmpdir(), 'shop-roles-'));
    chmodSync(dataDir, 0o755);
    // The process itself makes the tables as the owner, in an empty database.
    const first = await start({ DATABASE_MIGRATION_URL: urlOf(roles.owner) });
    try {
      await first.ready();
    } finally {
      await first.end('SIGTERM');
    }
    shop = await startTestApp({ database: { connection: roles.serving, drop: async () => {} }, hasWebhooks: true });
    jobs = await startJobs(shop.deps, LOOK_OFTEN);
    admin = await buildAdmin(shop);
  }, 90_000);
  afterAll(async () => {
    await jobs?.stop();
    await shop?.close();
    await roles?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const serving = (statement: string) => shop.deps.database.pool.query(statement);

  it('starts without the address of the owner once npm run db:migrate has run', async () => {
    const env = { ...process.env, DATABASE_URL: urlOf(roles.serving), DATABASE_MIGRATION_URL: urlOf(roles.owner) };
    const command = await promisify(execFile)(process.execPath, ['scripts/database/db-migrate.ts'], { env });
    expect(command.stdout).toContain('the database has the schema of this program');
    const started = await start();
    try {
      await started.ready();
    } finally {
      await started.end('SIGTERM');
    }
  });

  it('serves an order from sign-up to refund, with its jobs', async () => {
    const client = shop.client();
    const account = { userId: 'new.buyer', password: 'rain over nine hills', phone: '01012345678', fullname: '구매자' };
    const registered = await client.post('/api/auth/register', { ...account, email: '', acceptedTos: true });
    expect(registered.statusCode).toBe(201);
    expect((await client.post('/api/auth/login', account)).statusCode).toBe(200);
    expect((await client.get('/api/auth/personal-data')).statusCode).toBe(200);

    const here = await buildPaidFixture(shop);
    await makeJobsDue(shop.deps.database.pool, 'send_mails', 'purge_expired');
    const path = `/api/admin/orders/${here.row.id}`;
    expect((await admin.client.post(`${path}/notes`, { text: '전화함', isVisible: true })).statusCode).toBeLessThan(
      300,
    );
    const refund = await admin.client.post(`${path}/refunds`, { amount: here.row.price, reason: '고객 요청' });
    expect(refund.statusCode).toBeLessThan(300);
    expect(await admin.audit('order.refund')).toHaveLength(1);
    const open = "select from jobs where name in ('send_mails', 'purge_expired') and (due_at <= now() or failures > 0)";
    await expect.poll(async () => (await serving(open)).rowCount).toBe(0);
    expect((await serving(`select from payment_events where order_id = ${here.row.id}`)).rowCount).toBeGreaterThan(1);
  });

  it('serves conversations, the catalogue, terms, retention, rotation and backups', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    await say(customer, id, '문의드립니다.');
    await answer(admin, id, '답변드립니다.');
    const list = await admin.client.get('/api/admin/statistics');
    expect(list.statusCode).toBe(200);
    await applyRetention(shop.db, shop.clock.now());
    const ring = readKeyRing(TEST_KEYS.DATA_KEYS);
    await rotateKeys(shop.db, ring);
    const folder = join(dataDir, 'copy');
    const { tables } = await makeBackup(roles.serving, { folder, madeAt: shop.clock.now() });
    expect(tables.length).toBeGreaterThan(20);
  });

  it.each([
    "update audit_log set reason = 'other'",
    'delete from audit_log',
    'truncate audit_log',
    'alter table audit_log add column note text',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_is_append_only on audit_log',
    "create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return old; end'",
    "select setval('audit_log_id_seq', 1)",
    'set session_replication_role = replica',
    'alter table audit_log owner to current_user',
    'grant delete on audit_log to current_user; delete from audit_log',
    'delete from audit_chain',
    "update payment_events set note = 'other'",
    'delete from payment_events',
    'delete from terms_versions',
    'delete from sandbox.ledger',
    'delete from schema_migrations',
    'create table mine (id integer)',
    'create schema mine',
    'create temporary table mine (id integer)',
    'create trigger mine after insert on audit_log execute function refuse_audit_change()',
    'drop table orders',
    'truncate mails',
  ])('is refused by PostgreSQL: %s', async (statement) => {
    await admin.client.get('/api/admin/users');
    // Checks of rights only count when there is something to change.
    expect((await serving('select from audit_log')).rowCount).toBeGreaterThan(0);
    await expect(serving(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('gives rights to tables of later migrations at the next start, and takes none away', async () => {
    const owner = new pg.Client(roles.owner);
    await owner.connect();
    await owner.query('create table later (id integer generated always as identity)');
    const prepare = () => prepareDatabase({ database: shop.deps.database, config: configOf(roles.owner) });
    // Two instances start at the same time.
    expect(await Promise.all([prepare(), prepare()])).toEqual([{ owns: false }, { owns: false }]);
    await serving('insert into later default values');
    await owner.query('drop table later');
    await owner.end();
  });

  it('refuses to migrate another database than the one that it serves', async () => {
    const elsewhere = { ...roles.owner, database: 'postgres' };
    await expect(prepareDatabase({ database: shop.deps.database, config: configOf(elsewhere) })).rejects.toThrow(
      'DATABASE_MIGRATION_URL names the database "postgres"',
    );
  });
});

it('a shop whose DATABASE_URL is the owner keeps its rights, and says that it has them', async () => {
  const shop = await startTestApp();
  try {
    const { database } = shop.deps;
    expect(await prepareDatabase({ database, config: configOf(database.connection) })).toEqual({ owns: true });
    await database.pool.query('create table mine (id integer)');
  } finally {
    await shop.close();
  }
});

it('a start before the first migration says that this role may not create tables', async () => {
  const roles = await createTwoRoles();
  const database = openDatabase({ connection: roles.serving, poolSize: 2 });
  try {
    const config = { databaseMigrationUrl: undefined };
    await expect(prepareDatabase({ database, config })).rejects.toThrow(
      'the database is empty, and this role may not create tables',
    );
  } finally {
    await database.close();
    await roles.drop();
  }
});
