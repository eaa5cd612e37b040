import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '#server/db/locks/advisory-locks.ts';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { readBuild } from './read-build.ts';

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
  return {
    name,
    type,
    sha256: createHash('sha256').update(body).digest(),
    body,
    body_gzip,
    body_br,
    published_at: now,
  };
}

async function insertFiles(trx: Trx, clientDir: string, names: readonly string[], now: Date): Promise<void> {
  const files = await Promise.all(names.map((name) => readPublished(clientDir, name, now)));
  await trx
    .insertInto('build_files')
    .values(files)
    // The update locks the row, so that the retention job does not delete what an older build had alone.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ published_at: now }))
    .execute();
}

/**
 * Publishes the files of a build, unless they are there, and marks all other builds as replaced.
 * @throws the error of the database or of the disk
 */
export async function publishBuild(db: Db, clientDir: string, now: Date): Promise<void> {
  const build = await readBuild(clientDir);
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
    await insertFiles(trx, clientDir, build.names, now);
  });
}
