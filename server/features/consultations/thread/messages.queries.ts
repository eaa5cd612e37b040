import type { DbOrTrx } from '#server/db/transaction.ts';
import { type AttachmentRow, listOfMessages, listOfNotes } from '#server/features/attachments/attachments.lookup.ts';
import type { ConversationEvent } from '#shared/rules/conversation-status.ts';

/** A message, an event or a note of a thread. */
export type EntryRow = {
  id: number;
  seq: number;
  note: number;
  kind: 'message' | 'event' | 'note';
  event: ConversationEvent | null;
  author_kind: 'customer' | 'staff' | 'system';
  author_id: number | null;
  author_name: string | null;
  client_id: string | null;
  text: Buffer;
  created_at: Date;
  attachments: AttachmentRow[];
};

/** Which part of a thread: behind a place, or the last ones before it. */
export type Range = { limit: number } & (
  | { after: { seq: number; note: number } }
  | { before: { seq: number; note: number } | undefined }
);

type BareEntry = Omit<EntryRow, 'attachments'>;

function messagesOf(db: DbOrTrx, conversationId: number) {
  return db
    .selectFrom('conversation_messages as m')
    .leftJoin('users', 'users.id', 'm.author_id')
    .select(['m.id', 'm.seq', 'm.kind', 'm.event', 'm.author_kind', 'm.author_id', 'm.client_id', 'm.text'])
    .select(['m.created_at', 'users.fullname as author_name'])
    .where('m.conversation_id', '=', conversationId);
}

function notesOf(db: DbOrTrx, conversationId: number) {
  return db
    .selectFrom('conversation_notes as n')
    .innerJoin('users', 'users.id', 'n.author_id')
    .select(['n.id', 'n.seq', 'n.note', 'n.author_id', 'n.client_id', 'n.text', 'n.created_at'])
    .select('users.fullname as author_name')
    .where('n.conversation_id', '=', conversationId);
}

async function readMessages(db: DbOrTrx, conversationId: number, range: Range): Promise<BareEntry[]> {
  const all = messagesOf(db, conversationId).limit(range.limit);
  const found =
    'after' in range
      ? all.where('m.seq', '>', range.after.seq).orderBy('m.seq')
      : range.before
        ? // The message itself stands before its notes.
          all.where('m.seq', range.before.note > 0 ? '<=' : '<', range.before.seq).orderBy('m.seq', 'desc')
        : all.orderBy('m.seq', 'desc');
  return (await found.execute()).map((row) => ({ ...row, note: 0 }));
}

async function readNotes(db: DbOrTrx, conversationId: number, range: Range): Promise<BareEntry[]> {
  const all = notesOf(db, conversationId).limit(range.limit);
  const place = 'after' in range ? range.after : range.before;
  const found = place
    ? all.where((eb) =>
        eb(eb.refTuple('n.seq', 'n.note'), 'after' in range ? '>' : '<', eb.tuple(place.seq, place.note)),
      )
    : all;
  const direction = 'after' in range ? 'asc' : 'desc';
  const rows = await found.orderBy('n.seq', direction).orderBy('n.note', direction).execute();
  return rows.map((row) => ({ ...row, kind: 'note', event: null, author_kind: 'staff' }));
}

const inOrder = (a: BareEntry, b: BareEntry) => a.seq - b.seq || a.note - b.note;

/** Of entries of both kinds, those that the range asks for, in order. */
function cut(entries: BareEntry[], range: Range): BareEntry[] {
  const sorted = entries.toSorted(inOrder);
  return 'after' in range ? sorted.slice(0, range.limit) : sorted.slice(-range.limit);
}

function withFiles(entries: readonly BareEntry[], files: readonly AttachmentRow[]): EntryRow[] {
  return entries.map((entry) => ({
    ...entry,
    attachments: files.filter((file) => (entry.kind === 'note' ? file.note_id : file.message_id) === entry.id),
  }));
}

const idsOf = (entries: readonly BareEntry[], isNote: boolean) =>
  entries.filter(({ kind }) => (kind === 'note') === isNote).map(({ id }) => id);

/** Messages and events, as both sides see them. */
export async function listMessages(db: DbOrTrx, conversationId: number, range: Range): Promise<EntryRow[]> {
  const entries = cut(await readMessages(db, conversationId, range), range);
  return withFiles(entries, await listOfMessages(db, idsOf(entries, false)));
}

/** Messages, events and private notes. Never for customers. */
export async function listEntries(db: DbOrTrx, conversationId: number, range: Range): Promise<EntryRow[]> {
  const messages = await readMessages(db, conversationId, range);
  const entries = cut([...messages, ...(await readNotes(db, conversationId, range))], range);
  const files = [
    ...(await listOfMessages(db, idsOf(entries, false))),
    ...(await listOfNotes(db, idsOf(entries, true))),
  ];
  return withFiles(entries, files);
}

/** The author's message or note with this client id, or undefined. */
export async function findSent(
  db: DbOrTrx,
  conversationId: number,
  authorId: number,
  clientId: string,
): Promise<EntryRow | undefined> {
  const message = await messagesOf(db, conversationId)
    .where('m.author_id', '=', authorId)
    .where('m.client_id', '=', clientId)
    .executeTakeFirst();
  if (message) return withFiles([{ ...message, note: 0 }], await listOfMessages(db, [message.id]))[0];
  const note = await notesOf(db, conversationId)
    .where('n.author_id', '=', authorId)
    .where('n.client_id', '=', clientId)
    .executeTakeFirst();
  if (!note) return undefined;
  const files = await listOfNotes(db, [note.id]);
  return withFiles([{ ...note, kind: 'note', event: null, author_kind: 'staff' }], files)[0];
}
