import type { Trx } from '#server/db/transaction.ts';
import type { OrderMail } from '#server/features/mails/outbox.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { formatWon } from '#shared/rules/price.ts';
import { note, type PayableOrder } from '../order-money.ts';
import { lapseProposals } from './proposals.queries.ts';

/** Describes what the administrator writes to the customer, and what encrypts it. */
export type RequestAnswer = { note: string; seal: Seal };

type RequestEnd = { now: Date; byUserId: number | null } & (
  | { status: 'withdrawn' }
  | { status: 'refused'; answer: RequestAnswer }
  /**
   * `refundId` is null when the money was returned in another way, which has its own entry and
   * mail.
   */
  | { status: 'granted'; grantedWon: number; answer?: RequestAnswer; refundId: number | null }
);

/** Timeline entry and mail for the customer. */
function wordsOf(end: RequestEnd, requestId: number): { entry: string; mail: OrderMail } | undefined {
  switch (end.status) {
    case 'withdrawn':
      return { entry: '환불 요청을 철회했습니다.', mail: { kind: 'refund_withdrawn', extra: {} } };
    case 'refused':
      return {
        entry: `환불 요청을 받아들이지 못했습니다. ${end.answer.note}`,
        mail: { kind: 'refund_refused', extra: { requestId } },
      };
    case 'granted': {
      if (end.refundId === null) return undefined;
      const { grantedWon, answer } = end;
      const entry =
        `환불 요청을 승인했습니다. 환불 금액은 ${formatWon(grantedWon)}입니다. ${answer?.note ?? ''}`.trim();
      return { entry, mail: { kind: 'refund_granted', extra: { grantedWon, requestId } } };
    }
  }
}

/**
 * Ends the open request of an order, if any, with its status, timeline entry and mail, and a refund
 * that waits to be approved for it. Needs the
 * order's lock: of a concurrent withdrawal and decision the second finds nothing open. Returns the
 * request's id, or undefined when none was open.
 */
export async function endOpenRequest(trx: Trx, order: PayableOrder, end: RequestEnd): Promise<number | undefined> {
  const isByAdmin = end.status !== 'withdrawn';
  const open = await trx
    .selectFrom('refund_requests')
    .select('refund_requests.id')
    .where('refund_requests.order_id', '=', order.id)
    .where('refund_requests.state', '=', 'open')
    .executeTakeFirst();
  if (!open) return undefined;
  const answer = end.status === 'withdrawn' ? undefined : end.answer;
  await trx
    .updateTable('refund_requests')
    .set({
      state: end.status,
      decided_at: end.now,
      decided_by: isByAdmin ? end.byUserId : null,
      ...(answer && { note_sealed: answer.seal(answer.note, `refund_requests.note_sealed:${open.id}`) }),
      ...(end.status === 'granted' && { granted_amount: end.grantedWon, refund_id: end.refundId }),
    })
    .where('refund_requests.id', '=', open.id)
    .execute();
  await lapseProposals(trx, { request_id: open.id });
  const words = wordsOf(end, open.id);
  if (words) {
    const actor = isByAdmin ? 'admin' : 'customer';
    const seal = answer?.note ? { seal: answer.seal } : {};
    await note(trx, order, { actor, actorUserId: end.byUserId, note: words.entry, ...seal, mail: words.mail });
  }
  return open.id;
}
