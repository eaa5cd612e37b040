import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { type AttachmentRow, listOfMessages, listOfNotes } from '#server/features/attachments/attachments.lookup.ts';
import { hidesSteps } from '#server/features/participants/room-access.ts';
import type { ConversationEvent } from '#shared/rules/conversation-status.ts';
import { type Customer, getPlace, type Reader } from './conversations.queries.ts';

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
  /** The step that it reports may not be named to the reader. */
  isHidden?: boolean;
};

/** Which part of a thread: behind a place, or the last ones before it. */
export type Range = { limit: number } & (
  | { after: { seq: number; note: number } }
  | { before: { seq: number; note: number } | undefined }
);

type BareEntry = Omit<EntryRow, 'attachments'> & { has_files: boolean };

type ThreadRange = Range & { conversationId: number };

function messagesOf(db: DbOrTrx, conversationId: number) {
  return db
    .selectFrom('conversation_messages as m')
    .leftJoin('users', 'users.id', 'm.author_id')
    .select(['m.id', 'm.seq', sql<number>`0`.as('note'), sql<EntryRow['kind']>`m.kind`.as('kind'), 'm.event'])
    .select(['m.author_kind', 'm.author_id', 'm.client_id', 'm.text', 'm.created_at', 'users.fullname as author_name'])
    .select(sql<boolean>`exists (select from attachments a where a.message_id = m.id)`.as('has_files'))
    .where('m.conversation_id', '=', conversationId);
}

/** With the columns of `messagesOf`. */
function notesOf(db: DbOrTrx, conversationId: number) {
  return db
    .selectFrom('conversation_notes as n')
    .leftJoin('users', 'users.id', 'n.author_id')
    .select(['n.id', 'n.seq', 'n.note', sql<EntryRow['kind']>`'note'`.as('kind')])
    .select([sql<EntryRow['event']>`null`.as('event'), sql<EntryRow['author_kind']>`'staff'`.as('author_kind')])
    .select([sql<number | null>`n.author_id`.as('author_id'), sql<string | null>`n.client_id`.as('client_id')])
    .select(['n.text', 'n.created_at', 'users.fullname as author_name'])
    .select(sql<boolean>`exists (select from attachments a where a.note_id = n.id)`.as('has_files'))
    .where('n.conversation_id', '=', conversationId);
}

function messagesIn(db: DbOrTrx, range: ThreadRange) {
  const all = messagesOf(db, range.conversationId).limit(range.limit);
  if ('after' in range) return all.where('m.seq', '>', range.after.seq).orderBy('m.seq');
  if (!range.before) return all.orderBy('m.seq', 'desc');
  // The message itself stands before its notes.
  return all.where('m.seq', range.before.note > 0 ? '<=' : '<', range.before.seq).orderBy('m.seq', 'desc');
}

function notesIn(db: DbOrTrx, range: ThreadRange) {
  const all = notesOf(db, range.conversationId).limit(range.limit);
  const place = 'after' in range ? range.after : range.before;
  const found = place
    ? all.where((eb) =>
        eb(eb.refTuple('n.seq', 'n.note'), 'after' in range ? '>' : '<', eb.tuple(place.seq, place.note)),
      )
    : all;
  const direction = 'after' in range ? 'asc' : 'desc';
  return found.orderBy('n.seq', direction).orderBy('n.note', direction);
}

function entriesIn(db: DbOrTrx, range: ThreadRange) {
  const notes = db.selectFrom(notesIn(db, range).as('note')).selectAll();
  return db.selectFrom(messagesIn(db, range).as('message')).selectAll().unionAll(notes);
}

const inOrder = (a: BareEntry, b: BareEntry) => a.seq - b.seq || a.note - b.note;

/** Of entries of both kinds, those that the range asks for, in order. */
function cut(entries: BareEntry[], range: Range): BareEntry[] {
  const sorted = entries.toSorted(inOrder);
  return 'after' in range ? sorted.slice(0, range.limit) : sorted.slice(-range.limit);
}

/** Most entries carry no files: then nothing is asked. */
async function withFiles(db: DbOrTrx, entries: readonly BareEntry[]): Promise<EntryRow[]> {
  const carriers = entries.filter((entry) => entry.has_files);
  const idsOf = (isNote: boolean) => carriers.filter(({ kind }) => (kind === 'note') === isNote).map(({ id }) => id);
  const files = [...(await listOfMessages(db, idsOf(false))), ...(await listOfNotes(db, idsOf(true)))];
  return entries.map(({ has_files: _, ...entry }) => ({
    ...entry,
    attachments: files.filter((file) => (entry.kind === 'note' ? file.note_id : file.message_id) === entry.id),
  }));
}

/** A conversation has a message from its start: an empty page may mean that there is none. */
async function checkIfEmpty(db: DbOrTrx, reader: Reader, conversationId: number, entries: readonly unknown[]) {
  if (entries.length === 0) await getPlace(db, reader, conversationId);
}

/** Messages and events of a conversation whose reader was checked; `hidesSteps` leaves out what steps are called. */
export async function listReadMessages(
  db: DbOrTrx,
  conversationId: number,
  { hidesSteps: isHiding, ...range }: Range & { hidesSteps: boolean },
): Promise<EntryRow[]> {
  const entries = await withFiles(db, cut(await messagesIn(db, { conversationId, ...range }).execute(), range));
  return isHiding ? entries.map((entry) => ({ ...entry, isHidden: entry.event === 'step_done' })) : entries;
}

/**
 * Messages and events of a conversation that the customer reads, as both sides see them.
 * @throws AppError CONVERSATION_NOT_FOUND
 */
export async function listMessages(
  db: DbOrTrx,
  customer: Customer,
  conversationId: number,
  range: Range,
): Promise<EntryRow[]> {
  const place = await getPlace(db, customer, conversationId);
  return listReadMessages(db, conversationId, {
    ...range,
    hidesSteps: await hidesSteps(db, customer.id, place, customer.now),
  });
}

/**
 * Messages, events and private notes. Never for customers.
 * @throws AppError CONVERSATION_NOT_FOUND
 */
export async function listEntries(
  db: DbOrTrx,
  reader: Reader,
  conversationId: number,
  range: Range,
): Promise<EntryRow[]> {
  const found = await entriesIn(db, { conversationId, ...range }).execute();
  const entries = cut(found, range);
  await checkIfEmpty(db, reader, conversationId, entries);
  return withFiles(db, entries);
}

/** The author's message or note with this client id, or undefined. */
export async function findSent(
  db: DbOrTrx,
  conversationId: number,
  authorId: number,
  clientId: string,
): Promise<EntryRow | undefined> {
  const { rows } = await sql<{ id: number; is_note: boolean }>`
    select id, false as is_note from conversation_messages
      where conversation_id = ${conversationId} and author_id = ${authorId} and client_id = ${clientId}
    union all select id, true from conversation_notes
      where conversation_id = ${conversationId} and author_id = ${authorId} and client_id = ${clientId}`.execute(db);
  const [known] = rows;
  if (!known) return undefined;
  const found = known.is_note
    ? await notesOf(db, conversationId).where('n.id', '=', known.id).execute()
    : await messagesOf(db, conversationId).where('m.id', '=', known.id).execute();
  return (await withFiles(db, found))[0];
}
