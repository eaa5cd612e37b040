import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupCipher } from '#server/lib/keys/backup-key.ts';
import { reaching } from '../unreachable.ts';
import { BackupError, type BackupFiles, backupFiles } from './backup-files.ts';
import type { BackupManifest, TableCopy } from './backup-manifest.ts';
import { hashing } from './hashing.ts';
import { listTables, quoted, type SchemaTable } from './schema-tables.ts';

/** Without a cipher the files are plain. */
export type BackupOptions = { folder: string; madeAt: Date; cipher?: BackupCipher | undefined };

async function copyTable(client: pg.Client, files: BackupFiles, { name, columns }: SchemaTable): Promise<TableCopy> {
  const query = copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`);
  const rows = hashing();
  const packed = hashing();
  await pipeline(
    client.query(query),
    rows.stream,
    createGzip(),
    packed.stream,
    files.encrypt,
    createWriteStream(files.tableFile(name), { mode: 0o600 }),
  );
  return { name, columns, rows: query.rowCount, sha256: rows.digest(), packed_sha256: packed.digest() };
}

async function copyAll(client: pg.Client, files: BackupFiles, madeAt: Date): Promise<BackupManifest> {
  // One snapshot of all tables, while the shop keeps running.
  await client.query('begin isolation level repeatable read read only');
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) throw new BackupError('the database has none of the tables of the shop: nothing was copied');
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  const tables: TableCopy[] = [];
  for (const table of await listTables(client)) tables.push(await copyTable(client, files, table));
  // Sequences are not part of a snapshot: read last, they are never behind the rows.
  const { rows: sequences } = await client.query<{ name: string; value: number }>(`
    select sequencename as name, last_value::float8 as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`);
  await client.query('commit');
  return { format: 1, made_at: madeAt.toISOString(), migrations, tables, sequences };
}

/**
 * Copies a consistent snapshot of the database into a new folder, while the shop keeps running. The
 * folder gets its final name only when complete. It holds personal data, so only its owner can
 * read it.
 * @throws BackupError when the folder exists, or the database has no tables; DatabaseUnreachable
 */
export async function makeBackup(
  connection: pg.ClientConfig,
  { folder, madeAt, cipher }: BackupOptions,
): Promise<BackupManifest> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists; a backup is never written over another`);
  const unfinished = `${folder}.unfinished`;
  const client = new pg.Client(connection);
  // The running query rejects too; without a listener the event would end the process.
  client.on('error', () => {});
  await reaching(() => client.connect());
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const files = backupFiles(unfinished, cipher);
    const manifest = await copyAll(client, files, madeAt);
    await files.writeManifest(`${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}
