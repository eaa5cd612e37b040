import { type Trx, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { type NoticeChannel, planChannels, sendableAt } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { type EventRow, lockUnplannedEvents, reachOf } from './notices.queries.ts';

/** Events of one transaction. */
const BATCH = 50;

/**
 * Gives the oldest events without notices one notice per channel. Returns false when no event is
 * left. A second run of the job at the same time takes other events.
 */
export function planNextEvents(deps: NoticeDeps): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const events = await lockUnplannedEvents(trx, BATCH);
    if (events.length === 0) return false;
    for (const event of events) {
      for (const channel of channelsOf(deps, event)) await addNotice(trx, deps, event, channel);
    }
    await trx
      .updateTable('notice_events')
      .set({ planned_at: deps.clock.now() })
      .where(
        'notice_events.id',
        'in',
        events.map(({ id }) => id),
      )
      .execute();
    return events.length === BATCH;
  });
}

function channelsOf(deps: NoticeDeps, event: EventRow): readonly NoticeChannel[] {
  const planned = planChannels(event.kind, reachOf(deps, event));
  return event.mail_id === null ? planned : [...planned.filter((channel) => channel !== 'email'), 'email'];
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
