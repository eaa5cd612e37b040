import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { BackupError, type BackupManifest, readManifest, type TableCopy, tableFile } from './backup-manifest.ts';
import { hashing } from './make-backup.ts';
import { quoted } from './schema-tables.ts';

async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1",
  );
  if (rowCount !== 0) throw new BackupError('the database is not empty; a backup is only loaded into a new one');
}

async function loadTable(client: pg.Client, folder: string, table: TableCopy): Promise<void> {
  const columns = table.columns.map(quoted).join(', ');
  const query = copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`);
  const { stream, digest } = hashing();
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), stream, client.query(query));
  if (query.rowCount !== table.rows || digest() !== table.sha256)
    throw new BackupError(`${tableFile(folder, table.name)} is damaged: it is not what was written`);
}

async function loadAll(client: pg.Client, folder: string, { tables, sequences }: BackupManifest): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await client.query('begin');
  // Triggers count, notify and forbid; what they made of the rows is in the backup itself.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables) await loadTable(client, folder, table);
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value]);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}

/** Migrations in a pool of their own: they take no time limit from the load, nor it from them. */
async function migrateTo(connection: pg.ClientConfig, migrations?: BackupManifest['migrations']): Promise<void> {
  const { pool, close } = openDatabase({ connection, poolSize: 2 });
  try {
    await migrate(pool, { upTo: migrations?.at(-1)?.name });
    if (migrations) await checkSchema(pool, migrations);
  } finally {
    await close();
  }
}

async function checkSchema(pool: pg.Pool, expected: BackupManifest['migrations']): Promise<void> {
  const { rows } = await pool.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const foreign = expected.find(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign || rows.length !== expected.length)
    throw new BackupError(`the backup was made by another version of this program (${foreign?.name ?? 'migrations'})`);
}

/**
 * Loads a backup into a new database: makes the schema that it was made with, loads the rows whole or not at all, and migrates them to
 * the version of the code.
 * @throws BackupError when the database is not empty, or the backup is damaged or newer than the code
 */
export async function restoreBackup(connection: pg.ClientConfig, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await refuseUsedDatabase(client);
    await migrateTo(connection, manifest.migrations);
    await loadAll(client, folder, manifest);
    await migrateTo(connection);
    return manifest;
  } finally {
    await client.end();
  }
}
