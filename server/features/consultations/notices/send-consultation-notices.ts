import { type Trx, transaction } from '#server/db/transaction.ts';
import { findOnDuty } from '#server/features/admin-profiles/on-duty.ts';
import { queueMail, staffRecipient } from '#server/features/mails/outbox.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { listReaders } from '#server/features/participants/room-access.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { listConsultants } from '../thread/consultants.queries.ts';

type Deps = Pick<ConsultationDeps, 'db' | 'clock'>;

const BATCH = 100;

/** Records the notices about a reply for each reader who has not read it. One goes out until they read. */
async function noticeReply(trx: Trx, id: number, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('conversations')
    .select(['last_seq', 'last_staff_seq', 'reply_noticed_seq', 'user_id', 'order_id', 'room'])
    .where('id', '=', id)
    .where('reply_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const marks = await trx
    .selectFrom('conversation_reads')
    .select(['user_id', 'seq'])
    .where('conversation_id', '=', id)
    .where('is_staff', '=', false)
    .execute();
  const readBy = new Map(marks.map(({ user_id, seq }) => [user_id, seq]));
  const unreadBy = (await listReaders(trx, row, now)).filter((reader) => {
    const seq = readBy.get(reader) ?? 0;
    return row.last_staff_seq > seq && row.reply_noticed_seq <= seq;
  });
  await trx
    .updateTable('conversations')
    .set({ reply_due_at: null, ...(unreadBy.length > 0 && { reply_noticed_seq: row.last_seq }) })
    .where('id', '=', id)
    .execute();
  for (const userId of unreadBy) {
    await queueNotice(trx, {
      kind: 'reply_waiting',
      userId,
      orderId: row.order_id ?? undefined,
      params: { conversationId: id },
      eventKey: `reply:${id}:${row.last_seq}${userId === row.user_id ? '' : `:${userId}`}`,
    });
  }
}

/**
 * Queues the mail about a message that waits: to the assignee or their substitute, or to all who may
 * answer it. Where all of them have got their mails of the day, the message is due again in an hour.
 */
async function noticeWaiting(trx: Trx, id: number, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('conversations')
    .select(['assignee_id', 'status'])
    .where('id', '=', id)
    .where('waiting_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  await trx.updateTable('conversations').set({ waiting_due_at: null }).where('id', '=', id).execute();
  if (row.status !== 'waiting') return;
  const consultants = (await listConsultants(trx)).filter(({ email }) => email !== '');
  const onDuty = row.assignee_id === null ? null : await findOnDuty(trx, row.assignee_id, now);
  const assignee = consultants.filter(({ id: person }) => person === onDuty);
  const recipients = new Set((assignee.length > 0 ? assignee : consultants).map(({ email }) => email));
  let mailed = 0;
  for (const email of recipients) {
    const mail = { kind: 'consultation_waiting', params: { conversationId: id } } as const;
    if ((await queueMail(trx, staffRecipient(email), mail)) !== undefined) mailed += 1;
  }
  if (recipients.size === 0 || mailed > 0) return;
  const waiting_due_at = new Date(now.getTime() + HOUR_MS);
  await trx.updateTable('conversations').set({ waiting_due_at }).where('id', '=', id).execute();
}

/** Queues the notices and mails that are due. None of them holds a text of the conversation. */
export async function sendConsultationNotices({ db, clock }: Deps, { signal }: Stoppable = {}): Promise<void> {
  const now = clock.now();
  for (const [column, notice] of [
    ['reply_due_at', noticeReply],
    ['waiting_due_at', noticeWaiting],
  ] as const) {
    const due = await db
      .selectFrom('conversations')
      .select('id')
      .where(column, '<=', now)
      .orderBy(column)
      .limit(BATCH)
      .execute();
    for (const { id } of due) {
      if (signal?.aborted) return;
      await transaction(db, (trx) => notice(trx, id, now));
    }
  }
}
