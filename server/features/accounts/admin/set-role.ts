import type { Db } from '#server/db/transaction.ts';
import type { SetRoleBody } from '#shared/features/accounts/admin-schemas.ts';
import { type Changer, changeStanding } from './change-standing.ts';

/**
 * Makes an account an administrator's, without permissions until someone gives them, or a member's
 * again.
 * @throws AppError as `changeStanding`
 */
export function setRole(db: Db, changer: Changer, userId: number, { role }: SetRoleBody): Promise<void> {
  return changeStanding(db, changer, {
    action: 'user.set_role',
    userId,
    next: (before) => (before.role === role ? before : { ...before, role, permissions: [] }),
  });
}
