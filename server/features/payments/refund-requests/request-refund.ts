import { transaction } from '#server/db/transaction.ts';
import { queueOrderMail } from '#server/features/mails/outbox.ts';
import { getOrderAnswer, getRefundFacts, type RefundFacts } from '#server/features/orders/orders.lookup.ts';
import { addTimelineEntry, getOwnOrderRow, lockOrder } from '#server/features/orders/orders.moves.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RequestRefundBody } from '#shared/features/payments/refund-schemas.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import { isExaminedByFirm, type RefundDue } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
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
 * an administrator decides it. While one is open, it returns that one with `isNew` false.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, TOO_MANY_REQUESTS
 */
export async function requestRefund(
  { db, clock, dataKeys }: Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>,
  actor: Actor,
  orderId: number,
  { reason }: RequestRefundBody,
): Promise<{ order: Order; isNew: boolean }> {
  const now = clock.now();
  // Check the owner before locking: another user's order is unknown.
  await getOwnOrderRow(db, actor.id, orderId);
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const locked = await lockOrder(trx, orderId);
    const readAnswer = () => getOrderAnswer({ db: trx, dataKeys }, actor.id, orderId, now);
    const facts = await getRefundFacts(trx, actor.id, orderId, now);
    if (facts.requestStatus === 'open') return { order: await readAnswer(), isNew: false };
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
    const note = `환불을 요청했습니다. ${outcome}`;
    await addTimelineEntry(trx, locked, { actor: 'customer', actorUserId: actor.id, note });
    await queueOrderMail(trx, orderId, {
      kind: 'refund_asked',
      extra: { amountWon: amount, basis, policy, dueOn: refundDueOn(now) },
    });
    return { order: await readAnswer(), isNew: true };
  });
}
