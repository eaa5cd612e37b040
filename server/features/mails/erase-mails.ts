import { sameEmail } from '#server/features/accounts/same-email.ts';
import type { Erase } from '#server/registry/feature.ts';

/**
 * Deletes mails that were sent or given up: they hold the recipient and the text. Queued mails are
 * still sent, and are purged by age.
 */
export const eraseMails: Erase = async (trx, { id, email }) => {
  if (email === '') return;
  await trx
    .deleteFrom('mails')
    .where('mails.recipient', '=', email)
    .where('mails.state', '<>', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          // Other accounts that share the address, as families do, keep its mails.
          selectFrom('users').select('users.id').where(sameEmail('users.email', email)).where('users.id', '<>', id),
        ),
      ),
    )
    .execute();
};
