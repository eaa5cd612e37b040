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

/** What the provider says of a receipt, as far as the decision needs it. Amounts are in won. */
export type ReceiptFacts = {
  orderNumber: string;
  priceWon: number;
  cancelledWon: number;
  taxFreeWon: number;
  /** ISO 4217, as in `KRW`. */
  currency: string;
  /** Paid in the provider's test environment: no money moved. */
  isTest: boolean;
  status: ReceiptStatus;
};

export type OrderFacts = {
  orderNumber: string;
  priceWon: number;
  status: OrderStatus;
  /** Another receipt pays for it, or is about to: an issued account or a recorded payment. */
  isHeld: boolean;
  /** Test payments count: the built-in sandbox, or `BOOTPAY_TEST_MODE`. */
  acceptsTestPayments: boolean;
};

/** What keeps a receipt from paying for an order of the right number. */
export type ReceiptFlaw = 'amount' | 'test_payment' | 'currency' | 'tax_free';

/**
 * What to do with a receipt that was brought for an order:
 * - approve: capture it, then decide again
 * - record_paid, record_issued, record_cancelled: write down what the provider has
 * - wait: the buyer has not finished yet
 * - ask_again: the provider's answer is not clear yet
 * - fail: it will never be paid; the order stays payable
 * - not_ours: it was opened for another order
 * - reject: never approve it, and give back what was paid
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
  /** What the order becomes, if it changes. */
  orderStatus: 'error' | undefined;
  giveBackWon: number;
  /** An account without a deposit: it is called off, so that none comes in. */
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
 * Why an order takes no payment any more; undefined while it takes one. Who holds the money decides,
 * not the status alone: an order that an administrator set to confirmed is unpaid (contract §3).
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
 * What the firm holds of a receipt, in won. The status only tells that money was captured; how much
 * of it is left follows from the amounts, since the provider's documents disagree about the status
 * after a partial return.
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

/** "Cancelled" with nothing given back, and a return under way, say nothing yet. */
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

/** The decision to take nothing of a receipt for its order. */
export function reject(receipt: Amounts, why: Pick<Rejection, 'code' | 'flaw' | 'orderStatus'>): Rejection {
  const hasOpenAccount = receipt.status === 'issued';
  return { act: 'reject', ...why, giveBackWon: heldWon(receipt), hasOpenAccount };
}
