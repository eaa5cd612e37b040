import type { OrderStatus } from '../order-status.ts';

/**
 * A receipt's status at the provider:
 * - waiting (0): the window is open; approvable (2): waits for our approval; paid (1)
 * - issued (5): a virtual account waits for its deposit
 * - cancelled (20): money went back, whole or in part; `cancelledWon` tells how much
 * - cancelling (-30), cancel_failed (-20): money is held, and its return is under way or failed
 * - failed (other known values below 0): nothing was captured
 */
export type ReceiptStatus =
  | 'waiting'
  | 'approvable'
  | 'paid'
  | 'issued'
  | 'cancelled'
  | 'cancelling'
  | 'cancel_failed'
  | 'failed';

/** Data of a receipt at the provider that the decision needs. Amounts are in won. */
export type ReceiptFacts = {
  orderNumber: string;
  priceWon: number;
  cancelledWon: number;
  /** Undefined when the receipt does not say it, which pays for no order. */
  taxFreeWon: number | undefined;
  /** ISO 4217, as in `KRW`; undefined like `taxFreeWon`. */
  currency: string | undefined;
  /** Paid in the provider's test environment, or not known to be real: no money moved. */
  isTest: boolean;
  status: ReceiptStatus;
};

export type OrderFacts = {
  orderNumber: string;
  priceWon: number;
  status: OrderStatus;
  /**
   * Another receipt pays for the order, or is about to: an issued account or a recorded payment.
   */
  isHeld: boolean;
  /** Test payments count: the built-in sandbox, or `BOOTPAY_TEST_MODE`. */
  acceptsTestPayments: boolean;
};

/** Why a receipt cannot pay for an order although it has the right order number. */
export type ReceiptFlaw = 'amount' | 'test_payment' | 'currency' | 'tax_free';

/**
 * Describes what to do with a receipt for an order:
 * - approve: capture it, then decide again
 * - record_paid, record_issued, record_cancelled: store the provider's state
 * - wait: the buyer has not finished yet
 * - ask_again: the provider's response is not clear yet
 * - fail: it will never be paid; the order stays payable
 * - not_ours: it was opened for another order
 * - reject: never approve it, and refund what was captured
 */
export type PaymentDecision =
  | {
      act:
        | 'approve'
        | 'record_paid'
        | 'record_issued'
        | 'record_cancelled'
        | 'wait'
        | 'ask_again'
        | 'fail'
        | 'not_ours';
    }
  | Rejection;

export type Rejection = {
  act: 'reject';
  code: 'PRICE_MISMATCH' | 'ORDER_CANCELLED' | 'ORDER_ALREADY_PAID';
  flaw: ReceiptFlaw | undefined;
  /** The new status of the order, if it changes. */
  orderStatus: 'error' | undefined;
  giveBackWon: number;
  /** An issued virtual account without a deposit: it is revoked to prevent one. */
  hasOpenAccount: boolean;
};

/** The only currency and the only tax-free amount that an order of this shop has (contract §3). */
const CURRENCY = 'KRW';
const TAX_FREE_WON = 0;

const IS_OVER: Record<OrderStatus, boolean> = {
  pending: false,
  processing: false,
  confirmed: false,
  cancelled: true,
  error: true,
};

/**
 * Returns why an order accepts no payment any more; undefined while it does. Captured money
 * decides, not the status alone: an order that an administrator set to confirmed is unpaid
 * (contract §3).
 */
export function closedCode({
  status,
  isHeld,
}: Pick<OrderFacts, 'status' | 'isHeld'>): 'ORDER_ALREADY_PAID' | 'ORDER_CANCELLED' | undefined {
  if (IS_OVER[status]) return 'ORDER_CANCELLED';
  return isHeld ? 'ORDER_ALREADY_PAID' : undefined;
}

const HAS_MONEY: Record<ReceiptStatus, boolean> = {
  waiting: false,
  approvable: false,
  issued: false,
  failed: false,
  paid: true,
  cancelled: true,
  cancelling: true,
  cancel_failed: true,
};

type Amounts = Pick<ReceiptFacts, 'status' | 'cancelledWon' | 'priceWon'>;

/**
 * Returns the captured amount of a receipt that was not refunded, in won. The status shows only
 * that money was captured; the amounts show how much is left, because the documents of the provider
 * disagree about the status after a partial refund.
 */
export function heldWon({ status, cancelledWon, priceWon }: Amounts): number {
  return HAS_MONEY[status] ? priceWon - cancelledWon : 0;
}

function flawOf(order: OrderFacts, receipt: ReceiptFacts): ReceiptFlaw | undefined {
  if (receipt.isTest && !order.acceptsTestPayments) return 'test_payment';
  if (receipt.currency !== CURRENCY) return 'currency';
  if (receipt.priceWon !== order.priceWon) return 'amount';
  return receipt.taxFreeWon === TAX_FREE_WON ? undefined : 'tax_free';
}

/** "Cancelled" without a refunded amount, and a running cancellation, prove nothing yet. */
function isUnclear({ status, cancelledWon }: ReceiptFacts): boolean {
  return status === 'cancelling' || (status === 'cancelled' && cancelledWon === 0);
}

/**
 * Decides about a receipt (contract §3). The receipt is one that the order has not recorded as its
 * payment yet; for one that it has, the answer is the order itself.
 */
export function decidePayment(order: OrderFacts, receipt: ReceiptFacts): PaymentDecision {
  if (receipt.orderNumber !== order.orderNumber) return { act: 'not_ours' };
  if (receipt.status === 'failed') return { act: 'fail' };
  if (receipt.status === 'waiting') return { act: 'wait' };
  if (isUnclear(receipt)) return { act: 'ask_again' };
  const flaw = flawOf(order, receipt);
  const closed = closedCode(order);
  if (flaw || closed) {
    const isOpen = order.status === 'pending' || order.status === 'processing';
    return reject(receipt, {
      code: flaw ? 'PRICE_MISMATCH' : (closed ?? 'PRICE_MISMATCH'),
      flaw,
      orderStatus: flaw && isOpen ? 'error' : undefined,
    });
  }
  if (heldWon(receipt) > 0) return { act: 'record_paid' };
  switch (receipt.status) {
    case 'approvable':
      return { act: 'approve' };
    case 'issued':
      return { act: 'record_issued' };
    default:
      return { act: 'record_cancelled' };
  }
}

/** Returns the decision to reject a receipt. */
export function reject(receipt: Amounts, why: Pick<Rejection, 'code' | 'flaw' | 'orderStatus'>): Rejection {
  const hasOpenAccount = receipt.status === 'issued';
  return { act: 'reject', ...why, giveBackWon: heldWon(receipt), hasOpenAccount };
}
