import { sql } from 'kysely';
import { type Db, inOneStatement, type Trx } from '#server/db/transaction.ts';
import type { NoticeState, PhoneChannel } from '#shared/rules/notices/notices.ts';

/** A message to a phone that is due, held under a lease. */
export type DueNotice = {
  id: number;
  event_id: number;
  channel: PhoneChannel;
  state: Extract<NoticeState, 'queued' | 'sent'>;
  phone: string | null;
  attempts: number;
  provider_ref: string | null;
  is_unclear: boolean;
  created_at: Date;
  sent_at: Date | null;
};

/** Columns that a step writes, which also ends the lease. Omitted ones stay unchanged. */
export type NoticeChange = {
  state?: NoticeState;
  phone?: string;
  provider_ref?: string;
  is_unclear?: boolean;
  due_at: Date | null;
  last_error?: string;
  needs_attention?: boolean;
  sent_at?: Date;
  delivered_at?: Date;
};

/** A message and its changes. */
export type ChangedNotice = { notice: DueNotice; change: NoticeChange };

const CHANGED = sql`state, phone, provider_ref, is_unclear, due_at, last_error, needs_attention, sent_at, delivered_at`;

/**
 * Updates several messages in one statement. Returns the ids of those whose lease was still held.
 */
async function changeAll(db: Db | Trx, changed: readonly ChangedNotice[]): Promise<ReadonlySet<number>> {
  if (changed.length === 0) return new Set();
  const given = changed.map(({ notice: { id, attempts }, change }) => ({ id, attempts, change }));
  // Without the ids in a condition of their own, PostgreSQL reads the whole table: it expects a
  // hundred rows of JSON.
  const ids = given.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    update notices set (${CHANGED}) = (select ${CHANGED} from jsonb_populate_record(notices, given.change))
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id integer, attempts integer, change jsonb)
    where notices.id = any(${ids}) and notices.id = given.id and notices.attempts = given.attempts
    returning notices.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Updates a message within a transaction. Returns false when the lease was lost. */
export async function changeNotice(trx: Trx, notice: DueNotice, change: NoticeChange): Promise<boolean> {
  return (await changeAll(trx, [{ notice, change }])).has(notice.id);
}

/**
 * Records the intent to send messages, before they are sent. Returns the ids of those whose
 * lease was still held: only these may be sent.
 */
export function writeIntents(db: Db, intents: readonly ChangedNotice[]): Promise<ReadonlySet<number>> {
  return inOneStatement(db, (own) => changeAll(own, intents));
}

/**
 * Records the outcomes of messages. If the process ends before, their status is read from the
 * provider again.
 */
export async function recordOutcomes(db: Db, outcomes: readonly ChangedNotice[]): Promise<void> {
  await inOneStatement(db, (own) => changeAll(own, outcomes));
}
