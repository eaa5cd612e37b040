import type { Db } from '#server/db/transaction.ts';
import type { FileStore } from './file-store.ts';

/**
 * Parts of files as rows. Each is read and written in a statement of its own: a slow upload holds
 * no connection.
 */
export function createDatabaseStore(db: Db): FileStore {
  return {
    async write({ fileId, isPreview, number }, bytes) {
      await db
        .insertInto('attachment_parts')
        .values({ attachment_id: fileId, is_preview: isPreview, number, bytes })
        // Of two that keep the same preview, either is right.
        .onConflict((conflict) => conflict.columns(['attachment_id', 'is_preview', 'number']).doUpdateSet({ bytes }))
        .execute();
    },
    async read({ fileId, isPreview, number }) {
      const row = await db
        .selectFrom('attachment_parts')
        .select('bytes')
        .where('attachment_id', '=', fileId)
        .where('is_preview', '=', isPreview)
        .where('number', '=', number)
        .executeTakeFirst();
      return row?.bytes;
    },
  };
}
