import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { AdminService, ValidAdminServiceBody } from '#shared/features/services/admin-schemas.ts';
import { presentService } from './services.admin-present.ts';
import { ADMIN_SERVICE_COLUMNS } from './services.admin-queries.ts';
import { toStoredService } from './to-stored-service.ts';

/** Puts a new service on sale. @throws AppError VALIDATION_FAILED */
export async function createService(db: Db, admin: ActingAdmin, request: ValidAdminServiceBody): Promise<AdminService> {
  const stored = toStoredService(request);
  return transaction(db, async (trx) => {
    const row = await trx
      .insertInto('services')
      .values(stored)
      .returning(ADMIN_SERVICE_COLUMNS)
      .executeTakeFirstOrThrow();
    const service = presentService(row);
    const act = { action: 'service.create', subjectType: 'service', subjectId: service.id, after: service } as const;
    await recordAudit(trx, { ...admin, ...act });
    return service;
  });
}
