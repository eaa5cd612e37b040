import { type Trx, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { type NoticeChannel, planChannels, sendableAt } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { type EventRow, lockUnplannedEvent, readReach } from './notices.queries.ts';

/**
 * Gives the oldest event without notices one notice per channel. Returns false when no event is
 * left. A second run of the job at the same time takes another event.
 */
export function planNextEvent(deps: NoticeDeps): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const event = await lockUnplannedEvent(trx);
    if (!event) return false;
    const reach = await readReach(trx, deps, event);
    const planned = planChannels(event.kind, reach);
    const channels =
      event.mail_id === null ? planned : [...planned.filter((channel) => channel !== 'email'), 'email' as const];
    for (const channel of channels) await addNotice(trx, deps, event, channel);
    await trx
      .updateTable('notice_events')
      .set({ planned_at: deps.clock.now() })
      .where('notice_events.id', '=', event.id)
      .execute();
    return true;
  });
}

/** Adds the notice of one channel, unless the event has one. */
export async function addNotice(
  trx: Trx,
  { clock }: Pick<NoticeDeps, 'clock'>,
  event: EventRow,
  channel: NoticeChannel,
): Promise<void> {
  const now = clock.now();
  const isMail = channel === 'email';
  const added = await trx
    .insertInto('notices')
    .values({ event_id: event.id, channel, created_at: now, due_at: isMail ? null : sendableAt(event.kind, now) })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel']).doNothing())
    .returning('notices.id')
    .executeTakeFirst();
  if (!added || !isMail) return;
  const mailId =
    event.mail_id ??
    (await queueMail(trx, event.email, { kind: 'notice', params: { notice: event.kind, values: event.params } }));
  await trx.updateTable('notices').set({ mail_id: mailId }).where('notices.id', '=', added.id).execute();
}
