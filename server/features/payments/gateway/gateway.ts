/** A payment at the provider, in our words. Amounts are in won. */
export type Receipt = {
  receiptId: string;
  /** The order number the payment was opened for. */
  orderNumber: string;
  priceWon: number;
  /** Given back so far. */
  cancelledWon: number;
  status: ReceiptStatus;
  /** Method as a person reads it, as in 카드; empty until one was chosen. */
  method: string;
  paidAt: Date | null;
  receiptUrl: string | null;
  virtualAccount: ReceiptVirtualAccount | null;
};

type ReceiptVirtualAccount = { bankName: string; accountNumber: string; holder: string; expiresAt: Date | null };

/**
 * waiting (0): the window is open; approvable (2): waits for our approval; paid (1); issued (5): a virtual account
 * waits for the deposit; cancelled (20): given back, whole or in part; failed: below 0.
 */
export type ReceiptStatus = 'waiting' | 'approvable' | 'paid' | 'issued' | 'cancelled' | 'failed';

/** The provider as the features see it. Every method throws GatewayError and nothing else. */
export type PaymentGateway = {
  /** The receipt as the provider has it now. */
  findReceipt: (receiptId: string) => Promise<Receipt>;
  /** Captures a receipt that is `approvable`; answers the receipt as it then is. */
  approve: (receiptId: string) => Promise<Receipt>;
  /** Gives money back. The same `cancelId` is never carried out twice. */
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
 * `unreachable`: no answer, a broken answer or a 5xx, so the outcome is unknown; `refused`: the provider answered no, with its
 * code and message; `not_found`: it knows no such receipt.
 */
export class GatewayError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'not_found';
  readonly providerCode: string;

  constructor(kind: GatewayError['kind'], providerCode: string, message: string) {
    super(message);
    this.name = 'GatewayError';
    this.kind = kind;
    this.providerCode = providerCode;
  }
}
