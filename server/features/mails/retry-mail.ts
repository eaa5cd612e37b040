import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockFailedMail, type MailRow } from './mails.queries.ts';

/**
 * Queues a failed mail again, with all its attempts, and wakes the job. If it fails once more, that
 * needs attention, also where the first failure was dismissed.
 * @throws AppError MAIL_NOT_FOUND; MAIL_NOT_RETRYABLE for one that has not failed, or with an
 *   erased link
 */
export async function retryMail(db: Db, admin: ActingAdmin, mailId: number): Promise<MailRow> {
  return transaction(db, async (trx) => {
    const mail = await lockFailedMail(trx, mailId);
    if (!mail) throw new AppError('MAIL_NOT_FOUND');
    if (!mail.can_retry) throw new AppError('MAIL_NOT_RETRYABLE');
    const waiting = { state: 'waiting', attempts: 0, due_at: null, ended_at: null, needs_attention: true } as const;
    await trx.updateTable('mails').set(waiting).where('mails.id', '=', mailId).execute();
    wakeAfterCommit(trx, 'send_mails');
    await recordAudit(trx, {
      ...admin,
      action: 'mail.retry',
      subjectType: 'mail',
      subjectId: mailId,
      before: { last_error: mail.last_error },
    });
    return { ...mail, ...waiting, can_retry: false };
  });
}
