import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { SetPermissionsBody } from '#shared/features/accounts/admin-schemas.ts';
import { PERMISSIONS } from '#shared/features/accounts/permissions.ts';
import { type Changer, changeStanding } from './change-standing.ts';

const CUSTOMER_MESSAGE = '관리자에게만 권한을 줄 수 있습니다.';

/**
 * Sets what an administrator may do.
 * @throws AppError VALIDATION_FAILED for a customer's account; otherwise as `changeStanding`
 */
export function setPermissions(
  db: Db,
  changer: Changer,
  userId: number,
  { permissions }: SetPermissionsBody,
): Promise<void> {
  return changeStanding(db, changer, {
    action: 'user.set_permissions',
    userId,
    next(before) {
      if (before.role !== 'admin') {
        throw new AppError('VALIDATION_FAILED', { details: [{ path: 'permissions', message: CUSTOMER_MESSAGE }] });
      }
      return { ...before, permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)) };
    },
  });
}
