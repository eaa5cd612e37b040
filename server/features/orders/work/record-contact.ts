import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { ValidRecordContactBody } from '#shared/features/orders/work-schemas.ts';
import { endCallback } from '../free-callback.ts';
import { lockOrder, markHandled } from '../orders.moves.ts';
import { addPendingAct } from '../pending-acts.ts';
import { insertCall } from './calls.queries.ts';

/** Clocks of two machines may differ by as much. */
const TOLERANCE_MS = MINUTE_MS;

function timeOf(at: string | null | undefined, now: Date, since: Date): Date {
  if (at == null) return now;
  const time = new Date(at);
  if (time.getTime() > now.getTime() + TOLERANCE_MS || time < since) {
    throw fieldError('at', '연락한 시각은 주문한 뒤부터 지금까지만 입력할 수 있습니다.');
  }
  return time;
}

function againOf(at: string | null | undefined, now: Date): Date | null {
  if (at == null) return null;
  const time = new Date(at);
  if (time.getTime() < now.getTime() - TOLERANCE_MS)
    throw fieldError('again_at', '다시 전화할 시각은 지금 뒤로 입력해주세요.');
  return time;
}

/**
 * Records a call to the buyer of a paid order with its outcome. Only a call that reached the buyer
 * counts for the promise, where the earliest one does, and ends a booked call; the customer learns of
 * the first one a minute later. The others are kept as attempts (contract §9).
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID; VALIDATION_FAILED for a time that cannot be
 */
export async function recordContact(
  { db, clock, dataKeys }: { db: Db; clock: Clock; dataKeys: DataKeys },
  admin: ActingAdmin,
  orderId: number,
  { at, note, outcome, again_at }: ValidRecordContactBody,
): Promise<void> {
  const callerId = admin.actor.id;
  if (callerId === null) throw new AppError('ADMIN_FORBIDDEN');
  const seal = await dataKeys.forSealing();
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== 'confirmed') throw new AppError('ORDER_NOT_PAID');
    const now = clock.now();
    const time = timeOf(at, now, order.created_at);
    const againAt = againOf(again_at, now);
    const callId = await insertCall(trx, seal, { orderId, at: time, callerId, outcome, note: note ?? '', againAt });
    const isReached = outcome === 'reached';
    const before = order.contacted_at;
    const isFirst = isReached && (before === null || time < before);
    if (isFirst) {
      const contact = { contacted_at: time, contacted_by: callerId };
      await trx.updateTable('orders').set(contact).where('orders.id', '=', orderId).execute();
    }
    const hasEndedCallback = isReached && (await endCallback(trx, orderId, { callId, at: time }));
    if (isReached) {
      await addPendingAct(trx, { kind: 'contacted', order_id: orderId, call_id: callId, actor_id: callerId, now });
    }
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...admin,
      action: 'order.contact',
      subjectType: 'order',
      subjectId: orderId,
      before: { contacted_at: before },
      after: {
        contacted_at: isFirst ? time : before,
        call_id: callId,
        outcome,
        ...(againAt && { again_at: againAt }),
        ...(note && { has_note: true }),
        ...(hasEndedCallback && { callback: time }),
      },
    });
  });
}
