import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { IssueRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { findAttempt } from '../attempts/attempts.queries.ts';
import { withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { endOpenRequest } from './end-open-request.ts';
import { issuedIdFor } from './refund-id.ts';
import { findRefund, type Refund } from './refunds.queries.ts';
import { writeRefundIntent } from './write-refund-intent.ts';

/** Writes the intent, once per `cancelId`, and grants the customer's open request. */
async function writeIntent(
  { db, clock, timing, dataKeys, fourEyesWon }: PaymentDeps,
  admin: ActingAdmin,
  orderId: number,
  body: IssueRefundBody & { cancelId: string },
): Promise<void> {
  const seal = await dataKeys.forSealing();
  await withOrder(db, orderId, async (trx, order) => {
    const known = await findRefund(trx, body.cancelId);
    if (known && !isRepeat(known, body)) throw new AppError('CONFLICT');
    if (known) return;
    const now = clock.now();
    const dueAt = new Date(now.getTime() + timing.retryMs);
    const clearance = { byOneUpTo: fourEyesWon };
    const refundId = await writeRefundIntent(trx, admin, order, { ...body, seal, dueAt, clearance });
    // The request is about the order's payment, not about a second one captured by mistake.
    if (body.receipt_id && (await findAttempt(trx, orderId, body.receipt_id))?.state !== 'paid') return;
    const granted = { status: 'granted', refundId, grantedWon: body.amount } as const;
    await endOpenRequest(trx, order, { ...granted, now, byUserId: admin.actor.id });
  });
}

function isRepeat(known: Refund, { amount, receipt_id: receiptId }: IssueRefundBody): boolean {
  return known.amount === amount && (receiptId ?? known.receipt_id) === known.receipt_id;
}

/**
 * Refunds an order's payment fully or partly, up to the balance of the receipt (contract §3):
 * commits the intent, calls the provider, then writes the outcome. Without a clear response the
 * refund stays `requested`, and the job continues it. Returns the refund's id.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID,
 *   REFUND_PROPOSED, SECOND_PERSON_REQUIRED; CONFLICT for a key that stands for another refund
 */
export async function issueRefund(
  deps: PaymentDeps,
  admin: ActingAdmin,
  orderId: number,
  body: IssueRefundBody,
): Promise<number> {
  const cancelId = body.requestKey ? issuedIdFor(orderId, body.requestKey) : newToken().slice(0, 32);
  await writeIntent(deps, admin, orderId, { ...body, cancelId });
  await carryOutRefund(deps, cancelId);
  const refund = await findRefund(deps.db, cancelId);
  if (!refund) throw new AppError('CONFLICT');
  return refund.id;
}
