import { type SqlBool, sql } from 'kysely';
import { presentEach, readSlices, type Slice } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { withWireTime } from '#server/lib/wire-time.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';

type Person = { id: number; user_id: string; email: string };

/**
 * Selects mails to the account's current address that name this account. Addresses are not
 * verified and can be shared, so the address alone does not prove that a mail belongs to the
 * account. Mails whose text was erased with its secret no longer belong to any account.
 */
function listPersonalMails(db: DbOrTrx, { id, user_id, email }: Person, { after, limit }: Slice) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'state', 'created_at'])
    .where('recipient', '=', email)
    .where('recipient', '<>', '')
    .where(
      sql<SqlBool>`(params ->> 'userId' = ${user_id} or params -> 'userIds' ? ${user_id}
        or params -> 'accounts' @> jsonb_build_array(jsonb_build_object('userId', ${user_id}::text))
        or params ->> 'orderNumber' in (select order_number from orders where orders.user_id = ${id}))`,
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns what the shop mailed to a person. */
export const ownMails: ReadOwnData = ({ database }, actor) => ({
  lists: {
    mails: presentEach(
      readSlices((slice) => listPersonalMails(database.db, actor, slice)),
      withWireTime,
    ),
  },
});
