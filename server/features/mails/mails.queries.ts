import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/db/tables.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';

const COLUMNS = [
  ...(['mails.id', 'mails.kind', 'mails.recipient', 'mails.state', 'mails.attempts', 'mails.last_error'] as const),
  ...(['mails.created_at', 'mails.due_at', 'mails.ended_at'] as const),
] as const;

export type MailRow = Omit<Selectable<Database['mails']>, 'params'> & { can_retry: boolean };
type ListOptions = { state: MailRow['state'] | undefined; limit: number; after: number | undefined };

/** A mail with an erased link has no content, so it cannot be sent again. */
const CAN_RETRY = sql<boolean>`mails.state = 'failed' and mails.params <> '{}'
  and (mails.kind <> 'email_verification' or mails.params ? 'token')`;

function filtered(db: DbOrTrx, state: ListOptions['state']) {
  const mails = db.selectFrom('mails');
  return state ? mails.where('mails.state', '=', state) : mails;
}

/** Reads a page of mails, newest first. */
export async function listMails(db: Db, { state, limit, after }: ListOptions): Promise<Page<MailRow>> {
  const counted = filtered(db, state)
    .select('mails.id')
    .limit(EXACT_TOTAL + 1);
  const page = filtered(db, state)
    .select([...COLUMNS, CAN_RETRY.as('can_retry')])
    .orderBy('mails.id', 'desc')
    .limit(limit + 1);
  const [rows, { total }] = await Promise.all([
    (after ? page.where('mails.id', '<', after) : page).execute(),
    db
      .selectFrom(counted.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...cutPage(rows, limit), total };
}

/** Locks a mail, so that no worker sends it. */
export function lockMail(db: DbOrTrx, mailId: number): Promise<MailRow | undefined> {
  return db
    .selectFrom('mails')
    .select([...COLUMNS, CAN_RETRY.as('can_retry')])
    .where('mails.id', '=', mailId)
    .forUpdate()
    .executeTakeFirst();
}
