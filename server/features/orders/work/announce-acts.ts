import { type Selectable, sql } from 'kysely';
import type { PendingActsTable } from '#server/db/tables.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import type { ConsultationDeps } from '#server/features/consultations/consultation-deps.ts';
import { reportStepDone, sendAboutOrder } from '#server/features/consultations/consultations.lookup.ts';
import { mailLawyer, queueOrderMail } from '#server/features/mails/outbox.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { listRecipients } from '#server/features/participants/participants.access.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import type { PendingAct } from '#shared/rules/work/calls.ts';
import { addTimelineEntry, lockOrder, type OrderRow } from '../orders.moves.ts';

type AnnounceDeps = ConsultationDeps;

const BY_ADMIN = { actor: 'admin', isProgress: true } as const;

type Act = Pick<Selectable<PendingActsTable>, 'id' | 'step_id' | 'call_id' | 'actor_id' | 'client_id' | 'text_sealed'>;
type Announce = (deps: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) => Promise<void>;

/** Announces a step that is done, once, however often it is done. A private one is for staff. */
async function announceStep(deps: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  const { id: orderId } = order;
  const now = deps.clock.now();
  const step = await trx
    .updateTable('order_steps')
    .set({ notified_at: now })
    .where('order_steps.id', '=', act.step_id)
    .where('order_steps.done_at', 'is not', null)
    .where('order_steps.notified_at', 'is', null)
    .where('order_steps.is_private', '=', false)
    .returning(['order_steps.id', 'order_steps.title'])
    .executeTakeFirst();
  if (!step) return;
  for (const userId of await listRecipients(trx, order, 'progress', now)) {
    await queueNotice(trx, { kind: 'step_done', orderId, userId, eventKey: `step_done:${step.id}:${userId}` });
  }
  await reportStepDone(trx, deps, { orderId, title: step.title });
}

const CONTACTED = '담당자가 전화로 연락드렸습니다.';

/** Returns whether the timeline has a call already: its line stays when the call is deleted. */
async function isContactAnnounced(trx: Trx, orderId: number): Promise<boolean> {
  const line = trx.selectFrom('order_events').select('order_events.id').where('order_events.order_id', '=', orderId);
  return (await line.where('order_events.note', '=', CONTACTED).executeTakeFirst()) !== undefined;
}

/** Announces the first call that reached the customer. */
async function announceContact({ clock }: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  if (order.status !== 'confirmed' || (await isContactAnnounced(trx, order.id))) return;
  const now = clock.now();
  for (const userId of await listRecipients(trx, order, 'progress', now)) {
    await queueNotice(trx, { kind: 'contacted', orderId: order.id, userId });
  }
  const entry = { ...BY_ADMIN, actorUserId: act.actor_id, note: CONTACTED };
  await addTimelineEntry(trx, order, entry);
  await trx.updateTable('order_calls').set({ told_at: now }).where('id', '=', act.call_id).execute();
}

/**
 * Announces the start of the work, which ends the right to a full refund of a service per case (spec
 * §9).
 */
async function announceStart({ clock }: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  if (order.status !== 'confirmed') return;
  const entry = { ...BY_ADMIN, actorUserId: act.actor_id, note: '담당자가 업무를 시작했습니다.' };
  await addTimelineEntry(trx, order, entry);
  const endsFullRefund = order.category !== 'package';
  for (const userId of await listRecipients(trx, order, 'progress', clock.now())) {
    // The mail speaks of the refund, which is the buyer's.
    if (userId === order.user_id)
      await queueOrderMail(trx, order.id, { kind: 'work_started', extra: { endsFullRefund } });
    else await queueNotice(trx, { kind: 'work_started', orderId: order.id, userId });
  }
}

/** Announces the end of the work by a line of the timeline. */
async function announceEnd(_deps: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  if (order.status !== 'confirmed') return;
  await addTimelineEntry(trx, order, { ...BY_ADMIN, actorUserId: act.actor_id, note: '담당자가 업무를 마쳤습니다.' });
}

const LAWYER_NAMED = '담당 안내: ';

/** Reads the last line of the timeline that names who handles the case. */
async function findNamed(trx: Trx, orderId: number): Promise<string | undefined> {
  const line = await trx
    .selectFrom('order_events')
    .select('order_events.note')
    .where('order_events.order_id', '=', orderId)
    .where('order_events.note', 'like', `${LAWYER_NAMED}%`)
    .orderBy('order_events.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line?.note;
}

/** Tells in writing who handles the case, in the case room and by mail: first, and with each change (변호사법 50조 5항). */
async function announceLawyer({ clock }: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  if (order.status !== 'confirmed') return;
  const { lawyer } = await trx
    .selectNoFrom(sql<Lawyer | null>`lawyer_of(${order.assignee_id})`.as('lawyer'))
    .executeTakeFirstOrThrow();
  if (lawyer === null) return;
  const note = `${LAWYER_NAMED}${lawyerName(lawyer)}`;
  const before = await findNamed(trx, order.id);
  if (before === note) return;
  await addTimelineEntry(trx, order, { ...BY_ADMIN, actorUserId: act.actor_id, note });
  const isChange = before !== undefined;
  for (const userId of await listRecipients(trx, order, 'progress', clock.now())) {
    await mailLawyer(trx, { userId, orderId: order.id, lawyer, isChange });
  }
}

/** Sends a message that went to several orders. */
async function announceMessage(deps: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  const { id, actor_id: authorId, client_id: clientId, text_sealed: sealed } = act;
  if (clientId === null) return;
  const text = deps.dataKeys.readText(sealed, `pending_acts.text_sealed:${id}`);
  await sendAboutOrder(trx, deps, { orderId: order.id, authorId, clientId, text });
}

const ANNOUNCE: Readonly<Record<PendingAct, Announce>> = {
  step_done: announceStep,
  contacted: announceContact,
  work_started: announceStart,
  work_closed: announceEnd,
  lawyer_named: announceLawyer,
  message: announceMessage,
};

/**
 * Announces acts of administrators to customers, each a minute after it was done, unless it was taken
 * back (contract §9): lines of the timeline, events of conversations, notices and mails. An order
 * whose acts cannot be announced holds up no other; they are tried again with the next run.
 * @throws the first error, once all other orders are done
 */
export async function announceActs(deps: AnnounceDeps, { signal }: Stoppable = {}): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await db.selectFrom('pending_acts').select('order_id').distinct().where('due_at', '<=', now).execute();
  const errors: unknown[] = [];
  for (const { order_id: orderId } of due) {
    if (signal?.aborted) break;
    await announceOrder(deps, orderId, now).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/** Announces the due acts of an order. */
function announceOrder(deps: AnnounceDeps, orderId: number, now: Date): Promise<void> {
  return transaction(deps.db, async (trx) => {
    // Each act, and each that takes one back, holds this lock.
    const order = await lockOrder(trx, orderId);
    const acts = await trx
      .deleteFrom('pending_acts')
      .where('order_id', '=', orderId)
      .where('due_at', '<=', now)
      .returning(['id', 'kind', 'step_id', 'call_id', 'actor_id', 'client_id', 'text_sealed'])
      .execute();
    for (const act of acts.sort((one, other) => one.id - other.id)) await ANNOUNCE[act.kind](deps, trx, order, act);
  });
}
