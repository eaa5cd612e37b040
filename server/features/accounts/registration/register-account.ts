import { type Db, transaction } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { ValidRegisterBody } from '#shared/features/accounts/schemas.ts';
import { isUserIdTaken } from '../account/accounts.queries.ts';
import { createAccount } from '../create-account.ts';
import { checkNewPassword } from './check-new-password.ts';
import type { LeakCheck } from './leaked-passwords.ts';

/**
 * Creates an account and records the accepted terms. Opens no session: the client logs in next
 * (contract §3).
 * @throws AppError VALIDATION_FAILED for a common password, USER_ID_TAKEN
 */
export async function registerAccount(
  { db, clock, isLeaked }: { db: Db; clock: Clock; isLeaked: LeakCheck },
  input: ValidRegisterBody,
): Promise<{ userId: string }> {
  await checkNewPassword(input.password, { user_id: input.userId, role: 'user' }, 'password', isLeaked);
  // Checked first only to save the hashing; the unique index decides between concurrent requests.
  if (await isUserIdTaken(db, input.userId)) throw new AppError('USER_ID_TAKEN');
  const password_hash = await hashPassword(input.password);
  await transaction(db, async (trx) => {
    const id = await createAccount(
      trx,
      { now: clock.now() },
      {
        user_id: input.userId,
        password_hash,
        fullname: input.fullname,
        phone: input.phone,
        email: input.email,
        acceptedMarketing: input.acceptedMarketing,
      },
    );
    if (id === undefined) throw new AppError('USER_ID_TAKEN');
  });
  return { userId: input.userId };
}
