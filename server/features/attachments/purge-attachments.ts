import type { Db } from '#server/db/transaction.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { UNUSED_HOURS } from '#shared/features/attachments/schemas.ts';

/** Deletes files that no message carries after 24 hours (contract §5), and uploads that never ended. */
export async function purgeUnusedAttachments(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('attachments')
    .where('conversation_id', 'is', null)
    .where('created_at', '<=', new Date(now.getTime() - UNUSED_HOURS * HOUR_MS))
    .execute();
}
