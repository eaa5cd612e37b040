import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { presentService } from './services.admin-present.ts';
import { lockServiceRow } from './services.admin-queries.ts';

type Deps = { db: Db; clock: Clock };

/**
 * Deletes a service. Its row stays, because orders reference it. @throws AppError SERVICE_NOT_FOUND
 */
export async function deleteService({ db, clock }: Deps, admin: ActingAdmin, serviceId: number): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await lockServiceRow(trx, serviceId);
    if (!row) throw new AppError('SERVICE_NOT_FOUND');
    await trx
      .updateTable('services')
      .set({ deleted_at: clock.now(), revision: row.revision + 1 })
      .where('services.id', '=', serviceId)
      .execute();
    const before = presentService(row);
    await recordAudit(trx, {
      ...admin,
      action: 'service.delete',
      subjectType: 'service',
      subjectId: serviceId,
      before,
    });
  });
}
