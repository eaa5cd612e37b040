import { sql } from 'kysely';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { ObjectStore } from '../stores/s3-store.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { countParts } from '../storing/file-parts.ts';
import { reportDamage } from '../storing/read-verified.ts';

/** An upload takes less, so that its row is there. */
const ORPHAN_AGE_MS = DAY_MS;
const BATCH = 500;
/**
 * More orphans than this, and than a tenth of all: rather a database that does not belong to the
 * store.
 */
const SAFE_ORPHANS = 100;
const KEY = /^([0-9a-f]{32})\/(p?)(\d+)$/;

type Deps = Pick<AttachmentDeps, 'db' | 'clock' | 'log' | 'files' | 'dataKeys'>;
/** Names of a file's parts that the listing has, and when the youngest was written. */
type Listed = { parts: number; modifiedAt: number };

async function listFiles(objects: ObjectStore): Promise<Map<string, Listed>> {
  const listed = new Map<string, Listed>();
  for await (const { name, modifiedAt } of objects.list()) {
    const [, key, preview] = KEY.exec(name) ?? [];
    // Not ours.
    if (key === undefined) continue;
    const known = listed.get(key) ?? { parts: 0, modifiedAt: 0 };
    listed.set(key, {
      parts: known.parts + (preview === '' ? 1 : 0),
      modifiedAt: Math.max(known.modifiedAt, modifiedAt.getTime()),
    });
  }
  return listed;
}

/** Objects without a row are queued for the job that deletes, which looks for the row again. */
async function queueOrphans({ db, clock, log }: Deps, listed: ReadonlyMap<string, Listed>): Promise<void> {
  const old = clock.now().getTime() - ORPHAN_AGE_MS;
  const candidates = [...listed].filter(([, { modifiedAt }]) => modifiedAt < old).map(([key]) => key);
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${candidates}::text[]) as key
    where not exists (select from attachments where object_key = key)
      and not exists (select from file_removals where object_key = key)`.execute(db);
  if (rows.length === 0) return;
  if (rows.length > Math.max(SAFE_ORPHANS, listed.size / 10)) {
    log.error({ files: rows.length, listed: listed.size }, 'too many objects without a row: none are deleted');
    return;
  }
  await sql`insert into file_removals (object_key, due_at)
    select key, ${clock.now()} from unnest(${rows.map(({ key }) => key)}::text[]) as key on conflict do nothing`.execute(
    db,
  );
  log.warn({ files: rows.length }, 'objects without a row are deleted');
}

/**
 * Rows whose objects are missing. A listing alone decides nothing: each missing part is asked for.
 */
async function reportMissing(deps: Deps, objects: ObjectStore, listed: ReadonlyMap<string, Listed>): Promise<void> {
  const { db, clock } = deps;
  const before = clock.now();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('attachments')
      .select(['id', 'object_key', 'size'])
      .where('state', '=', 'stored')
      .where('object_key', 'is not', null)
      .where('damaged_at', 'is', null)
      .where('created_at', '<', before)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, object_key: objectKey, size } of rows) {
      after = id;
      if (objectKey === null || listed.get(objectKey)?.parts === countParts(size)) continue;
      for (let number = 0; number < countParts(size); number += 1) {
        if (await objects.read({ fileId: id, objectKey, isPreview: false, number })) continue;
        // Moved or deleted since.
        const row = await db.selectFrom('attachments').select('object_key').where('id', '=', id).executeTakeFirst();
        if (row?.object_key === objectKey) {
          await reportDamage(deps, id, new Error(`part ${number} of file ${id} is not in the file store`));
        }
        break;
      }
    }
    if (rows.length < BATCH) return;
  }
}

/**
 * Compares the store with the rows in both directions: deletes objects without a row, and raises
 * the alarm for rows without objects.
 * @throws AppError FILES_UNAVAILABLE
 */
export async function sweepFiles(deps: Deps, { signal }: Stoppable = {}): Promise<void> {
  const { objects } = deps.files;
  // Another shop may write a store that is only read here: its objects have no row in this database.
  if (!objects || !deps.files.isWritten) return;
  const listed = await listFiles(objects);
  if (signal?.aborted) return;
  await queueOrphans(deps, listed);
  await reportMissing(deps, objects, listed);
  // Previews that were kept while their file was moved.
  await sql`delete from attachment_parts using attachments
    where attachments.id = attachment_id and is_preview and object_key is not null`.execute(deps.db);
}
