import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { messageOf } from '#server/lib/errors.ts';
import { knownMigrations } from '../migrate.ts';
import { BackupError, type BackupFiles } from './backup-files.ts';
import { type BackupManifest, readManifest, type TableCopy } from './backup-manifest.ts';
import { hashing } from './hashing.ts';

/** Hashes of a table's rows, and of their compressed form. */
async function hashesOf(file: string, files: BackupFiles): Promise<{ rows: string; packed: string }> {
  const rows = createHash('sha256');
  const packed = hashing();
  await pipeline(
    createReadStream(file),
    files.decrypt,
    packed.stream,
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) rows.update(chunk);
    },
  );
  return { rows: rows.digest('hex'), packed: packed.digest() };
}

async function checkFile(files: BackupFiles, { name, sha256, packed_sha256 }: TableCopy): Promise<void> {
  const file = files.tableFile(name);
  let hashes: Awaited<ReturnType<typeof hashesOf>>;
  try {
    hashes = await hashesOf(file, files);
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${messageOf(error)}`);
  }
  const isSame = hashes.rows === sha256 && (packed_sha256 === undefined || hashes.packed === packed_sha256);
  if (!isSame) throw new BackupError(`${file} is damaged: it is not what was written`);
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
export async function checkBackup(files: BackupFiles): Promise<BackupManifest> {
  const manifest = await readManifest(files);
  await checkMigrations(manifest.migrations);
  for (const table of manifest.tables) await checkFile(files, table);
  return manifest;
}
