import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { knownMigrations } from '../migrate.ts';
import { BackupError, type BackupManifest, readManifest, type TableCopy, tableFile } from './backup-manifest.ts';

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
  return hash.digest('hex');
}

async function checkFile(folder: string, { name, sha256 }: TableCopy): Promise<void> {
  const file = tableFile(folder, name);
  let hash: string;
  try {
    hash = await hashOf(file);
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (hash !== sha256) throw new BackupError(`${file} is damaged: it is not what was written`);
}

async function checkMigrations(expected: BackupManifest['migrations']): Promise<void> {
  const last = expected.at(-1)?.name ?? '';
  const known = new Map((await knownMigrations()).map(({ name, checksum }) => [name, checksum]));
  const foreign = expected.find(({ name, checksum }) => known.get(name) !== checksum);
  const asOld = [...known.keys()].filter((name) => name <= last);
  if (foreign || asOld.length !== expected.length)
    throw new BackupError(`the backup was made by another version of this program (${foreign?.name ?? 'migrations'})`);
}

/**
 * Verifies a backup without a database: it is complete, every file matches its checksum, and this
 * version can create its schema.
 * @throws BackupError
 */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  await checkMigrations(manifest.migrations);
  for (const table of manifest.tables) await checkFile(folder, table);
  return manifest;
}
