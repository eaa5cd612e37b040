import type { Db } from '#server/db/transaction.ts';
import { fieldError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { SetPermissionsBody } from '#shared/features/accounts/admin-schemas.ts';
import { PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import { type Changer, changeStanding } from './change-standing.ts';

const CUSTOMER_MESSAGE = '관리자에게만 권한을 줄 수 있습니다.';

function inOrder(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}

/**
 * Sets what an administrator may do.
 * @throws AppError VALIDATION_FAILED for a customer's account; VERSION_CONFLICT unless the permissions are as seen;
 *   otherwise as `changeStanding`
 */
export function setPermissions(
  db: Db,
  changer: Changer,
  userId: number,
  { permissions, seen }: SetPermissionsBody,
): Promise<void> {
  return changeStanding(db, changer, {
    action: 'user.set_permissions',
    userId,
    next(before) {
      if (before.role !== 'admin') {
        throw fieldError('permissions', CUSTOMER_MESSAGE);
      }
      expectUnchanged(seen && inOrder(seen), inOrder(before.permissions));
      return { ...before, permissions: inOrder(permissions) };
    },
  });
}
