import { sql } from 'kysely';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import { filesUnavailable, newObjectKey, storeOf } from '../stores/file-store.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { decryptPart } from '../storing/file-cipher.ts';
import { countParts, readEncrypted } from '../storing/file-parts.ts';
import { readVerified } from '../storing/read-verified.ts';
import { openFile, type StoredRow } from '../storing/stored-files.queries.ts';

/** All that has begun to read an object of a moved file may end with it. */
const LEFT_FOR_READERS_MS = 10 * MINUTE_MS;

type Deps = Pick<AttachmentDeps, 'db' | 'clock' | 'log' | 'files' | 'dataKeys'>;
export type MoveTarget = 's3' | 'database';
export type Moved = { moved: number; damaged: number };

/** Deletes objects unless the file is there in the end. */
async function queueRemoval({ db, clock }: Deps, objectKey: string): Promise<void> {
  const due_at = new Date(clock.now().getTime() + DAY_MS);
  await db.insertInto('file_removals').values({ object_key: objectKey, parts: 0, due_at }).execute();
}

/** Copies the encrypted parts as they are, and authenticates what the new place gives back. */
async function copyParts(deps: Deps, row: StoredRow, objectKey: string | null): Promise<void> {
  const target = storeOf(deps, objectKey);
  const source = openFile(deps.dataKeys, row);
  const count = countParts(row.size);
  for (let number = 0; number < count; number += 1) {
    const part = { fileId: row.id, objectKey, isPreview: false, number };
    await target.write(part, await readEncrypted(deps, source, number));
    const copy = (await target.read(part)) ?? Buffer.alloc(0);
    try {
      decryptPart(source.key, copy, { attachmentId: row.id, isPreview: false, number, isLast: number === count - 1 });
    } catch (error) {
      throw filesUnavailable(new Error('what was copied came back changed', { cause: error }));
    }
  }
}

/** Leaves the old place to the readers of this moment: the database's rows they look for again. */
async function leaveOldPlace(trx: Trx, { clock }: Deps, row: StoredRow): Promise<void> {
  if (row.object_key === null) {
    await trx.deleteFrom('attachment_parts').where('attachment_id', '=', row.id).execute();
    return;
  }
  const due_at = new Date(clock.now().getTime() + LEFT_FOR_READERS_MS);
  const removal = { object_key: row.object_key, parts: countParts(row.size), due_at };
  await trx.insertInto('file_removals').values(removal).execute();
}

/** Verifies, copies, reads the copy back, and only then points the row to it. */
async function moveOne(deps: Deps, row: StoredRow, target: MoveTarget): Promise<void> {
  const objectKey = target === 's3' ? newObjectKey() : null;
  if (objectKey !== null) await queueRemoval(deps, objectKey);
  await readVerified(deps, row);
  await copyParts(deps, row, objectKey);
  await transaction(deps.db, async (trx) => {
    const updated = await trx
      .updateTable('attachments')
      // A preview is drawn again.
      .set({
        object_key: objectKey,
        preview: sql`case preview when 'made' then 'possible' else preview end`,
        preview_size: null,
      })
      .where('id', '=', row.id)
      .where('object_key', 'is not distinct from', row.object_key)
      .executeTakeFirst();
    // Deleted meanwhile, or moved by another run.
    if (updated.numUpdatedRows === 0n) return;
    if (objectKey !== null) await trx.deleteFrom('file_removals').where('object_key', '=', objectKey).execute();
    await leaveOldPlace(trx, deps, row);
  });
}

/**
 * Moves the stored files, one after the other, while the shop runs. What was moved stays so when it
 * is interrupted; a damaged file stays where it is.
 * @throws AppError FILES_UNAVAILABLE
 */
export async function moveFiles(
  deps: Deps,
  target: MoveTarget,
  onMoved: (done: Moved) => void = () => {},
): Promise<Moved> {
  if (target === 's3' && !deps.files.isWritten) {
    throw filesUnavailable(new Error('FILES_URL has write=0, so nothing is written to the store'));
  }
  const done = { moved: 0, damaged: 0 };
  for (let after = 0; ; ) {
    const row = await deps.db
      .selectFrom('attachments')
      .selectAll()
      .where('state', '=', 'stored')
      .where('object_key', target === 's3' ? 'is' : 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .executeTakeFirst();
    if (!row) return done;
    after = row.id;
    try {
      await moveOne(deps, row, target);
      done.moved += 1;
      onMoved(done);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'FILE_DAMAGED')) throw error;
      done.damaged += 1;
    }
  }
}
