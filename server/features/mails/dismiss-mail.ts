import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockFailedMail, type MailRow } from './mails.queries.ts';

/**
 * Takes a failed mail out of the alarms and the tasks. Does nothing when they do not count it.
 * @throws AppError MAIL_NOT_FOUND; NOTHING_TO_DISMISS for one that has not failed
 */
export async function dismissMail(db: Db, admin: ActingAdmin, mailId: number): Promise<MailRow> {
  return transaction(db, async (trx) => {
    const mail = await lockFailedMail(trx, mailId);
    if (!mail) throw new AppError('MAIL_NOT_FOUND');
    if (mail.state !== 'failed') throw new AppError('NOTHING_TO_DISMISS');
    if (!mail.needs_attention) return mail;
    await trx.updateTable('mails').set({ needs_attention: false }).where('mails.id', '=', mailId).execute();
    await recordAudit(trx, {
      ...admin,
      action: 'mail.dismiss',
      subjectType: 'mail',
      subjectId: mailId,
      before: { last_error: mail.last_error },
    });
    return { ...mail, needs_attention: false };
  });
}
