import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/transaction.ts';
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

/** What a step writes; the lease ends with it. */
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

/** Takes the message that is due first, of one channel; its lease ends at `leaseUntil`. */
export async function takeDueNotice(
  db: Db,
  channel: PhoneChannel,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    update notices set attempts = attempts + 1, due_at = ${leaseUntil}
    where id = (
      select id from notices where channel = ${channel} and due_at <= ${now}
      order by due_at, id limit 1 for update skip locked
    )
    returning id, event_id, channel, state, phone, attempts, provider_ref, is_unclear, created_at, sent_at`.execute(db);
  return rows[0];
}

/** Writes the outcome of a step. Returns false when the lease was lost meanwhile. */
export async function changeNotice(db: Db | Trx, { id, attempts }: DueNotice, change: NoticeChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set(change)
    .where('notices.id', '=', id)
    .where('notices.attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
