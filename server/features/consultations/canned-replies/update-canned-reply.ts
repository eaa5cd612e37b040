import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { expectSeen } from '#server/lib/expect-seen.ts';
import type { ValidUpdateCannedReplyBody } from '#shared/features/consultations/admin-schemas.ts';
import { presentCannedReply } from './canned-replies.present.ts';
import { type CannedReplyRow, lockCannedReply } from './canned-replies.queries.ts';
import type { CannedReplyDeps } from './create-canned-reply.ts';

/** @throws AppError CANNED_REPLY_NOT_FOUND; VERSION_CONFLICT with the current reply as `current` */
export async function updateCannedReply(
  { db, clock }: CannedReplyDeps,
  admin: ActingAdmin,
  id: number,
  { title, text, version }: ValidUpdateCannedReplyBody,
): Promise<CannedReplyRow> {
  return transaction(db, async (trx) => {
    const before = await lockCannedReply(trx, id);
    expectSeen(version, presentCannedReply(before));
    const row = await trx
      .updateTable('canned_replies')
      .set({ title, text, version: before.version + 1, updated_at: clock.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      ...admin,
      action: 'canned_reply.update',
      subjectType: 'canned_reply',
      subjectId: id,
      before: { title: before.title },
      after: { title, is_text_changed: text !== before.text },
    });
    return row;
  });
}
