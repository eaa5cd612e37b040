import { findAttempt } from '../attempts/attempts.queries.ts';
import { GatewayError, type Receipt } from '../gateway/gateway.ts';
import { withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { returnIdFor } from '../refunds/refund-id.ts';
import { failAttempt } from './record-receipt.ts';

/** Returns whether no deposit can arrive any more. Some receipts are "cancelled" without a refunded amount. */
export function isCalledOff({ status, cancelledWon }: Pick<Receipt, 'status' | 'cancelledWon'>): boolean {
  return status === 'failed' || (status === 'cancelled' && cancelledWon === 0);
}

/**
 * Revokes the issued virtual account of an order that accepts no payment any more, to prevent a
 * deposit. If the provider refuses, the attempt stays `revoking`: the job retries until the deposit
 * date, and a deposit that still arrives is refunded.
 */
export async function callOffAccount(
  deps: PaymentDeps,
  orderId: number,
  { receiptId, priceWon }: Receipt,
): Promise<void> {
  let receipt: Receipt;
  try {
    receipt = await deps.gateway.cancel({
      receiptId,
      cancelId: returnIdFor(orderId, `${receiptId}:account`),
      amountWon: priceWon,
      requestedBy: 'system',
      reason: '주문이 끝나 가상계좌를 취소합니다.',
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    deps.log.warn({ err: error, receiptId }, 'virtual account not revoked');
    return;
  }
  if (!isCalledOff(receipt)) return;
  await withOrder(deps.db, orderId, async (trx, order) => {
    const attempt = await findAttempt(trx, orderId, receiptId);
    if (attempt?.state === 'revoking') await failAttempt(deps, trx, order, receiptId, '가상계좌를 취소했습니다.');
  });
}
