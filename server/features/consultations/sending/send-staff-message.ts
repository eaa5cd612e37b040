import { sql } from 'kysely';
import { onCommit, type Trx, transaction } from '#server/db/transaction.ts';
import { attachFiles } from '#server/features/attachments/attachments.lookup.ts';
import { deskMinutesBetween } from '#shared/rules/business-days.ts';
import { CONVERSATION_MOVES } from '#shared/rules/conversation-status.ts';
import { replyNoticeAt } from '../notices/due-times.ts';
import type { ConsultationDeps } from '../thread/consultation-deps.ts';
import { type ConversationRow, lockConversation } from '../thread/conversations.queries.ts';
import { type EntryRow, findSent } from '../thread/messages.queries.ts';
import { moveReadMark } from '../thread/read-marks.queries.ts';
import { appendMessage } from './append-message.ts';
import { checkRepeated } from './repeated.ts';
import { checkReopening, type MessageContent, type Sent } from './send-message.ts';

type Writer = { id: number; isStaff: true };
type Tools = Pick<ConsultationDeps, 'dataKeys' | 'events' | 'clock' | 'deskHours'>;

/** When the customer gets a mail about a reply: one until they have read. */
async function replyDueAt(trx: Trx, conversation: ConversationRow, now: Date): Promise<Date | null> {
  if (conversation.reply_due_at) return conversation.reply_due_at;
  const mark = await trx
    .selectFrom('conversation_reads')
    .select('seq')
    .where('conversation_id', '=', conversation.id)
    .where('is_staff', '=', false)
    .executeTakeFirst();
  return conversation.reply_noticed_seq > (mark?.seq ?? 0) ? null : replyNoticeAt(now);
}

async function sendReply(
  trx: Trx,
  { dataKeys, events, clock, deskHours }: Tools,
  before: ConversationRow,
  writer: Writer,
  content: MessageContent,
): Promise<void> {
  const now = clock.now();
  const { status, version, first_asked_at: asked, first_answered_at: answered } = before;
  await checkReopening(trx, before);
  const next = CONVERSATION_MOVES.staff_message[status] ?? status;
  const after = await appendMessage(
    trx,
    { cipher: await dataKeys.forWriting(), events, now },
    before,
    { ...content, author: writer },
    {
      status: next,
      hold_until: null,
      closed_at: null,
      version: next === status ? version : version + 1,
      waiting_since: null,
      waiting_due_at: null,
      ...(asked &&
        !answered && {
          first_answered_at: now,
          first_response_minutes: Math.round(deskMinutesBetween(asked, now, deskHours)),
        }),
      last_staff_seq: before.last_seq + 1,
      reply_due_at: await replyDueAt(trx, before, now),
    },
  );
  await moveReadMark(trx, { conversationId: before.id, reader: writer, seq: after.last_seq });
}

/** A note changes nothing that the customer can see. */
async function writeNote(
  trx: Trx,
  { dataKeys, events, clock }: Tools,
  conversation: ConversationRow,
  writer: Writer,
  { clientId, text, attachmentIds }: MessageContent,
): Promise<void> {
  const cipher = await dataKeys.forWriting();
  const { entry_id, last_note, last_seq } = await trx
    .updateTable('conversations')
    .set({ last_note: conversation.last_note + 1, changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', conversation.id)
    .returning(['last_note', 'last_seq', sql<number>`nextval('conversation_entry_ids')`.as('entry_id')])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('conversation_notes')
    .values({
      id: entry_id,
      conversation_id: conversation.id,
      note: last_note,
      seq: last_seq,
      author_id: writer.id,
      client_id: clientId,
      text: cipher.encryptText(text, `conversation_notes.text:${entry_id}`),
      grams: cipher.gramsOf(text),
      created_at: clock.now(),
    })
    .execute();
  await attachFiles(trx, attachmentIds, writer, { conversation_id: conversation.id, note_id: entry_id });
  const data = { conversation_id: conversation.id, seq: last_seq, note: last_note };
  onCommit(trx, () => events.publish({ name: 'message', data, to: { isForStaff: true } }));
}

async function getSent(trx: Trx, conversationId: number, writer: Writer, clientId: string): Promise<EntryRow> {
  const entry = await findSent(trx, conversationId, writer.id, clientId);
  if (!entry) throw new Error('a message is there once it was inserted');
  return entry;
}

/**
 * Sends a message or writes a private note of one of the staff. A message answers the conversation,
 * also one that is on hold or closed, and marks it as read by its author.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_OPEN, CLIENT_ID_REUSED, VALIDATION_FAILED, DATA_KEYS_MISSING
 */
export async function sendStaffMessage(
  deps: ConsultationDeps,
  staff: { id: number },
  conversationId: number,
  { kind, ...content }: MessageContent & { kind: 'message' | 'note' },
): Promise<Sent> {
  // Before the transaction: the first use of a key is recorded on a connection of its own.
  await deps.dataKeys.forWriting();
  const writer: Writer = { id: staff.id, isStaff: true };
  return transaction(deps.db, async (trx) => {
    const conversation = await lockConversation(trx, writer, conversationId);
    const sent = await findSent(trx, conversationId, staff.id, content.clientId);
    if (sent) {
      checkRepeated(deps.dataKeys, sent, { ...content, kind });
      return { entry: sent, isNew: false };
    }
    await (kind === 'note' ? writeNote : sendReply)(trx, deps, conversation, writer, content);
    return { entry: await getSent(trx, conversationId, writer, content.clientId), isNew: true };
  });
}
