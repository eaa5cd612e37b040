import type { Trx } from '#server/db/transaction.ts';
import type { PhoneResetBody } from '#shared/features/accounts/phone-schemas.ts';
import { sameUserId } from '../account/accounts.queries.ts';

/**
 * Locks the account that gets a new password by its phone, against logins too: an open one that
 * has proved the number. Administrators recover by mail alone (contract §3).
 */
export function lockPhoneOwner(trx: Trx, { userId, phone }: PhoneResetBody) {
  return trx
    .selectFrom('users')
    .select(['users.id', 'users.user_id', 'users.phone'])
    .select(['users.email', 'users.verified_email', 'users.recovery_email', 'users.recovery_until'])
    .where(sameUserId(userId))
    .where('users.phone', '=', phone)
    .where('users.phone_verified', '=', true)
    .where('users.role', '=', 'user')
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
