import type { OrderStatus } from './order-status.ts';

/** What the provider says of a receipt, as far as the decision needs it. Amounts are in won. */
export type ReceiptFacts = {
  orderNumber: string;
  priceWon: number;
  cancelledWon: number;
  /** See `ReceiptStatus` of the gateway. */
  status: 'waiting' | 'approvable' | 'paid' | 'issued' | 'cancelled' | 'failed';
};

export type OrderFacts = { orderNumber: string; priceWon: number; status: OrderStatus };

/**
 * What to do with a receipt that somebody brought for an order:
 * - approve: capture it, then settle again
 * - record_paid, record_issued, record_cancelled: write down what the provider has
 * - wait: the buyer has not finished yet
 * - fail: it will never be paid; the order stays payable
 * - not_ours: it was opened for another order
 * - reject: never approve it, and give back what was paid; `orderStatus` is what the order becomes, if it changes
 */
export type Settlement =
  | { act: 'approve' | 'record_paid' | 'record_issued' | 'record_cancelled' | 'wait' | 'fail' | 'not_ours' }
  | {
      act: 'reject';
      code: 'PRICE_MISMATCH' | 'ORDER_CANCELLED' | 'ORDER_ALREADY_PAID';
      orderStatus: 'error' | undefined;
      giveBackWon: number;
    };

const IS_CLOSED: Record<OrderStatus, boolean> = {
  pending: false,
  processing: false,
  confirmed: true,
  cancelled: true,
  error: true,
};

/** What is said to a payment that comes for an order which takes none any more; undefined while it takes one. */
export function closedCode(status: OrderStatus): 'ORDER_ALREADY_PAID' | 'ORDER_CANCELLED' | undefined {
  if (!IS_CLOSED[status]) return undefined;
  return status === 'confirmed' ? 'ORDER_ALREADY_PAID' : 'ORDER_CANCELLED';
}

/**
 * Whether the firm has money of this receipt. The provider uses one status for money given back whole or in part; only the
 * amounts tell them apart.
 */
export function holdsMoney({ status, cancelledWon, priceWon }: Omit<ReceiptFacts, 'orderNumber'>): boolean {
  const isPartlyCancelled = status === 'cancelled' && cancelledWon > 0 && cancelledWon < priceWon;
  return status === 'paid' || isPartlyCancelled;
}

/**
 * Decides about a receipt (contract §3). The receipt is one that the order has not recorded as its payment yet; for one
 * that it has, the answer is the order itself.
 */
export function decideSettlement(order: OrderFacts, receipt: ReceiptFacts): Settlement {
  if (receipt.orderNumber !== order.orderNumber) return { act: 'not_ours' };
  const isPaid = holdsMoney(receipt);
  const giveBackWon = isPaid ? receipt.priceWon - receipt.cancelledWon : 0;

  if (receipt.status === 'failed') return { act: 'fail' };
  if (receipt.status === 'waiting') return { act: 'wait' };
  if (receipt.priceWon !== order.priceWon) {
    const orderStatus = IS_CLOSED[order.status] ? undefined : 'error';
    return { act: 'reject', code: 'PRICE_MISMATCH', orderStatus, giveBackWon };
  }
  const code = closedCode(order.status);
  if (code) return { act: 'reject', code, orderStatus: undefined, giveBackWon };
  if (isPaid) return { act: 'record_paid' };
  switch (receipt.status) {
    case 'approvable':
      return { act: 'approve' };
    case 'issued':
      return { act: 'record_issued' };
    default:
      return { act: 'record_cancelled' };
  }
}
