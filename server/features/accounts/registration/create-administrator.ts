import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { systemClock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import { findCredentials, insertUser, lockAccount } from '../account/accounts.queries.ts';
import { notifyOfPassword } from '../email/warn-owner.ts';
import { setPassword } from '../login/set-password.ts';
import { checkNewPassword } from './check-new-password.ts';
import { COMMAND_LINE } from './command-line.ts';

/** The command line has the database anyway: this is also the way back when no owner is left. */
async function grantOwner(trx: Trx, userId: number): Promise<void> {
  await trx
    .insertInto('user_permissions')
    .values({ user_id: userId, permission: 'owner' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Creates an administrator from the command line. An existing account with the login id becomes
 * one, gets the password and loses its sessions. Returns which of the two happened.
 * @throws AppError VALIDATION_FAILED for a password that is easy to guess
 */
export async function createAdministrator(
  db: Db,
  { userId, password }: { userId: string; password: string },
): Promise<'created' | 'changed'> {
  await checkNewPassword(password, { user_id: userId, role: 'admin' }, 'password');
  const password_hash = await hashPassword(password);
  return transaction(db, async (trx) => {
    const act = { ...COMMAND_LINE, subjectType: 'user', after: { role: 'admin' } } as const;
    const account = {
      user_id: userId,
      password_hash,
      fullname: '관리자',
      phone: '',
      email: '',
      role: 'admin',
    } as const;
    const id = await insertUser(trx, account);
    if (id !== undefined) {
      await grantOwner(trx, id);
      await recordAudit(trx, { ...act, action: 'user.create_admin', subjectId: id });
      return 'created';
    }
    const known = await findCredentials(trx, userId, undefined, systemClock.now());
    const locked = known && (await lockAccount(trx, known.id));
    if (!locked) throw new AppError('CONFLICT');
    const columns = { role: 'admin', is_active: true } as const;
    await trx.updateTable('users').set(columns).where('users.id', '=', locked.id).execute();
    await grantOwner(trx, locked.id);
    const now = systemClock.now();
    await setPassword(trx, { userId: locked.id, passwordHash: password_hash }, now);
    await notifyOfPassword(trx, locked, { now });
    const before = { role: locked.role };
    await recordAudit(trx, { ...act, action: 'user.make_admin', subjectId: locked.id, before });
    return 'changed';
  });
}
