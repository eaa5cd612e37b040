import { getRefundFacts, type RefundFacts } from '#server/features/orders/orders.lookup.ts';
import { queuePush } from '#server/features/push/queue-push.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { RequestRefundBody } from '#shared/features/payments/refund-schemas.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import { isExaminedByFirm, type RefundDue } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { note, withOwnOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';

/** Repeated requests and withdrawals would flood the mailbox and the timeline. */
const LIMIT = { name: 'refund-requests', points: 5, windowMs: DAY_MS };

/** Returns the refund by the policy. Needs the order's lock. */
function requireDue({ due, isPaid }: RefundFacts): RefundDue {
  if (due) return due;
  throw new AppError(isPaid ? 'REFUND_IN_PROGRESS' : 'NOT_PAID');
}

/**
 * Stores a customer's refund request with the amount that the refund policy allows now (spec §9);
 * an administrator decides it. Returns false while one is open.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, TOO_MANY_REQUESTS
 */
export async function requestRefund(
  { db, clock, dataKeys }: Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>,
  actor: Actor,
  orderId: number,
  { reason }: RequestRefundBody,
): Promise<boolean> {
  const now = clock.now();
  const seal = await dataKeys.forSealing();
  return withOwnOrder(db, actor, orderId, async (trx, order) => {
    const facts = await getRefundFacts(trx, actor.id, orderId, now);
    if (facts.requestStatus === 'open') return false;
    const { amountWon: amount, basis, reason: policy } = requireDue(facts);
    await consume(trx, LIMIT, String(orderId));
    const id = await nextId(trx, 'refund_requests');
    await trx
      .insertInto('refund_requests')
      .values({
        id,
        order_id: orderId,
        amount,
        policy_basis: basis,
        policy_reason: policy,
        reason_sealed: seal(reason, `refund_requests.reason_sealed:${id}`),
        created_at: now,
      })
      .execute();
    const outcome = isExaminedByFirm(basis)
      ? '환불 금액은 담당자가 확인한 뒤 알려드립니다.'
      : `환불 정책에 따른 금액은 ${formatWon(amount)}입니다.`;
    await note(trx, order, {
      actor: 'customer',
      actorUserId: actor.id,
      note: `환불을 요청했습니다. ${outcome}`,
      mail: { kind: 'refund_asked', extra: { amountWon: amount, basis, policy, dueOn: refundDueOn(now) } },
    });
    await queuePush(trx, { kind: 'refund', now, actorId: actor.id, assigneeId: null });
    return true;
  });
}
