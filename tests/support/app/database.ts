import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { STATE_GUARDS } from './state-guard.ts';

const TEMPLATE = 'shop_template';
/** This PostgreSQL ends with the run: nothing of it has to outlive a crash, so nothing waits for the disk. */
const SHORT_LIVED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB'];

/** Files in memory, as on Linux. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a run hold at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string };
  }
}

async function runOn(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** In memory a new database takes a tenth of the time; where there is no room for it, on the disk. */
function quickestFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
}

let stop: (() => Promise<void>) | undefined;

/**
 * Starts one real PostgreSQL for the projects of a run and migrates a template that each test file clones.
 */
export async function setup({ vitest }: TestProject): Promise<void> {
  const whole = vitest.getRootProject();
  if ('postgres' in whole.getProvidedContext()) return;
  const dataDir = mkdtempSync(join(quickestFolder(), 'shop-test-'));
  // A temporary folder is private by default; the database's account must be able to enter it.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres(dataDir, SHORT_LIVED);
  const { host = '', port = 0, user = '', password } = postgres.connection;
  if (typeof password !== 'string') throw new Error('the embedded PostgreSQL has a password');
  await runOn({ ...postgres.connection, database: 'postgres' }, `create database ${TEMPLATE}`);
  const template = openDatabase({ connection: { ...postgres.connection, database: TEMPLATE }, poolSize: 2 });
  await migrate(template.pool);
  await template.pool.query(STATE_GUARDS);
  await template.close();
  whole.provide('postgres', { host, port, user, password });
  stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export async function teardown(): Promise<void> {
  await stop?.();
}

type Server = { host: string; port: number; user: string; password: string };

/** Creates an empty database, with the newest schema or none; call `drop` when done. */
export async function createTestDatabase(
  server: Server,
  template: typeof TEMPLATE | 'template0' = TEMPLATE,
): Promise<{ connection: pg.ClientConfig; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const maintenance = { ...server, database: 'postgres' };
  await runOn(maintenance, `create database ${name} template ${template} strategy file_copy`);
  return {
    connection: { ...server, database: name },
    drop: () => runOn(maintenance, `drop database ${name} with (force)`),
  };
}
