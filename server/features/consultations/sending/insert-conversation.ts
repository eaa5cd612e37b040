import type { Insertable } from 'kysely';
import type { ConversationsTable } from '#server/db/tables.ts';
import type { Trx } from '#server/db/transaction.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import type { ConversationRow } from '../thread/conversations.queries.ts';

/** Locks the account: its closing, and other openings of its conversations, wait. False for one that is closed. */
export async function lockCustomer(trx: Trx, userId: number): Promise<boolean> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account !== undefined;
}

type NewRow = Omit<Insertable<ConversationsTable>, 'id' | 'subject' | 'updated_at'> & { subject: string };

/** Inserts a conversation that has no message yet. Its subject is encrypted for its id. */
export async function insertConversation(
  trx: Trx,
  { dataKeys }: Pick<ConsultationDeps, 'dataKeys'>,
  { subject, ...row }: NewRow,
): Promise<ConversationRow> {
  const cipher = await dataKeys.forWriting();
  const id = await nextId(trx, 'conversations');
  return trx
    .insertInto('conversations')
    .values({
      ...row,
      id,
      subject: cipher.encryptText(subject, `conversations.subject:${id}`),
      updated_at: row.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
