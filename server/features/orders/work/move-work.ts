import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ValidMoveWorkBody } from '#shared/features/orders/work-schemas.ts';
import { isWorkMoveAllowed, type WorkState, workStateOf } from '#shared/rules/work/work-state.ts';
import { addTimelineEntry, lockOrder, markHandled, type OrderRow } from '../orders.moves.ts';
import { addPendingAct, takeBackAct } from '../pending-acts.ts';

type Times = Pick<OrderRow, 'work_started_at' | 'work_closed_at'>;

function timesOf(order: OrderRow, to: WorkState, now: Date): Times {
  switch (to) {
    case 'waiting':
      return { work_started_at: null, work_closed_at: null };
    case 'in_progress':
      return { work_started_at: order.work_started_at ?? now, work_closed_at: null };
    case 'closed':
      return { work_started_at: order.work_started_at, work_closed_at: now };
  }
}

const NOTES = {
  waiting: '담당자가 업무 시작 표시를 되돌렸습니다.',
  in_progress: '담당자가 업무를 다시 맡았습니다.',
} as const;

/**
 * Has the customer learn of start and end a minute later. A move back writes its line of the timeline at once, unless
 * the customer has not learnt of what it takes back: then there is none.
 */
async function tellMove(
  trx: Trx,
  order: OrderRow,
  { from, to }: { from: WorkState; to: WorkState },
  by: { adminId: number; now: Date },
): Promise<void> {
  const act = { order_id: order.id, actor_id: by.adminId, now: by.now };
  if (from === 'waiting') return addPendingAct(trx, { ...act, kind: 'work_started' });
  if (to === 'closed') return addPendingAct(trx, { ...act, kind: 'work_closed' });
  if (await takeBackAct(trx, order.id, { kind: to === 'waiting' ? 'work_started' : 'work_closed' })) return;
  await addTimelineEntry(trx, order, { actor: 'admin', actorUserId: by.adminId, note: NOTES[to], isProgress: true });
}

async function hasOpenRefundRequest(trx: Trx, orderId: number): Promise<boolean> {
  const open = trx.selectFrom('refund_requests').select('refund_requests.id');
  const found = await open.where('order_id', '=', orderId).where('state', '=', 'open').executeTakeFirst();
  return found !== undefined;
}

/**
 * Starts, takes back, closes or reopens the firm's work on a paid order. The start ends the right
 * to a full refund of a service per case (spec §9): the customer learns of it a minute later, and an
 * open refund request has to be confirmed. The same state again changes nothing.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT for an order that is not confirmed, and for a move
 *   that the states do not allow; REFUND_REQUEST_OPEN
 */
export async function moveWork(
  { db, clock }: { db: Db; clock: Clock },
  admin: ActingAdmin,
  orderId: number,
  { state: to, isConfirmed }: ValidMoveWorkBody,
): Promise<void> {
  const adminId = admin.actor.id;
  if (adminId === null) throw new AppError('ADMIN_FORBIDDEN');
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const from = workStateOf(order);
    if (from === to) return;
    const isStart = from === 'waiting';
    if (order.status !== 'confirmed' && to !== 'waiting') throw new AppError('CONFLICT');
    if (!isWorkMoveAllowed(from, to)) throw new AppError('CONFLICT', { cause: new Error(`work: ${from} to ${to}`) });
    if (isStart && !isConfirmed && (await hasOpenRefundRequest(trx, orderId)))
      throw new AppError('REFUND_REQUEST_OPEN');
    const now = clock.now();
    const times = timesOf(order, to, now);
    await trx.updateTable('orders').set(times).where('orders.id', '=', orderId).execute();
    await tellMove(trx, order, { from, to }, { adminId, now });
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...admin,
      action: 'order.set_work',
      subjectType: 'order',
      subjectId: orderId,
      before: { state: from, work_started_at: order.work_started_at, work_closed_at: order.work_closed_at },
      after: { state: to, ...times },
    });
  });
}
