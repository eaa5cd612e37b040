import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { dropAssignments } from '#server/features/orders/work/drop-assignments.ts';
import { endSessions } from '#server/http/session.ts';
import type { Staff } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import type { SetRoleBody } from '#shared/features/accounts/admin-schemas.ts';
import { lockAccount } from './account/accounts.queries.ts';
import { lockAdministrators } from './closing/closing.queries.ts';

/**
 * Sets a user's role and ends the user's sessions. Setting the current role again succeeds
 * without a change.
 * @throws AppError USER_NOT_FOUND, also for closed accounts; LAST_ADMIN
 */
export async function setRole(db: Db, staff: Staff, userId: number, { role }: SetRoleBody): Promise<void> {
  await transaction(db, async (trx) => {
    // Lock all administrators before the account: two who demote each other lock in the same order.
    const administrators = await lockAdministrators(trx);
    const account = await lockAccount(trx, userId);
    if (!account) throw new AppError('USER_NOT_FOUND');
    if (account.role === role) return;
    if (account.role === 'admin' && administrators < 2) throw new AppError('LAST_ADMIN');
    await trx.updateTable('users').set({ role }).where('users.id', '=', userId).execute();
    if (role === 'user') await dropAssignments(trx, userId);
    await endSessions(trx, userId);
    await recordAudit(trx, {
      ...staff,
      action: 'user.set_role',
      subjectType: 'user',
      subjectId: userId,
      before: { role: account.role },
      after: { role },
    });
  });
}
