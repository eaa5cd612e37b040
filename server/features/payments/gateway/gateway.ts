import type { ReceiptFacts } from '#shared/rules/payments/payment-decision.ts';

export type { ReceiptStatus } from '#shared/rules/payments/payment-decision.ts';

/** A payment at the provider in the shop's terms. Amounts are in won. */
export type Receipt = ReceiptFacts & {
  receiptId: string;
  /** True when the provider reported the refunded amount. If not, `cancelledWon` is 0 and proves nothing. */
  isCancelledWonKnown: boolean;
  /** Display name of the method, such as 카드; empty until one was chosen. */
  method: string;
  paidAt: Date | null;
  receiptUrl: string | null;
  virtualAccount: ReceiptVirtualAccount | null;
};

type ReceiptVirtualAccount = { bankName: string; accountNumber: string; holder: string; expiresAt: Date | null };

/**
 * Interface to the payment provider. Every method throws only GatewayError, and returns within the
 * gateway's deadline, token exchange included.
 */
export type PaymentGateway = {
  /** Reads a receipt from the provider. */
  findReceipt: (receiptId: string) => Promise<Receipt>;
  /** Captures an `approvable` receipt; returns the updated receipt. */
  approve: (receiptId: string) => Promise<Receipt>;
  /**
   * Refunds money, or revokes an issued virtual account. The provider's documents disagree on
   * whether a repeated `cancelId` is refused: never call again without reading the receipt first.
   */
  cancel: (request: CancelRequest) => Promise<Receipt>;
};

type CancelRequest = {
  receiptId: string;
  cancelId: string;
  amountWon: number;
  requestedBy: string;
  reason: string;
  /** Bank account for the refund of a payment without a card. */
  account?: { bankCode: string; number: string; holder: string } | undefined;
};

/**
 * - unreachable: no response, or a 5xx; the outcome is unknown
 * - unreadable: a response without a clear outcome; unknown as well, possibly until an
 *   administrator handles it
 * - refused: the provider refused, with its code and message
 * - not_found: the receipt is unknown
 */
export class GatewayError extends Error {
  readonly kind: 'unreachable' | 'unreadable' | 'refused' | 'not_found';
  readonly providerCode: string;

  constructor(kind: GatewayError['kind'], providerCode: string, message: string) {
    super(message);
    this.name = 'GatewayError';
    this.kind = kind;
    this.providerCode = providerCode;
  }
}

/** Returns whether the outcome at the provider is unknown after the error. */
export function isOutcomeUnknown(error: unknown): error is GatewayError {
  return error instanceof GatewayError && (error.kind === 'unreachable' || error.kind === 'unreadable');
}
