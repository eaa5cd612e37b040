import type { DbOrTrx } from '#server/db/transaction.ts';
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

/** Updates a message that was taken. Returns false when its lease was lost. */
export async function changeNotice(
  db: DbOrTrx,
  { id, attempts }: Pick<DueNotice, 'id' | 'attempts'>,
  change: NoticeChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set(change)
    .where('notices.id', '=', id)
    .where('notices.attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
