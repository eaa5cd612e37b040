import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { FileStores } from './file-store.ts';

/** How many files lie in the store and in the database, and how many bytes. */
export async function countFilePlaces(db: Db): Promise<{ inStore: number; storeBytes: number; inDatabase: number }> {
  const { rows } = await sql<{ inStore: number; storeBytes: number; inDatabase: number }>`
    select count(object_key)::int as "inStore",
      coalesce(sum(size) filter (where object_key is not null), 0)::float8 as "storeBytes",
      (count(*) - count(object_key))::int as "inDatabase"
    from attachments where state = 'stored'`.execute(db);
  return rows[0] ?? { inStore: 0, storeBytes: 0, inDatabase: 0 };
}

/** A line at the start about files that are not where new ones go. */
export async function reportFilePlaces({
  db,
  log,
  files,
}: {
  db: Db;
  log: FastifyBaseLogger;
  files: FileStores;
}): Promise<void> {
  const { inStore, inDatabase } = await countFilePlaces(db);
  if (!files.objects && inStore > 0) {
    log.error({ files: inStore }, 'FILES_URL is not set: files that lie in the file store cannot be read');
  }
  if (files.isWritten && inDatabase > 0) {
    log.info({ files: inDatabase }, 'files lie in the database: npm run files:move -- --to s3 moves them');
  }
}
