import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/db/tables.ts';
import type { Db, Trx } from '#server/db/transaction.ts';
import { allOf, column, listPage, type SortKey } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import type { ValidMailsQuery } from '#shared/features/mails/schemas.ts';
import type { MailSort } from '#shared/platform/list-sorts.ts';

const COLUMNS = [
  'l.id',
  'l.kind',
  'l.recipient',
  'l.state',
  'l.attempts',
  'l.last_error',
  'l.needs_attention',
  'l.created_at',
  'l.due_at',
  'l.ended_at',
] as const;

export type MailRow = Omit<Selectable<Database['mails']>, 'params'> & { can_retry: boolean };
type ListOptions = Omit<ValidMailsQuery, 'cursor'> & { after: After | undefined };

/** A mail with an erased link has no content, so it cannot be sent again. */
const CAN_RETRY = sql<boolean>`l.state = 'failed' and l.params <> '{}'
  and (l.kind <> 'email_verification' or l.params ? 'token')`;

const SORT_KEYS: Record<MailSort, SortKey | undefined> = {
  created_at: undefined,
  kind: column('kind'),
  state: column('state'),
  recipient: column('recipient'),
};

/** Reads a page of mails, newest first unless sorted otherwise. */
export function listMails(db: Db, { state, sort, order, limit, after }: ListOptions): Promise<Page<MailRow>> {
  return listPage(db, {
    from: sql`mails`,
    where: allOf([state && sql`l.state = ${state}`]),
    select: (page) =>
      sql`select l.sort_key, ${sql.join(COLUMNS.map((name) => sql.ref(name)))}, ${CAN_RETRY} as can_retry from ${page}`,
    sorting: { key: SORT_KEYS[sort], order },
    limit,
    after,
  });
}

/**
 * Reads a mail, and locks it where it has failed: a waiting one may be locked while it is sent, for
 * as long as its mail server takes.
 */
export async function lockFailedMail(trx: Trx, mailId: number): Promise<MailRow | undefined> {
  const query = trx
    .selectFrom('mails as l')
    .select([...COLUMNS, CAN_RETRY.as('can_retry')])
    .where('l.id', '=', mailId);
  return (await query.where('l.state', '=', 'failed').forUpdate().executeTakeFirst()) ?? query.executeTakeFirst();
}
