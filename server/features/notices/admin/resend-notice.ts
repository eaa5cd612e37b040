import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';
import { lockNotice, type NoticeRow } from './notices.admin-queries.ts';

/**
 * Sends a failed notice again, from the beginning and under a new reference. Where an answer was
 * lost, the provider is asked about the earlier message first: it may have been delivered.
 * @throws AppError NOTICE_NOT_FOUND; NOT_FAILED for one that has not failed
 */
export function resendNotice(
  { db, clock }: Pick<NoticeDeps, 'db' | 'clock'>,
  admin: ActingAdmin,
  noticeId: number,
): Promise<NoticeRow> {
  return transaction(db, async (trx) => {
    const locked = await lockNotice(trx, noticeId);
    if (!locked) throw new AppError('NOTICE_NOT_FOUND');
    const { mail_id: mailId, is_unclear: isUnclear, ...notice } = locked;
    if (notice.state !== 'failed') throw new AppError('NOT_FAILED');
    if (notice.channel === 'email') {
      const waiting = { state: 'waiting', attempts: 0, due_at: null, ended_at: null, needs_attention: true } as const;
      await trx.updateTable('mails').set(waiting).where('mails.id', '=', mailId).execute();
    } else {
      const queued = {
        state: 'queued',
        attempts: 0,
        due_at: clock.now(),
        ...(!isUnclear && { provider_ref: null }),
      } as const;
      await trx.updateTable('notices').set(queued).where('notices.id', '=', noticeId).execute();
    }
    wakeAfterCommit(trx, notice.channel === 'email' ? 'send_mails' : 'send_notices');
    await recordAudit(trx, {
      ...admin,
      action: 'notice.resend',
      subjectType: 'notice',
      subjectId: noticeId,
      before: { last_error: notice.last_error },
    });
    return { ...notice, state: 'queued', attempts: 0 };
  });
}
