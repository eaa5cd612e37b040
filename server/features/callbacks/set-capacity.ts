import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import {
  type CallbackCapacity,
  type CallbackCapacityBody,
  readCallHours,
  writeCallHours,
} from '#shared/features/callbacks/schemas.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { lockSettings } from './callbacks.queries.ts';

/**
 * Sets the places in each slot, and the hours for calls if they are given. Calls that are booked
 * stay.
 * @throws AppError VERSION_CONFLICT unless the settings are as seen
 */
export async function setCapacity(
  { db, deskHours }: CallbackDeps,
  admin: ActingAdmin,
  { capacity, hours, seen }: CallbackCapacityBody,
): Promise<CallbackCapacity> {
  return transaction(db, async (trx) => {
    const before = await lockSettings(trx, deskHours);
    const after = { capacity, hours: hours ? readCallHours(hours) : before.hours };
    const shown = ({ capacity: places, hours: week }: typeof before) => ({
      capacity: places,
      hours: writeCallHours(week),
    });
    expectUnchanged(seen, shown(before));
    if (JSON.stringify(shown(before)) === JSON.stringify(shown(after))) return shown(after);
    await trx
      .updateTable('callback_settings')
      .set({ capacity, ...(hours && { hours: JSON.stringify(hours) }) })
      .execute();
    await recordAudit(trx, {
      ...admin,
      action: 'callback.set_capacity',
      subjectType: 'callback',
      before: shown(before),
      after: shown(after),
    });
    return shown(after);
  });
}
