import { sql } from 'kysely';
import { NO_DISK_WAIT } from '#server/db/statements/no-disk-wait.ts';
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

/** What a step writes; the lease ends with it. What is not named stays as it is. */
export type NoticeChange = {
  state?: NoticeState;
  phone?: string;
  provider_ref?: string;
  is_unclear?: boolean;
  due_at: Date | null;
  last_error?: string;
  sent_at?: Date;
  delivered_at?: Date;
};

/** A message with what is written of it. */
export type ChangedNotice = { notice: DueNotice; change: NoticeChange };

const CHANGED = sql`state, phone, provider_ref, is_unclear, due_at, last_error, sent_at, delivered_at`;

/** Writes several messages by one statement. Returns the ids of those whose lease was not lost meanwhile. */
async function changeAll(
  db: Db | Trx,
  changed: readonly ChangedNotice[],
  waitsForDisk: boolean,
): Promise<ReadonlySet<number>> {
  if (changed.length === 0) return new Set();
  const given = changed.map(({ notice: { id, attempts }, change }) => ({ id, attempts, change }));
  // Without the ids in a condition of their own, PostgreSQL reads the whole table: it expects a hundred rows of JSON.
  const ids = given.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    update notices set (${CHANGED}) = (select ${CHANGED} from jsonb_populate_record(notices, given.change))
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id integer, attempts integer, change jsonb)
    where notices.id = any(${ids}) and notices.id = given.id and notices.attempts = given.attempts
      ${waitsForDisk ? sql`` : sql`and ${NO_DISK_WAIT}`}
    returning notices.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Writes a message within a transaction. Returns false when the lease was lost meanwhile. */
export async function changeNotice(trx: Trx, notice: DueNotice, change: NoticeChange): Promise<boolean> {
  return (await changeAll(trx, [{ notice, change }], true)).has(notice.id);
}

/**
 * Writes that messages are about to be sent. It is on the disk before they are. Returns the ids of
 * those whose lease was not lost meanwhile: only these may be sent.
 */
export function writeIntents(db: Db, intents: readonly ChangedNotice[]): Promise<ReadonlySet<number>> {
  return inOneStatement(db, (own) => changeAll(own, intents, true));
}

/**
 * Writes what came of messages. If it is lost, the provider is asked about them again: that they
 * are about to be sent is on the disk before they are.
 */
export async function recordOutcomes(db: Db, outcomes: readonly ChangedNotice[]): Promise<void> {
  await inOneStatement(db, (own) => changeAll(own, outcomes, false));
}
