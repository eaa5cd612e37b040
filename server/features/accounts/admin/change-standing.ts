import type { FastifyRequest } from 'fastify';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { dropAssignments } from '#server/features/orders/drop-assignments.ts';
import { type ActingAdmin, adminOf } from '#server/http/acting-admin.ts';
import { endSessions, rightsOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import type { AuditAction } from '#shared/features/audit/audit-actions.ts';
import { endInvitationsOf } from './end-invitations.ts';

/** Describes what an account may do. */
export type Standing = { role: 'user' | 'admin'; is_active: boolean; permissions: Permission[] };

/** Who changes it: an administrator with `people`. */
export type Changer = { admin: ActingAdmin; permissions: readonly Permission[] };

export function changerOf(request: FastifyRequest): Changer {
  return { admin: adminOf(request), permissions: rightsOf(request).permissions };
}

export type StandingChange = {
  action: AuditAction;
  userId: number;
  /** Returns the new role, activity and permissions; throws where they are not allowed. */
  next: (before: Standing) => Standing;
};

type Row = Standing & { id: number };

/**
 * Locks the administrators and the account in a fixed order, so that two administrators who change
 * each other are serialised, and the second sees the result of the first.
 */
async function lockStanding(trx: Trx, userId: number): Promise<Row[]> {
  const users = await trx
    .selectFrom('users')
    .select(['id', 'role', 'is_active'])
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('role', '=', 'admin'), eb('id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const granted = await trx
    .selectFrom('user_permissions')
    .selectAll()
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .execute();
  return users.map((user) => ({
    ...user,
    permissions: PERMISSIONS.filter((permission) =>
      granted.some((row) => row.user_id === user.id && row.permission === permission),
    ),
  }));
}

function isOwner({ role, is_active, permissions }: Standing): boolean {
  return role === 'admin' && is_active && permissions.includes('owner');
}

function isSame(a: Standing, b: Standing): boolean {
  return a.role === b.role && a.is_active === b.is_active && a.permissions.join() === b.permissions.join();
}

/** Adding a permission ends no session (contract §9); each other change does. */
function takesAway(before: Standing, after: Standing): boolean {
  const keepsAll = before.permissions.every((permission) => after.permissions.includes(permission));
  return before.role !== after.role || before.is_active !== after.is_active || !keepsAll;
}

/**
 * Only an owner gives or takes `owner`, or changes an owner at all; and one owner stays (contract
 * §6).
 */
function checkOwners(rows: readonly Row[], before: Row, after: Standing, { permissions }: Changer): void {
  const touchesOwner = before.permissions.includes('owner') || after.permissions.includes('owner');
  if (touchesOwner && !permissions.includes('owner')) throw new AppError('PERMISSION_REQUIRED');
  const others = rows.filter(({ id }) => id !== before.id);
  if (isOwner(before) && !isOwner(after) && !others.some(isOwner)) throw new AppError('LAST_OWNER');
}

async function write(trx: Trx, userId: number, before: Standing, after: Standing): Promise<void> {
  const { role, is_active, permissions } = after;
  // The length of a password can only be seen at a login; of a customer's none is due.
  const password_due = role === 'admin' ? 'check' : 'no';
  const columns = { role, is_active, ...(role !== before.role && ({ password_due } as const)) };
  await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
  await trx.deleteFrom('user_permissions').where('user_id', '=', userId).execute();
  for (const permission of permissions) {
    await trx.insertInto('user_permissions').values({ user_id: userId, permission }).execute();
  }
  if (role === 'user' || !is_active) await dropAssignments(trx, userId);
  if (!takesAway(before, after)) return;
  await endInvitationsOf(trx, userId, after);
  await endSessions(trx, userId);
  await trx.deleteFrom('pending_logins').where('user_id', '=', userId).execute();
}

/**
 * Changes role, activity or permissions of an account, and ends its sessions unless permissions were
 * only added. The same again succeeds without a change.
 * @throws AppError OWN_ACCOUNT, USER_NOT_FOUND (also for closed accounts), PERMISSION_REQUIRED,
 *   LAST_OWNER
 */
export async function changeStanding(
  db: Db,
  changer: Changer,
  { action, userId, next }: StandingChange,
): Promise<void> {
  if (changer.admin.actor.id === userId) throw new AppError('OWN_ACCOUNT');
  await transaction(db, async (trx) => {
    const rows = await lockStanding(trx, userId);
    const before = rows.find(({ id }) => id === userId);
    if (!before) throw new AppError('USER_NOT_FOUND');
    const after = next(before);
    if (isSame(before, after)) return;
    checkOwners(rows, before, after, changer);
    await write(trx, userId, before, after);
    const { id: _id, ...was } = before;
    await recordAudit(trx, {
      ...changer.admin,
      action,
      subjectType: 'user',
      subjectId: userId,
      before: was,
      after,
    });
  });
}
