import type { Db } from '#server/db/transaction.ts';
import { type Rights, requireStepUp } from '#server/http/rights.ts';
import type { Actor } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { getPasswordHash } from '../account/accounts.queries.ts';
import type { AccountLimits } from '../account-limits.ts';
import { checkOwnPassword } from '../login/check-own-password.ts';

type Deps = { db: Db; clock: Clock; limits: AccountLimits };

/** Returns whether a change of the address or phone would let another person recover the account. */
function changesContact(actor: Actor, { email, phone }: UpdateProfileBody): boolean {
  return (email !== undefined && email !== actor.email) || (phone !== undefined && phone !== actor.phone);
}

/**
 * Requires that the owner makes a change of the profile, not the user of a session left open: an
 * address or phone needs a login, second factor or `currentPassword` of the last 10 minutes
 * (contract §3). `updateProfile` itself compares `currentPassword` where there is a new password.
 * @throws AppError STEP_UP_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS; PASSWORD_CHANGE_REQUIRED for
 *   anything but a new password while it is due
 */
export async function requireOwner(
  { db, clock, limits }: Deps,
  { actor, rights }: { actor: Actor; rights: Rights },
  body: UpdateProfileBody,
): Promise<void> {
  const { currentPassword, newPassword } = body;
  const isContact = changesContact(actor, body);
  if (rights.mustChangePassword) {
    if (newPassword === undefined || isContact) throw new AppError('PASSWORD_CHANGE_REQUIRED');
    return;
  }
  if (!isContact && newPassword === undefined) return;
  if (rights.hasSecondFactor) return requireStepUp(rights, clock.now());
  if (newPassword !== undefined) return;
  if (currentPassword === undefined || currentPassword.trim() === '') {
    return requireStepUp(rights, clock.now(), 'everyone');
  }
  const password_hash = await getPasswordHash(db, actor.id);
  await checkOwnPassword({ db, limits }, { id: actor.id, password_hash }, currentPassword);
}
