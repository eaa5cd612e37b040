import type { ReceiptFacts } from '#shared/rules/payments/payment-decision.ts';

export type { ReceiptStatus } from '#shared/rules/payments/payment-decision.ts';

/** A payment at the provider in the shop's terms. Amounts are in won. */
export type Receipt = ReceiptFacts & {
  receiptId: string;
  /**
   * Whether the provider said how much went back. Where it did not, `cancelledWon` is 0 and proves
   * nothing.
   */
  isCancelledWonKnown: boolean;
  /** Method as a person reads it, as in 카드; empty until one was chosen. */
  method: string;
  paidAt: Date | null;
  receiptUrl: string | null;
  virtualAccount: ReceiptVirtualAccount | null;
};

type ReceiptVirtualAccount = { bankName: string; accountNumber: string; holder: string; expiresAt: Date | null };

/**
 * The provider as the features see it. Every method throws GatewayError and nothing else, and none
 * takes longer than the gateway's deadline, token exchange included.
 */
export type PaymentGateway = {
  /** The receipt as the provider has it now. */
  findReceipt: (receiptId: string) => Promise<Receipt>;
  /** Captures a receipt that is `approvable`; answers the receipt as it then is. */
  approve: (receiptId: string) => Promise<Receipt>;
  /**
   * Gives money back, or calls off an issued virtual account. The provider's documents disagree on
   * whether it refuses a repeated `cancelId`: never call again without reading the receipt first.
   */
  cancel: (request: CancelRequest) => Promise<Receipt>;
};

type CancelRequest = {
  receiptId: string;
  cancelId: string;
  amountWon: number;
  requestedBy: string;
  reason: string;
  /** Where the money goes, for payments that did not come from a card. */
  account?: { bankCode: string; number: string; holder: string } | undefined;
};

/**
 * - unreachable: no answer, or a 5xx: the outcome is unknown
 * - unreadable: an answer that does not say clearly what became of the money: unknown as well, and
 *   it may stay so until an administrator looks at it
 * - refused: the provider answered no, with its code and message
 * - not_found: it knows no such receipt
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

/** Whether the error leaves open what the provider has done. */
export function isOutcomeUnknown(error: unknown): error is GatewayError {
  return error instanceof GatewayError && (error.kind === 'unreachable' || error.kind === 'unreadable');
}
