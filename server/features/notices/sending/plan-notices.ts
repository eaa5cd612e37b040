import { type Trx, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { type NoticeChannel, planChannels, sendableAt } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { type EventRow, lockUnplannedEvents, markPlanned, reachOf } from './notices.queries.ts';

/** Events of one transaction. */
const EVENTS_AT_ONCE = 20;

/**
 * Creates one notice per channel for the oldest events without notices. Returns false when no event
 * is left. A concurrent run takes other events.
 */
export function planNextEvents(deps: NoticeDeps): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const events = await lockUnplannedEvents(trx, EVENTS_AT_ONCE);
    for (const event of events) {
      for (const channel of channelsOf(deps, event)) await addNotice(trx, deps, event, channel);
    }
    const planned = events.map(({ id }) => id);
    if (planned.length > 0) await markPlanned(trx, planned, deps.clock.now());
    return planned.length === EVENTS_AT_ONCE;
  });
}

/**
 * Returns the mail of an event, which its cause may have queued already; undefined when the address
 * has reached its limit.
 */
async function mailOf(trx: Trx, { mail_id, email, email_verified, kind, params }: EventRow) {
  if (mail_id !== null) return mail_id;
  const recipient = { address: email, isProven: email_verified };
  return await queueMail(trx, recipient, { kind: 'notice', params: { notice: kind, values: params } });
}

function channelsOf(deps: NoticeDeps, event: EventRow): readonly NoticeChannel[] {
  const planned = planChannels(event.kind, reachOf(deps, event));
  return event.mail_id === null ? planned : [...planned.filter((channel) => channel !== 'email'), 'email'];
}

/**
 * Adds the notice of one channel, unless the event has one. Returns false when the channel's limit is
 * reached.
 */
export async function addNotice(
  trx: Trx,
  { clock }: Pick<NoticeDeps, 'clock'>,
  event: EventRow,
  channel: NoticeChannel,
): Promise<boolean> {
  const now = clock.now();
  const isMail = channel === 'email';
  const added = await trx
    .insertInto('notices')
    .values({ event_id: event.id, channel, created_at: now, due_at: isMail ? null : sendableAt(event.kind, now) })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel']).doNothing())
    .returning('notices.id')
    .executeTakeFirst();
  if (!added || !isMail) return true;
  const mailId = await mailOf(trx, event);
  if (mailId === undefined) {
    await trx.deleteFrom('notices').where('notices.id', '=', added.id).execute();
    return false;
  }
  await trx.updateTable('notices').set({ mail_id: mailId }).where('notices.id', '=', added.id).execute();
  return true;
}
