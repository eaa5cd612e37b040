import type { Db } from '#server/db/transaction.ts';
import type { SetActiveBody } from '#shared/features/accounts/admin-schemas.ts';
import { type Changer, changeStanding } from './change-standing.ts';

/**
 * Deactivates an account, or lets it be used again; its role and permissions stay, and so does its
 * name in the audit log.
 * @throws AppError as `changeStanding`
 */
export function setActive(db: Db, changer: Changer, userId: number, { is_active }: SetActiveBody): Promise<void> {
  return changeStanding(db, changer, {
    action: 'user.set_active',
    userId,
    next: (before) => ({ ...before, is_active }),
  });
}
