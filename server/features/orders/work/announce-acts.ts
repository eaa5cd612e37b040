import { type Trx, transaction } from '#server/db/transaction.ts';
import type { ConsultationDeps } from '#server/features/consultations/consultation-deps.ts';
import { reportStepDone } from '#server/features/consultations/consultations.lookup.ts';
import { queueOrderMail } from '#server/features/mails/outbox.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import type { PendingAct } from '#shared/rules/work/calls.ts';
import { addTimelineEntry, lockOrder, type OrderRow } from '../orders.moves.ts';

type AnnounceDeps = Pick<ConsultationDeps, 'db' | 'clock' | 'dataKeys' | 'events'>;

type Act = { step_id: number | null; call_id: number | null; actor_id: number };
type Announce = (deps: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) => Promise<void>;

/** Announces a step that is done, once, however often it is done. A private one is for staff. */
async function announceStep(deps: AnnounceDeps, trx: Trx, { id: orderId }: OrderRow, act: Act) {
  const step = await trx
    .updateTable('order_steps')
    .set({ notified_at: deps.clock.now() })
    .where('order_steps.id', '=', act.step_id)
    .where('order_steps.done_at', 'is not', null)
    .where('order_steps.notified_at', 'is', null)
    .where('order_steps.is_private', '=', false)
    .returning(['order_steps.id', 'order_steps.title'])
    .executeTakeFirst();
  if (!step) return;
  await queueNotice(trx, { kind: 'step_done', orderId, eventKey: `step_done:${step.id}` });
  await reportStepDone(trx, deps, { orderId, title: step.title });
}

/** Announces the first call that reached the buyer. */
async function announceContact({ clock }: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  if (order.status !== 'confirmed') return;
  const isNew = await queueNotice(trx, { kind: 'contacted', orderId: order.id, eventKey: `contacted:${order.id}` });
  if (!isNew) return;
  const entry = { actor: 'admin', actorUserId: act.actor_id, note: '담당자가 전화로 연락드렸습니다.' } as const;
  await addTimelineEntry(trx, order, entry);
  await trx.updateTable('order_calls').set({ told_at: clock.now() }).where('id', '=', act.call_id).execute();
}

/**
 * Announces the start of the work, which ends the right to a full refund of a service per case (spec
 * §9).
 */
async function announceStart(_deps: AnnounceDeps, trx: Trx, order: OrderRow, act: Act) {
  if (order.status !== 'confirmed') return;
  const entry = { actor: 'admin', actorUserId: act.actor_id, note: '담당자가 업무를 시작했습니다.' } as const;
  await addTimelineEntry(trx, order, entry);
  const endsFullRefund = order.category !== 'package';
  await queueOrderMail(trx, order.id, { kind: 'work_started', extra: { endsFullRefund } });
}

const ANNOUNCE: Readonly<Record<PendingAct, Announce>> = {
  step_done: announceStep,
  contacted: announceContact,
  work_started: announceStart,
};

/**
 * Announces acts of administrators to customers, each a minute after it was done, unless it was taken
 * back (contract §9): lines of the timeline, events of conversations, notices and mails.
 */
export async function announceActs(deps: AnnounceDeps, { signal }: Stoppable = {}): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await db.selectFrom('pending_acts').select('order_id').distinct().where('due_at', '<=', now).execute();
  for (const { order_id: orderId } of due) {
    if (signal?.aborted) return;
    await transaction(db, async (trx) => {
      // Each act, and each that takes one back, holds this lock.
      const order = await lockOrder(trx, orderId);
      const acts = await trx
        .deleteFrom('pending_acts')
        .where('order_id', '=', orderId)
        .where('due_at', '<=', now)
        .returning(['id', 'kind', 'step_id', 'call_id', 'actor_id'])
        .execute();
      for (const act of acts.sort((one, other) => one.id - other.id)) await ANNOUNCE[act.kind](deps, trx, order, act);
    });
  }
}
