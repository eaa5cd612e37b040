import { sql } from 'kysely';
import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { expectSeen } from '#server/lib/expect-seen.ts';
import type { AdminService, ValidUpdateServiceBody } from '#shared/features/services/admin-schemas.ts';
import { presentService } from './services.admin-present.ts';
import { ADMIN_SERVICE_COLUMNS, lockServiceRow } from './services.admin-queries.ts';
import { toStoredService } from './to-stored-service.ts';

/**
 * Replaces a service. Orders keep their copies. `reason` is for the audit log.
 * @throws AppError VALIDATION_FAILED; SERVICE_NOT_FOUND; VERSION_CONFLICT with the current service
 *   as `current`
 */
export async function updateService(
  db: Db,
  admin: ActingAdmin,
  serviceId: number,
  { version, ...request }: ValidUpdateServiceBody,
  reason = '',
): Promise<AdminService> {
  const stored = toStoredService(request);
  return transaction(db, async (trx) => {
    const row = await lockServiceRow(trx, serviceId);
    if (!row) throw new AppError('SERVICE_NOT_FOUND');
    const before = presentService(row);
    expectSeen(version, before);
    const changed = await trx
      .updateTable('services')
      .set({ ...stored, revision: row.revision + 1, updated_at: sql<Date>`now()` })
      .where('services.id', '=', serviceId)
      .returning(ADMIN_SERVICE_COLUMNS)
      .executeTakeFirstOrThrow();
    const after = presentService(changed);
    const act = { action: 'service.update', subjectType: 'service', subjectId: serviceId, before, after } as const;
    await recordAudit(trx, { ...admin, ...act, reason });
    return after;
  });
}
