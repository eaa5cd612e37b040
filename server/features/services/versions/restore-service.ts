import type { Db } from '#server/db/transaction.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import {
  type AdminService,
  type RestoreServiceBody,
  updateServiceBody,
} from '#shared/features/services/admin-schemas.ts';
import { updateService } from '../update-service.ts';
import { getServiceVersion } from './service-versions.ts';

/**
 * Saves an earlier version of a service once more, as a new version.
 * @throws AppError NOT_FOUND for an unknown version; VALIDATION_FAILED for one that today's rules
 *   refuse; otherwise as `updateService`
 */
export async function restoreService(
  db: Db,
  admin: ActingAdmin,
  serviceId: number,
  restored: number,
  { version }: RestoreServiceBody,
): Promise<AdminService> {
  const snapshot = await getServiceVersion(db, serviceId, restored);
  const body = updateServiceBody.safeParse({ ...snapshot, version });
  if (!body.success) throw new AppError('VALIDATION_FAILED');
  return updateService(db, admin, serviceId, body.data, `버전 ${restored}으로 되돌림`);
}
