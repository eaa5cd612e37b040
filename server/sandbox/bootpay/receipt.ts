import type { Quirks } from './quirks.ts';

/** How a buyer can pay in the sandbox. */
export const METHODS = ['card', 'easy', 'vbank'] as const;
export type SandboxMethod = (typeof METHODS)[number];

export const METHOD_LABELS: Record<SandboxMethod, string> = { card: '카드', easy: '간편결제', vbank: '가상계좌' };

/** The provider's own numbers. */
export const STATUS = {
  waiting: 0,
  paid: 1,
  approvable: 2,
  issued: 5,
  cancelled: 20,
  failed: -1,
  calledOff: -3,
  cancelFailed: -20,
  cancelling: -30,
} as const;

export const STATUS_LABELS: Record<number, string> = {
  [STATUS.waiting]: '결제대기',
  [STATUS.paid]: '결제완료',
  [STATUS.approvable]: '결제승인대기',
  [STATUS.issued]: '가상계좌 입금대기',
  [STATUS.cancelled]: '결제취소완료',
  [STATUS.failed]: '결제실패',
  [STATUS.calledOff]: '가상계좌 발급 취소',
  [STATUS.cancelFailed]: '결제취소실패',
  [STATUS.cancelling]: '결제취소 진행중',
};

export type OpenType = 'popup' | 'redirect' | 'iframe';

export type VirtualAccount = {
  bank_code: string;
  bank_name: string;
  bank_account: string;
  bank_username: string;
  /** ISO 8601. */
  expired_at: string;
};

/** A row of `sandbox.receipts`. */
export type SandboxReceipt = {
  receipt_id: string;
  order_id: string;
  order_name: string;
  price: number;
  tax_free: number;
  status: number;
  method: SandboxMethod | null;
  cancelled_price: number;
  separately_confirmed: boolean;
  open_type: OpenType;
  redirect_url: string | null;
  transaction_key: string;
  buyer: Record<string, unknown>;
  metadata: Record<string, unknown>;
  virtual_account: VirtualAccount | null;
  deposit_expires_at: Date | null;
  requested_at: Date;
  expires_at: Date;
  purchased_at: Date | null;
  cancelled_at: Date | null;
};

const MAY_EXPIRE: readonly number[] = [STATUS.waiting, STATUS.approvable, STATUS.issued];

/** The status as it is now: what was not gone on with in time has failed. */
export function statusAt(receipt: SandboxReceipt, now: Date): number {
  if (MAY_EXPIRE.includes(receipt.status)) return receipt.expires_at <= now ? STATUS.failed : receipt.status;
  // An account that was issued and not paid into ends in time or by being called off.
  const isCalledOff = receipt.status === STATUS.failed && receipt.virtual_account !== null;
  return isCalledOff ? STATUS.calledOff : receipt.status;
}

/** A cancel that is not done when it is answered. */
export type CancelPhase = 'under_way' | 'failed';

const PHASE_STATUS: Record<CancelPhase, number> = { under_way: STATUS.cancelling, failed: STATUS.cancelFailed };

type View = {
  now: Date;
  quirks: Quirks;
  phase: CancelPhase | undefined;
  isLive: boolean;
  publicUrl: string;
  pathPrefix: string;
};

function shownStatus(receipt: SandboxReceipt, { now, quirks, phase }: View): number {
  if (quirks.unknownStatus !== undefined) return quirks.unknownStatus;
  if (phase) return PHASE_STATUS[phase];
  const status = statusAt(receipt, now);
  const isPart = status === STATUS.cancelled && receipt.cancelled_price < receipt.price;
  return isPart ? quirks.partialCancelStatus : status;
}

const KOREA_OFFSET_MS = 9 * 60 * 60 * 1000;

/** ISO 8601 in Korean time, as the provider writes it. */
export function koreanTime(time: Date): string {
  return new Date(time.getTime() + KOREA_OFFSET_MS).toISOString().replace(/\.\d+Z$/, '+09:00');
}

const timeOrNull = (time: Date | null) => time && koreanTime(time);

/** A receipt as the provider's REST API and its webhooks show it. */
export function presentReceipt(receipt: SandboxReceipt, view: View): Record<string, unknown> {
  const { publicUrl, pathPrefix, quirks } = view;
  const status = shownStatus(receipt, view);
  const method = receipt.method && METHOD_LABELS[receipt.method];
  const tid = `test_${receipt.receipt_id}`;
  return {
    receipt_id: receipt.receipt_id,
    order_id: receipt.order_id,
    price: receipt.price,
    tax_free: receipt.tax_free,
    cancelled_price: receipt.cancelled_price,
    cancelled_tax_free: 0,
    order_name: receipt.order_name,
    company_name: '테스트 상점',
    gateway_url: `${publicUrl}${pathPrefix}`,
    metadata: receipt.metadata,
    sandbox: !view.isLive,
    currency: 'KRW',
    pg: '테스트',
    method: method ?? '',
    method_symbol: receipt.method ?? '',
    method_origin: method ?? '',
    method_origin_symbol: receipt.method ?? '',
    requested_at: koreanTime(receipt.requested_at),
    purchased_at: timeOrNull(receipt.purchased_at),
    cancelled_at: timeOrNull(receipt.cancelled_at),
    status,
    status_locale: STATUS_LABELS[status] ?? '',
    receipt_url: receipt.method ? `${publicUrl}${pathPrefix}/receipt/${receipt.receipt_id}` : null,
    ...(receipt.method === 'card' && {
      card_data: {
        tid,
        card_approve_no: '00000000',
        card_no: '5555********4444',
        card_quota: '00',
        card_company: '테스트카드',
      },
    }),
    ...(receipt.virtual_account && { vbank_data: { tid, ...receipt.virtual_account } }),
    ...quirks.receiptFields,
  };
}
