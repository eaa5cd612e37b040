import { type RawBuilder, sql } from 'kysely';
import { onCommit, type Trx, transaction } from '#server/db/transaction.ts';
import { attachFiles, listOfNotes } from '#server/features/attachments/attachments.lookup.ts';
import { type ActingSession, requireStanding } from '#server/http/guards/standing.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { replyNoticeAt } from '../notices/due-times.ts';
import { type ConversationRow, lockConversation } from '../thread/conversations.queries.ts';
import { type EntryRow, findSent } from '../thread/messages.queries.ts';
import { moveReadMark } from '../thread/read-marks.queries.ts';
import { type Author, appendMessage } from './append-message.ts';
import { changesByAdmin } from './message-changes.ts';
import { checkRepeated } from './repeated.ts';
import { checkReopening, type MessageContent, type Sent } from './send-message.ts';

export type Writer = Author & { isAdmin: true };
type Tools = Pick<ConsultationDeps, 'dataKeys' | 'events' | 'clock' | 'deskHours'>;

/** When the customer gets a mail about a reply: one until they have read. */
function replyDueAt(
  { id, reply_due_at, reply_noticed_seq }: ConversationRow,
  now: Date,
): Date | null | RawBuilder<Date | null> {
  if (reply_due_at) return reply_due_at;
  return sql<Date | null>`case when ${reply_noticed_seq} <= coalesce((select min(mark.seq) from conversation_reads mark
    where mark.conversation_id = ${id} and not mark.is_staff), 0) then ${replyNoticeAt(now)}::timestamptz end`;
}

/** Adds an answer to the locked conversation, which it reopens. */
export async function sendReply(
  trx: Trx,
  { dataKeys, events, clock, deskHours }: Tools,
  before: ConversationRow,
  writer: Writer,
  content: MessageContent,
): Promise<EntryRow> {
  const now = clock.now();
  await checkReopening(trx, before);
  const entry = await appendMessage(
    trx,
    { cipher: await dataKeys.forWriting(), events, now },
    before,
    { ...content, author: writer },
    {
      ...changesByAdmin(before, writer.id, now, deskHours),
      hold_until: null,
      closed_at: null,
      reply_due_at: replyDueAt(before, now),
    },
  );
  await moveReadMark(trx, { conversationId: before.id, reader: writer, seq: entry.seq });
  return entry;
}

/** A note changes nothing that the customer can see. */
async function writeNote(
  trx: Trx,
  { dataKeys, events, clock }: Tools,
  conversation: ConversationRow,
  writer: Writer,
  { clientId, text, attachmentIds }: MessageContent,
): Promise<EntryRow> {
  const cipher = await dataKeys.forWriting();
  const { entry_id, last_note, last_seq } = await trx
    .updateTable('conversations')
    .set({ last_note: conversation.last_note + 1, changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', conversation.id)
    .returning(['last_note', 'last_seq', sql<number>`nextval('conversation_entry_ids')`.as('entry_id')])
    .executeTakeFirstOrThrow();
  const written = {
    id: entry_id,
    note: last_note,
    seq: last_seq,
    author_id: writer.id,
    client_id: clientId,
    text: cipher.encryptText(text, `conversation_notes.text:${entry_id}`),
    created_at: clock.now(),
  };
  await trx
    .insertInto('conversation_notes')
    .values({ ...written, conversation_id: conversation.id })
    .execute();
  await attachFiles(trx, attachmentIds, writer, { conversation_id: conversation.id, note_id: entry_id });
  const data = { conversation_id: conversation.id, seq: last_seq, note: last_note };
  onCommit(trx, () => events.publish({ name: 'message', data, to: { users: [], staff: 'consultations' } }));
  return {
    ...written,
    kind: 'note',
    event: null,
    author_kind: 'staff',
    author_name: writer.fullname,
    attachments: await listOfNotes(trx, attachmentIds.length > 0 ? [entry_id] : []),
  };
}

/**
 * Sends a message or writes a private note of an administrator. A message answers the conversation,
 * also one that is on hold or closed, and marks it as read by its author. Rights are judged again,
 * as by `recordAudit`: a message has no entry in the audit log. Only samples have no session.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_OPEN, CLIENT_ID_REUSED, VALIDATION_FAILED
 */
export async function sendAdminMessage(
  deps: ConsultationDeps,
  { session, ...admin }: Omit<Author, 'isAdmin'> & { session: ActingSession | undefined },
  conversationId: number,
  { kind, ...content }: MessageContent & { kind: 'message' | 'note' },
): Promise<Sent> {
  // Before the transaction: the first use of a key is recorded on a connection of its own.
  await deps.dataKeys.forWriting();
  const writer: Writer = { id: admin.id, fullname: admin.fullname, isAdmin: true };
  return transaction(deps.db, async (trx) => {
    if (session) await requireStanding(trx, admin.id, session);
    const conversation = await lockConversation(trx, writer, conversationId);
    const sent = await findSent(trx, conversationId, admin.id, content.clientId);
    if (sent) {
      checkRepeated(deps.dataKeys, sent, { ...content, kind });
      return { entry: sent, isNew: false };
    }
    const write = kind === 'note' ? writeNote : sendReply;
    return { entry: await write(trx, deps, conversation, writer, content), isNew: true };
  });
}
