import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockNotice, type NoticeRow } from './notices.admin-queries.ts';

/**
 * Takes a failed notice out of the alarms; by e-mail, its mail. Does nothing when they do not count
 * it.
 * @throws AppError NOTICE_NOT_FOUND; NOTHING_TO_DISMISS for one that has not failed
 */
export function dismissNotice(db: Db, admin: ActingAdmin, noticeId: number): Promise<NoticeRow> {
  return transaction(db, async (trx) => {
    const locked = await lockNotice(trx, noticeId);
    if (!locked) throw new AppError('NOTICE_NOT_FOUND');
    const { mail_id: mailId, is_unclear: _, ...notice } = locked;
    if (notice.state !== 'failed') throw new AppError('NOTHING_TO_DISMISS');
    if (!notice.needs_attention) return notice;
    const dismissed = { needs_attention: false };
    if (notice.channel === 'email') {
      await trx.updateTable('mails').set(dismissed).where('mails.id', '=', mailId).execute();
    } else {
      await trx.updateTable('notices').set(dismissed).where('notices.id', '=', noticeId).execute();
    }
    await recordAudit(trx, {
      ...admin,
      action: 'notice.dismiss',
      subjectType: 'notice',
      subjectId: noticeId,
      before: { last_error: notice.last_error },
    });
    return { ...notice, ...dismissed };
  });
}
