import { NO_DISK_WAIT } from '#server/db/statements/no-disk-wait.ts';
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

/** Nothing is written when the lease was lost meanwhile. */
function outcomeOf(db: Db | Trx, { id, attempts }: DueNotice, change: NoticeChange) {
  return db.updateTable('notices').set(change).where('notices.id', '=', id).where('notices.attempts', '=', attempts);
}

/** Writes the outcome of a step. Returns false when the lease was lost meanwhile. */
export async function changeNotice(db: Db | Trx, notice: DueNotice, change: NoticeChange): Promise<boolean> {
  const { numUpdatedRows } = await outcomeOf(db, notice, change).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Writes that a message was taken by the provider or delivered. If it is lost, the provider is asked
 * about the message again: that it is about to be sent is on the disk before it is.
 */
export async function recordNotice(db: Db, notice: DueNotice, change: NoticeChange): Promise<void> {
  await outcomeOf(db, notice, change).where(NO_DISK_WAIT).execute();
}
