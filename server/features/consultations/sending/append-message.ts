import { sql, type UpdateObject } from 'kysely';
import type { Database } from '#server/db/tables.ts';
import { onCommit, type Trx } from '#server/db/transaction.ts';
import { attachFiles, listOfMessages } from '#server/features/attachments/attachments.lookup.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import { listReaders } from '#server/features/participants/room-access.ts';
import { queuePush } from '#server/features/push/queue-push.ts';
import type { Cipher } from '#server/lib/keys/data-keys.ts';
import type { ConversationEvent } from '#shared/rules/conversation-status.ts';
import type { ConversationRow } from '../thread/conversations.queries.ts';
import type { EntryRow } from '../thread/messages.queries.ts';

type Tools = { cipher: Cipher; events: Publisher; now: Date };
type Changes = UpdateObject<Database, 'conversations'>;

export type Author = { id: number; fullname: string; isAdmin: boolean };

/** Describes what a person writes. */
type NewMessage = {
  author: Author;
  clientId: string;
  text: string;
  attachmentIds: readonly number[];
};

/** Tells the streams of all readers about a change of the locked conversation, once it is committed. */
async function announce(trx: Trx, { events, now }: Tools, before: ConversationRow, after: ConversationRow) {
  const { id, last_seq: seq, version } = after;
  const to = { users: await listReaders(trx, after, now), staff: 'consultations' as const };
  onCommit(trx, () => {
    if (seq !== before.last_seq) events.publish({ name: 'message', data: { conversation_id: id, seq }, to });
    if (version === before.version) return;
    events.publish({ name: 'conversation', data: { conversation_id: id, id, version }, to });
  });
}

/** Writes the changes with the next number; both are gone if the transaction is. */
async function takeNumber(trx: Trx, conversation: ConversationRow, changes: Changes) {
  return trx
    .updateTable('conversations')
    .set({ ...changes, last_seq: conversation.last_seq + 1, changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', conversation.id)
    .returningAll()
    .returning(sql<number>`nextval('conversation_entry_ids')`.as('entry_id'))
    .executeTakeFirstOrThrow();
}

/** Adds a message to the locked conversation, with `changes` of the conversation. */
export async function appendMessage(
  trx: Trx,
  { cipher, events, now }: Tools,
  before: ConversationRow,
  { author, clientId, text, attachmentIds }: NewMessage,
  changes: Changes,
): Promise<EntryRow> {
  const { entry_id, ...after } = await takeNumber(trx, before, {
    ...changes,
    customer_count: before.customer_count + (author.isAdmin ? 0 : 1),
    staff_count: before.staff_count + (author.isAdmin ? 1 : 0),
    last_message_seq: before.last_seq + 1,
    updated_at: now,
  });
  const written = {
    id: entry_id,
    seq: after.last_seq,
    kind: 'message',
    author_kind: author.isAdmin ? 'staff' : 'customer',
    author_id: author.id,
    client_id: clientId,
    text: cipher.encryptText(text, `conversation_messages.text:${entry_id}`),
    created_at: now,
  } as const;
  await trx
    .insertInto('conversation_messages')
    .values({
      ...written,
      conversation_id: before.id,
      customer_count: after.customer_count,
      staff_count: after.staff_count,
    })
    .execute();
  await attachFiles(trx, attachmentIds, author, { conversation_id: before.id, message_id: entry_id });
  await announce(trx, { cipher, events, now }, before, after);
  if (!author.isAdmin) {
    await queuePush(trx, { kind: 'message', now, actorId: author.id, assigneeId: after.assignee_id });
  }
  return {
    ...written,
    note: 0,
    event: null,
    author_name: author.fullname,
    attachments: await listOfMessages(trx, attachmentIds.length > 0 ? [entry_id] : []),
  };
}

/**
 * Adds an event to the locked conversation: numbered and visible to both sides, but never unread.
 */
export async function appendEvent(
  trx: Trx,
  { cipher, events, now }: Tools,
  before: ConversationRow,
  { event, text }: { event: ConversationEvent; text: string },
  changes: Changes = {},
): Promise<ConversationRow> {
  const { entry_id, ...after } = await takeNumber(trx, before, { ...changes, version_by: null, updated_at: now });
  await trx
    .insertInto('conversation_messages')
    .values({
      id: entry_id,
      conversation_id: before.id,
      seq: after.last_seq,
      kind: 'event',
      event,
      author_kind: 'system',
      text: cipher.encryptText(text, `conversation_messages.text:${entry_id}`),
      customer_count: after.customer_count,
      staff_count: after.staff_count,
      created_at: now,
    })
    .execute();
  await announce(trx, { cipher, events, now }, before, after);
  return after;
}
