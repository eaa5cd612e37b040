import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { messageOf } from '#server/lib/errors.ts';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { ADVISORY_LOCKS } from './locks/advisory-locks.ts';
import type { Db } from './transaction.ts';
import { reaching } from './unreachable.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
const NAME_PATTERN = /^\d{4}-[a-z0-9-]+\.sql$/;

const LOCK_PATIENCE_MS = 10 * SECOND_MS;
/** Retries after a deadlock; PostgreSQL takes a second to detect each. */
const DEADLOCK_TRIES = 10;

/** Thrown when the database cannot be migrated to the code's version; the data is unchanged. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
  }
}

type Migration = { name: string; sql: string; checksum: string };

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME_PATTERN.test(name)).sort();
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await listNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Lists the migrations of this version in order. */
export async function knownMigrations(): Promise<{ name: string; checksum: string }[]> {
  return (await readMigrations(MIGRATIONS_DIR)).map(({ name, checksum }) => ({ name, checksum }));
}

/** Refuses a database that is newer than the code, or whose history differs from the files. */
function checkHistory(applied: readonly { name: string; checksum: string }[], migrations: readonly Migration[]): void {
  for (const { name, checksum } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) throw new MigrationError(`the database was migrated by a newer version of this program (${name})`);
    if (known.checksum !== checksum)
      throw new MigrationError(`migration ${name} was changed after it had been applied`);
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
}

/**
 * Retries after a deadlock: a migration that locks two tables can meet calls of the previous
 * version that lock them in the opposite order.
 */
async function apply(client: PoolClient, migration: Migration, triesLeft = DEADLOCK_TRIES): Promise<void> {
  try {
    await applyOnce(client, migration);
  } catch (error) {
    if (triesLeft <= 1 || !(error instanceof MigrationError) || !isDeadlock(error.cause)) throw error;
    await apply(client, migration, triesLeft - 1);
  }
}

/** A statement without a time limit; others have the limit of the pool. */
function unlimited(text: string, values?: unknown[]) {
  return { text, ...(values && { values }), query_timeout: DAY_MS };
}

async function applyOnce(client: PoolClient, { name, sql: text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    // Altering a table waits for its readers and blocks all other calls: fail and retry instead.
    await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
    await client.query(unlimited(text));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = messageOf(error);
    throw new MigrationError(`migration ${name} failed and was undone: ${reason}`, error);
  }
}

/**
 * Creates the list of migrations, only where it is missing: a role that serves may not create
 * tables.
 */
async function ensureHistory(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (rows[0]?.exists) return;
  try {
    await client.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
  } catch (error) {
    const isDenied = error instanceof Error && 'code' in error && error.code === '42501';
    throw isDenied ? new MigrationError('the database is empty, and this role may not create tables', error) : error;
  }
}

export type MigrateOptions = {
  folder?: string;
  /** The last file to apply; without it, all. */
  upTo?: string | undefined;
  /** Called with each applied file and its duration. */
  onApplied?: (applied: { migration: string; ms: number }) => void;
};

/**
 * Migrates the database to the version of the code: plain SQL files in the order of their names,
 * each in its own transaction, under an advisory lock.
 * @throws MigrationError with the file and the reason; DatabaseUnreachable
 */
export async function migrate(
  pool: Pool,
  { folder = MIGRATIONS_DIR, upTo, onApplied }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = await reaching(() => pool.connect());
  try {
    // An index over a million rows takes longer than the statement timeout of calls.
    await client.query('set statement_timeout = 0');
    await client.query(unlimited('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]));
    await ensureHistory(client);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    checkHistory(rows, migrations);
    const done = new Set(rows.map((row) => row.name));
    for (const migration of migrations) {
      if (upTo !== undefined && migration.name > upTo) break;
      if (done.has(migration.name)) continue;
      const startedAt = performance.now();
      await apply(client, migration);
      onApplied?.({ migration: migration.name, ms: Math.round(performance.now() - startedAt) });
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration]).catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
    client.release();
  }
}

/** Returns whether every migration of this version is applied; those of newer versions do no harm. */
export async function hasOwnSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return (await listNames(MIGRATIONS_DIR)).every((name) => applied.has(name));
}
