import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';

type HandledNote = { id: number; note: string };
type Deps = { db: Db; clock: Clock };

const ACTIONS = {
  payment_differences: 'payment_difference.handle',
  payment_webhooks: 'payment_webhook.handle',
} as const;

/**
 * Marks a discrepancy or an unmatched webhook as handled, which removes it from the work queue.
 * Moves no money. Does nothing when it is marked already.
 * @throws AppError NOT_FOUND
 */
export async function markDiscrepancyHandled(
  { db, clock }: Deps,
  admin: ActingAdmin,
  table: keyof typeof ACTIONS,
  { id, note }: HandledNote,
): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await trx.selectFrom(table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || ('state' in row && row.state !== 'unknown')) throw new AppError('NOT_FOUND');
    if (row.handled_at) return;
    const said = row.note ? `${row.note} 처리: ${note}` : note;
    await trx
      .updateTable(table)
      .set({ handled_at: clock.now(), handled_by: admin.actor.id, note: said })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      ...admin,
      action: ACTIONS[table],
      subjectType: table === 'payment_differences' ? 'payment_difference' : 'payment_webhook',
      subjectId: id,
      after: { receipt_id: row.receipt_id },
      reason: note,
    });
  });
}
