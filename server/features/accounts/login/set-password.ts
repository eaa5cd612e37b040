import type { Trx } from '#server/db/transaction.ts';
import { endSessions } from '#server/http/session.ts';
import { endPendingLogins } from '../account/accounts.queries.ts';
import { endResets } from '../account/end-resets.ts';
import { forgetDevices } from './known-devices.ts';

/**
 * Stores a new password and ends what the previous one had opened: sessions, waiting logins, reset
 * links and codes, and known browsers, because another person may have known it (contract §3). Needs
 * the account's lock. `exceptToken` keeps the session of the user who changes the password.
 */
export async function setPassword(
  trx: Trx,
  { userId, passwordHash, exceptToken }: { userId: number; passwordHash: string; exceptToken?: string | undefined },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_due: 'no' })
    .where('users.id', '=', userId)
    .execute();
  await endPendingLogins(trx, userId);
  await endResets(trx, userId, now);
  await endSessions(trx, userId, exceptToken);
  await forgetDevices(trx, userId);
}
