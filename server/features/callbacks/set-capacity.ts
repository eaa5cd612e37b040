import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { lockCapacity } from './callbacks.queries.ts';

/** Sets the places in each slot. Calls that are booked stay. */
export async function setCapacity(db: Db, admin: ActingAdmin, capacity: number): Promise<void> {
  await transaction(db, async (trx) => {
    const before = await lockCapacity(trx);
    if (before === capacity) return;
    await trx.updateTable('callback_settings').set({ capacity }).execute();
    await recordAudit(trx, {
      ...admin,
      action: 'callback.set_capacity',
      subjectType: 'callback',
      before: { capacity: before },
      after: { capacity },
    });
  });
}
