import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { lockCannedReply } from './canned-replies.queries.ts';
import type { CannedReplyDeps } from './create-canned-reply.ts';

/** @throws AppError CANNED_REPLY_NOT_FOUND */
export async function deleteCannedReply({ db }: CannedReplyDeps, admin: ActingAdmin, id: number): Promise<void> {
  await transaction(db, async (trx) => {
    const { title } = await lockCannedReply(trx, id);
    await trx.deleteFrom('canned_replies').where('id', '=', id).execute();
    await recordAudit(trx, {
      ...admin,
      action: 'canned_reply.delete',
      subjectType: 'canned_reply',
      subjectId: id,
      before: { title },
    });
  });
}
