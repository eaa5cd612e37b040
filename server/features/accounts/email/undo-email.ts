import { type Db, transaction } from '#server/db/transaction.ts';
import { endSessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { endResets } from '../account/end-resets.ts';
import { forgetDevices } from '../login/known-devices.ts';
import { endUndosFrom, endVerifications, findLink, setVerified } from './email.queries.ts';

/**
 * Undoes a change of the address by the link that the previous one got, also after the new one was
 * verified. Ends all sessions, open links and known browsers: the change may have been made in
 * one that was stolen. The link proves the address that comes back (contract §3).
 * @throws AppError EMAIL_TOKEN_INVALID
 */
export async function undoEmail({ db, clock }: { db: Db; clock: Clock }, token: string): Promise<void> {
  const sent = await findLink(db, 'undo', token, clock.now());
  if (!sent) throw new AppError('EMAIL_TOKEN_INVALID');
  await transaction(db, async (trx) => {
    const now = clock.now();
    const account = await lockAccount(trx, sent.userId);
    const link = await findLink(trx, 'undo', token, now);
    if (!account || !link) throw new AppError('EMAIL_TOKEN_INVALID');
    await setVerified(trx, account.id, link.email);
    await endVerifications(trx, account.id, now);
    await endUndosFrom(trx, link, now);
    await endResets(trx, account.id, now);
    await endSessions(trx, account.id);
    await forgetDevices(trx, account.id);
  });
}
