import type { Stoppable } from '#server/lib/process/stoppable.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';

const BATCH = 100;

/**
 * Deletes objects of files whose row is gone, those that wait longest first. While the store is
 * away they wait, and while it is only read: another shop may write it.
 * @throws AppError FILES_UNAVAILABLE
 */
export async function removeFiles(
  { db, clock, files }: Pick<AttachmentDeps, 'db' | 'clock' | 'files'>,
  { signal }: Stoppable = {},
): Promise<void> {
  if (!files.objects || !files.isWritten) return;
  for (let found = BATCH; found === BATCH; ) {
    const due = await db
      .selectFrom('file_removals as r')
      .select(['r.object_key', 'r.parts'])
      .where('r.due_at', '<=', clock.now())
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('attachments as a').whereRef('a.object_key', '=', 'r.object_key').select('a.id')),
        ),
      )
      .orderBy('r.due_at')
      .limit(BATCH)
      .execute();
    for (const { object_key, parts } of due) {
      if (signal?.aborted) return;
      await files.objects.remove(object_key, parts);
      await db.deleteFrom('file_removals').where('object_key', '=', object_key).execute();
    }
    found = due.length;
  }
}
