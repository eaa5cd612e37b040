import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import { answerForAdmin } from './letter-data.ts';
import type { LetterDeps } from './letter-deps.ts';
import { getLetter } from './letters.queries.ts';

/**
 * Has the job that writes and seals letters run at once; it runs each minute anyway.
 * @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND; LETTER_STATE unless the letter waits for the seal
 */
export async function retrySeal(
  { db, dataKeys, clock }: LetterDeps,
  admin: ActingAdmin,
  orderId: number,
): Promise<AdminLetter> {
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const found = await getLetter(trx, orderId, { withDraft: true });
    const { row, letter } = found;
    if (row.completed_at === null || row.sealed_at !== null) throw new AppError('LETTER_STATE');
    wakeAfterCommit(trx, 'seal_letters');
    const act = { action: 'order.retry_letter_seal', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after: { letter_id: letter.id } });
    return answerForAdmin({ db: trx, dataKeys, now: clock.now() }, found);
  });
}
