import { type Db, transaction } from '#server/db/transaction.ts';
import { endSessions } from '#server/http/session.ts';
import { systemClock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { endPendingLogins, findCredentials, lockAccount } from '../account/accounts.queries.ts';
import { COMMAND_LINE } from '../registration/command-line.ts';
import { listFactors } from './factors.queries.ts';
import { noteFactorChange } from './note-factor-change.ts';
import { endDelay } from './pending-logins.ts';

/**
 * Removes all second factors and recovery codes of an account from the command line, and ends its
 * sessions: for a person who has lost them. Returns how many factors were removed.
 * @throws AppError USER_NOT_FOUND
 */
export async function resetFactors(db: Db, userId: string): Promise<number> {
  const now = systemClock.now();
  return transaction(db, async (trx) => {
    const known = await findCredentials(trx, userId, undefined, now);
    const account = known && (await lockAccount(trx, known.id));
    if (!account) throw new AppError('USER_NOT_FOUND');
    const factors = await listFactors(trx, account.id);
    await trx.deleteFrom('second_factors').where('user_id', '=', account.id).execute();
    await trx.deleteFrom('recovery_codes').where('user_id', '=', account.id).execute();
    await endPendingLogins(trx, account.id);
    await endDelay(trx, account.id);
    await endSessions(trx, account.id);
    await noteFactorChange(trx, { now }, account, { change: 'reset', by: COMMAND_LINE });
    return factors.length;
  });
}
