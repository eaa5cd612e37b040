import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { messageOf } from '#server/lib/errors.ts';
import { openDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { reaching } from '../unreachable.ts';
import { BackupError, type BackupFiles, backupFiles } from './backup-files.ts';
import type { BackupManifest, TableCopy } from './backup-manifest.ts';
import { checkBackup } from './check-backup.ts';
import { dropCreated, knownThings } from './created-things.ts';
import { hashing } from './hashing.ts';
import type { BackupOptions } from './make-backup.ts';
import { quoted } from './schema-tables.ts';

async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1",
  );
  if (rowCount !== 0) throw new BackupError('the database is not empty; a backup is only loaded into a new one');
}

async function loadTable(client: pg.Client, files: BackupFiles, table: TableCopy): Promise<void> {
  const columns = table.columns.map(quoted).join(', ');
  const query = copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`);
  const { stream, digest } = hashing();
  await pipeline(
    createReadStream(files.tableFile(table.name)),
    files.decrypt,
    createGunzip(),
    stream,
    client.query(query),
  );
  if (query.rowCount !== table.rows || digest() !== table.sha256)
    throw new BackupError(`${files.tableFile(table.name)} is damaged: it is not what was written`);
}

async function loadAll(client: pg.Client, files: BackupFiles, { tables, sequences }: BackupManifest): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await client.query('begin');
  // Triggers count, notify and forbid; the rows that they wrote are in the backup itself.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables) await loadTable(client, files, table);
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value]);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}

/** Runs migrations in a separate pool, so that neither they nor the load inherit a time limit. */
async function migrateTo(connection: pg.ClientConfig, last?: string): Promise<void> {
  const { pool, close } = openDatabase({ connection, poolSize: 2 });
  try {
    await migrate(pool, { upTo: last });
  } finally {
    await close();
  }
}

async function connected<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  // The running query rejects too; without a listener the event would end the process.
  client.on('error', () => {});
  await reaching(() => client.connect());
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns PostgreSQL's message for an error that an operator can fix, with the refused line. */
function plain(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const place = /^COPY \w+, line \d+/.exec(error.where ?? '')?.[0];
  return new BackupError(`the backup cannot be loaded: ${error.message}${place ? ` (${place})` : ''}`);
}

/** Cleans up over a new connection: the old one may have broken during a copy. False on failure. */
async function emptyAgain(connection: pg.ClientConfig, before: ReadonlySet<string>): Promise<boolean> {
  try {
    await connected(connection, (client) => dropCreated(client, before));
    return true;
  } catch {
    return false;
  }
}

/**
 * Restores a backup into a new database: creates the backup's schema, loads the rows, and migrates
 * them to the version of the code. Removes everything it created when that fails.
 * @throws BackupError when the database is not empty, or the backup is damaged or newer than the
 *   code; MigrationError; DatabaseUnreachable
 */
export async function restoreBackup(
  connection: pg.ClientConfig,
  { folder, cipher }: Pick<BackupOptions, 'folder' | 'cipher'>,
): Promise<BackupManifest> {
  const files = backupFiles(folder, cipher);
  const manifest = await checkBackup(files);
  const before = await connected(connection, async (client) => {
    await refuseUsedDatabase(client);
    return await knownThings(client);
  });
  try {
    await migrateTo(connection, manifest.migrations.at(-1)?.name);
    await connected(connection, (client) => loadAll(client, files, manifest));
    await migrateTo(connection);
    return manifest;
  } catch (error) {
    if (await emptyAgain(connection, before)) throw plain(error);
    const reason = messageOf(error);
    throw new BackupError(`${reason}; the loaded objects could not be removed: drop the database and create it again`);
  }
}
