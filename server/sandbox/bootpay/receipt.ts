/** The provider's numbers for what became of a payment. */
export const STATUS = { waiting: 0, paid: 1, approvable: 2, issued: 5, cancelled: 20, failed: -1 } as const;

export type Method = 'card' | 'easy' | 'vbank';

export const METHOD_NAMES: Record<Method, string> = { card: '카드', easy: '간편결제', vbank: '가상계좌' };

export type OpenType = 'popup' | 'redirect' | 'iframe';

/** A row of `sandbox.receipts`. */
export type SandboxReceipt = {
  receipt_id: string;
  order_id: string;
  order_name: string;
  price: number;
  cancelled_price: number;
  status: number;
  open_type: OpenType;
  separately_confirmed: boolean;
  redirect_url: string | null;
  application_id: string;
  method: Method | null;
  bank_account: string | null;
  bank_username: string | null;
  bank_expires_at: Date | null;
  error_code: string | null;
  error_message: string | null;
  requested_at: Date;
  expires_at: Date;
  purchased_at: Date | null;
  cancelled_at: Date | null;
};

/** A row of `sandbox.ledger`. */
export type LedgerEntry = { receipt_id: string; kind: 'capture' | 'cancel'; amount: number; cancel_id: string | null };

/** What the sandbox refuses, with a code and a sentence as the provider words them. */
export class SandboxRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'SandboxRefusal';
    this.status = status;
    this.code = code;
  }
}

export const BANK_NAME = '본보기은행';

const STATUS_NAMES = new Map<number, string>([
  [STATUS.waiting, '결제대기'],
  [STATUS.paid, '결제완료'],
  [STATUS.approvable, '결제승인대기'],
  [STATUS.issued, '가상계좌 발급 완료'],
  [STATUS.cancelled, '결제취소'],
  [STATUS.failed, '결제실패'],
]);

export function statusName(status: number): string {
  return STATUS_NAMES.get(status) ?? '';
}

/** The receipt as the provider's REST API and its webhooks give it. */
export function receiptAnswer(receipt: SandboxReceipt, sandboxUrl: string): Record<string, unknown> {
  const method = receipt.method && METHOD_NAMES[receipt.method];
  return {
    receipt_id: receipt.receipt_id,
    order_id: receipt.order_id,
    price: receipt.price,
    tax_free: 0,
    cancelled_price: receipt.cancelled_price,
    cancelled_tax_free: 0,
    order_name: receipt.order_name,
    company_name: '테스트 상점',
    gateway_url: sandboxUrl,
    sandbox: true,
    pg: '테스트',
    ...(method && { method, method_symbol: receipt.method, method_origin: method }),
    requested_at: receipt.requested_at.toISOString(),
    ...(receipt.purchased_at && { purchased_at: receipt.purchased_at.toISOString() }),
    ...(receipt.cancelled_at && { cancelled_at: receipt.cancelled_at.toISOString() }),
    status: receipt.status,
    status_locale: statusName(receipt.status),
    currency: 'KRW',
    ...(method && { receipt_url: `${sandboxUrl}/receipt/${receipt.receipt_id}` }),
    ...(receipt.bank_account && {
      vbank_data: {
        bank_code: '999',
        bank_name: BANK_NAME,
        bank_account: receipt.bank_account,
        bank_username: receipt.bank_username,
        expired_at: receipt.bank_expires_at?.toISOString(),
      },
    }),
  };
}
