import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '#server/db/locks/advisory-locks.ts';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import type { Cipher, DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import { readBuild } from './read-build.ts';
import { digestOf, sealPlace } from './seal-file.ts';

/** Types as the server sends them for the files of its own build. */
const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

async function readCompressed(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}

async function readPublished(clientDir: string, name: string, now: Date) {
  const path = join(clientDir, name);
  const [body, body_gzip, body_br] = await Promise.all([
    readFile(path),
    readCompressed(`${path}.gz`),
    readCompressed(`${path}.br`),
  ]);
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return { name, type, body, body_gzip, body_br, published_at: now };
}

async function insertFile(trx: Trx, cipher: Cipher, file: Awaited<ReturnType<typeof readPublished>>): Promise<void> {
  const id = await nextId(trx, 'build_files');
  const row = { ...file, id, seal: cipher.encrypt(digestOf(file), sealPlace(id)) };
  await trx
    .insertInto('build_files')
    .values(row)
    // The update locks the row, so that the retention job does not delete what an older build had alone.
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/**
 * Publishes the files of a build, unless they are there, and marks all other builds as replaced.
 * @throws The error of the database or of the disk
 */
export async function publishBuild(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  clientDir: string,
  now: Date,
): Promise<void> {
  const build = await readBuild(clientDir);
  const cipher = await dataKeys.forWriting();
  await transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.buildPublishing})`.execute(trx);
    await trx
      .updateTable('builds')
      .set({ replaced_at: now })
      .where('id', '<>', build.id)
      .where('replaced_at', 'is', null)
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('builds')
      .set({ replaced_at: null })
      .where('id', '=', build.id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return;
    await trx
      .insertInto('builds')
      .values({ ...build, created_at: now, replaced_at: null })
      .execute();
    const files = await Promise.all(build.names.map((name) => readPublished(clientDir, name, now)));
    for (const file of files) await insertFile(trx, cipher, file);
  });
}
