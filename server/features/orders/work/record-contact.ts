import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { RecordContactBody } from '#shared/features/orders/work-schemas.ts';
import { endCallback } from '../free-callback.ts';
import { addTimelineEntry, lockOrder, markHandled } from '../orders.moves.ts';
import { insertNote } from '../state/insert-note.ts';

/** Clocks of two machines may differ by as much. */
const TOLERANCE_MS = MINUTE_MS;

function timeOf(at: string | null | undefined, now: Date, since: Date): Date {
  if (at == null) return now;
  const time = new Date(at);
  if (time.getTime() > now.getTime() + TOLERANCE_MS || time < since) {
    const message = '연락한 시각은 주문한 뒤부터 지금까지만 입력할 수 있습니다.';
    throw new AppError('VALIDATION_FAILED', { details: [{ path: 'at', message }] });
  }
  return time;
}

/**
 * Records that the firm has called the buyer of a paid order. The earliest call counts for the
 * promise; the customer reads of the first one recorded. A note is kept as a private note each
 * time. A booked call ends with it.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID; VALIDATION_FAILED for a time that cannot be
 */
export async function recordContact(
  { db, clock, dataKeys }: { db: Db; clock: Clock; dataKeys: DataKeys },
  admin: ActingAdmin,
  orderId: number,
  { at, note }: RecordContactBody,
): Promise<void> {
  const authorId = admin.actor.id;
  if (authorId === null) throw new AppError('ADMIN_FORBIDDEN');
  const seal = await dataKeys.forSealing();
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== 'confirmed') throw new AppError('ORDER_NOT_PAID');
    const time = timeOf(at, clock.now(), order.created_at);
    const before = order.contacted_at;
    const isEarlier = before === null || time < before;
    const hasEndedCallback = await endCallback(trx, orderId, time);
    if (!isEarlier && !note && !hasEndedCallback) return;
    if (isEarlier) {
      const contact = { contacted_at: time, contacted_by: authorId };
      await trx.updateTable('orders').set(contact).where('orders.id', '=', orderId).execute();
    }
    if (before === null) {
      const entry = { actor: 'admin', actorUserId: authorId, note: '담당자가 전화로 연락드렸습니다.' } as const;
      await addTimelineEntry(trx, order, entry);
      const eventKey = `contacted:${orderId}`;
      await queueNotice(trx, { kind: 'contacted', orderId, eventKey });
    }
    const noteId = note ? await insertNote(trx, seal, { orderId, authorId, text: note, isVisible: false }) : undefined;
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...admin,
      action: 'order.contact',
      subjectType: 'order',
      subjectId: orderId,
      before: { contacted_at: before },
      after: {
        contacted_at: isEarlier ? time : before,
        ...(noteId && { note_id: noteId }),
        ...(hasEndedCallback && { callback: time }),
      },
    });
  });
}
