import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { mayDo, type Needs, type Permission } from '#shared/features/accounts/permissions.ts';

/** By what an administrator acts: the session of the request, and what its call needs. */
export type ActingSession = { id: number; needs: Needs };

type Standing = { role: 'user' | 'admin'; is_active: boolean; has_session: boolean; permissions: Permission[] };

/**
 * Judges an administrator again, in the transaction of the act: the rights may have been taken, or
 * the session ended, since the request arrived. The lock makes a concurrent change of the account
 * wait for the act, or the act for the change.
 * @throws AppError ADMIN_UNAUTHENTICATED, ADMIN_FORBIDDEN, PERMISSION_REQUIRED
 */
export async function requireStanding(trx: DbOrTrx, userId: number, { id, needs }: ActingSession): Promise<void> {
  await sql`select from users where id = ${userId} for share`.execute(trx);
  const { rows } = await sql<Standing>`
    select role, is_active and closed_at is null as is_active,
      exists (select from sessions where sessions.id = ${id} and sessions.user_id = users.id) as has_session,
      array(select permission from user_permissions where user_permissions.user_id = users.id) as permissions
    from users where users.id = ${userId}`.execute(trx);
  const [standing] = rows;
  if (!standing?.has_session || !standing.is_active) throw new AppError('ADMIN_UNAUTHENTICATED');
  if (standing.role !== 'admin') throw new AppError('ADMIN_FORBIDDEN');
  if (!mayDo(standing.permissions, needs)) throw new AppError('PERMISSION_REQUIRED');
}
