import type { Client } from 'pg';
import type { Notice } from '#server/features/events/publisher.ts';
import type { ConversationPlace } from '#server/features/participants/room-access.ts';

/**
 * A change is stamped by the database's clock before its commit. No transaction that writes one is
 * as long as this: idle ones end after 30 seconds, statements after 15.
 */
const OVERLAP_SECONDS = 60;

type Numbers = { seq: number; note: number; version: number };
/** Describes what was delivered of a conversation, and what of it the last poll found. */
type State = Numbers & { polled: Numbers };

const NONE: Numbers = { seq: 0, note: 0, version: 0 };
type ChangedRow = ConversationPlace & { id: number; last_seq: number; last_note: number; version: number };
/** Lists the customers who read a conversation. */
type ListReaders = (place: ConversationPlace) => Promise<number[]>;

export type MissedChanges = {
  /** Remembers what a notification delivers. False: a poll was faster and has delivered it. */
  remember: (notice: Notice) => boolean;
  /** Returns what was committed and never delivered, as events. The first time it only remembers. */
  find: (client: Client) => Promise<Notice[]>;
};

/** The number that an event brings; undefined for events that a poll does not find. */
function numberOf({ name, data }: Notice): Partial<Numbers> | undefined {
  // The number of a note is that of the message before it, which may not have been delivered.
  if (name === 'message') return data.note ? { note: data.note } : { seq: data.seq };
  return name === 'conversation' ? { version: data.version } : undefined;
}

async function noticesFor(row: ChangedRow, known: Numbers, listReaders: ListReaders): Promise<Notice[]> {
  const { id } = row;
  const notices: Notice[] = [];
  const isSeen = row.last_seq > known.seq || row.version > known.version;
  const to = { users: isSeen ? await listReaders(row) : [], staff: 'consultations' as const };
  if (row.last_seq > known.seq) {
    notices.push({ name: 'message', data: { conversation_id: id, seq: row.last_seq }, to });
  }
  if (row.last_note > known.note) {
    const data = { conversation_id: id, seq: row.last_seq, note: row.last_note };
    notices.push({ name: 'message', data, to: { users: [], staff: 'consultations' } });
  }
  if (row.version > known.version) {
    notices.push({ name: 'conversation', data: { conversation_id: id, id, version: row.version }, to });
  }
  return notices;
}

/**
 * Compares what was delivered with the rows that changed lately. It looks further back than the
 * last time, because changes are stamped before they are committed.
 */
export function createMissedChanges(listReaders: ListReaders): MissedChanges {
  const known = new Map<number, State>();
  let lookedAt: Date | undefined;

  function stateOf(id: number): State {
    return known.get(id) ?? { ...NONE, polled: NONE };
  }

  function raise(id: number, { seq = 0, note = 0, version = 0 }: Partial<Numbers>, polled?: Numbers): void {
    const before = stateOf(id);
    known.set(id, {
      seq: Math.max(before.seq, seq),
      note: Math.max(before.note, note),
      version: Math.max(before.version, version),
      polled: polled ?? before.polled,
    });
  }

  return {
    remember(notice) {
      const number = numberOf(notice);
      if (!number || notice.name === 'case') return true;
      const { conversation_id: id } = notice.data;
      const { polled } = stateOf(id);
      raise(id, number);
      return number.seq !== polled.seq && number.note !== polled.note && number.version !== polled.version;
    },
    async find(client) {
      const { rows: times } = await client.query<{ now: Date }>('select clock_timestamp() as now');
      const { rows } = await client.query<ChangedRow>(
        `select id, user_id, order_id, room, last_seq, last_note, version from conversations
         where changed_at > coalesce($1::timestamptz, clock_timestamp()) - make_interval(secs => $2)`,
        [lookedAt, OVERLAP_SECONDS],
      );
      const isFirst = lookedAt === undefined;
      lookedAt = times[0]?.now;
      const notices: Notice[] = [];
      for (const row of isFirst ? [] : rows) notices.push(...(await noticesFor(row, stateOf(row.id), listReaders)));
      for (const row of rows) {
        const found = { seq: row.last_seq, note: row.last_note, version: row.version };
        raise(row.id, found, isFirst ? undefined : found);
      }
      // Nothing is compared with the others until they change again.
      const changed = new Set(rows.map(({ id }) => id));
      for (const id of known.keys()) if (!changed.has(id)) known.delete(id);
      return notices;
    },
  };
}
