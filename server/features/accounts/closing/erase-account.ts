import { endSessions } from '#server/http/session.ts';
import type { Erase } from '#server/registry/feature.ts';
import { changeMarketingConsents } from '../marketing-consents.ts';
import { endPhoneProofs } from '../phone/phone-proofs.ts';

const OWN_TABLES = [
  'user_permissions',
  'second_factors',
  'recovery_codes',
  'pending_logins',
  'email_links',
  'known_devices',
  'password_resets',
] as const;

/** Deletes the account's rows and clears its columns; the row stays for its orders. */
export const eraseAccount: Erase = async (trx, { id: userId }, now) => {
  await endSessions(trx, userId);
  for (const table of OWN_TABLES) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await trx.deleteFrom('staff_invitations').where('invited_by', '=', userId).execute();
  await endPhoneProofs(trx, userId);
  await changeMarketingConsents(trx, userId, { wishes: { email: false, sms: false }, source: 'closing', now });
  await trx
    .updateTable('users')
    .set({
      // A login id cannot contain a tilde, so no user can register this one.
      user_id: `~${userId}`,
      password_hash: null,
      fullname: '',
      phone: '',
      phone_verified: false,
      email: '',
      verified_email: null,
      recovery_email: null,
      recovery_until: null,
      military_status: null,
      role: 'user',
      closed_at: now,
    })
    .where('users.id', '=', userId)
    .execute();
};
