import type { Trx } from '#server/db/transaction.ts';
import { type OrderMail, queueOrderMail } from '#server/features/mails/outbox.ts';
import { addTimelineEntry } from '#server/features/orders/state/move-order.ts';
import type { OrderRow } from '#server/features/orders/state/order-row.ts';
import { formatWon } from '#shared/rules/price.ts';

type RequestEnd = { now: Date; byUserId: number | null } & (
  | { state: 'withdrawn' }
  | { state: 'refused'; note: string }
  /** Undefined when the money was returned in another way, which has its own entry and mail. */
  | { state: 'granted'; grantedWon: number; note: string; refundId: number | null }
);

/** Timeline entry and mail for the customer. */
function wordsOf(end: RequestEnd): { entry: string; mail: OrderMail } | undefined {
  switch (end.state) {
    case 'withdrawn':
      return { entry: '환불 요청을 철회했습니다.', mail: { kind: 'refund_withdrawn', extra: {} } };
    case 'refused':
      return {
        entry: `환불 요청을 받아들이지 못했습니다. ${end.note}`,
        mail: { kind: 'refund_refused', extra: { note: end.note } },
      };
    case 'granted': {
      if (end.refundId === null) return undefined;
      const { grantedWon, note } = end;
      const entry = `환불 요청을 승인했습니다. 환불 금액은 ${formatWon(grantedWon)}입니다. ${note}`.trim();
      return { entry, mail: { kind: 'refund_granted', extra: { grantedWon, note } } };
    }
  }
}

/**
 * Ends the open request of an order, if any, with its status, timeline entry and mail. Needs the
 * order's lock: of a concurrent withdrawal and decision the second finds nothing open. Returns the
 * request's id, or undefined when none was open.
 */
export async function endOpenRequest(trx: Trx, order: OrderRow, end: RequestEnd): Promise<number | undefined> {
  const isByStaff = end.state !== 'withdrawn';
  const ended = await trx
    .updateTable('refund_requests')
    .set({
      state: end.state,
      decided_at: end.now,
      decided_by: isByStaff ? end.byUserId : null,
      ...(end.state !== 'withdrawn' && { note: end.note }),
      ...(end.state === 'granted' && { granted_amount: end.grantedWon, refund_id: end.refundId }),
    })
    .where('refund_requests.order_id', '=', order.id)
    .where('refund_requests.state', '=', 'open')
    .returning('refund_requests.id')
    .executeTakeFirst();
  if (!ended) return undefined;
  const words = wordsOf(end);
  if (words) {
    const actor = isByStaff ? 'admin' : 'customer';
    await addTimelineEntry(trx, order, { actor, actorUserId: end.byUserId, note: words.entry });
    await queueOrderMail(trx, order.id, words.mail);
  }
  return ended.id;
}
