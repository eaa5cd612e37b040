import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { PaymentRequest } from './payment-request.ts';
import { type ProviderCode, ProviderError } from './provider-error.ts';
import {
  koreanTime,
  METHODS,
  type SandboxMethod,
  type SandboxReceipt,
  STATUS,
  statusAt,
  type VirtualAccount,
} from './receipt.ts';
import type { ReceiptStore } from './receipt-store.ts';
import type { WebhookType } from './webhooks.ts';

/** How long a window stays open, and after the buyer's consent the approval possible. */
const DEFAULT_TIMEOUT_MINUTES = 30;
/** How long the deposit on a virtual account is awaited when the shop does not say. */
const DEPOSIT_MS = 3 * DAY_MS;

type Options = {
  store: ReceiptStore;
  clock: Clock;
  /** Called after something happened to a receipt. */
  onChange: (type: WebhookType, receipt: SandboxReceipt) => void;
  /** Before anything is looked at: carries out what has come due since. */
  catchUp: () => Promise<void>;
};

/**
 * Everything that can happen to a payment. Every method throws ProviderError where the provider
 * would refuse.
 */
export type PaymentDesk = {
  open: (request: PaymentRequest) => Promise<string>;
  find: (receiptId: string) => Promise<SandboxReceipt>;
  authorise: (receiptId: string, method: SandboxMethod) => Promise<SandboxReceipt>;
  fail: (receiptId: string) => Promise<SandboxReceipt>;
  confirm: (receiptId: string) => Promise<SandboxReceipt>;
  deposit: (receiptId: string) => Promise<SandboxReceipt>;
};

/** `yyyy-mm-dd HH:MM:SS` in Korean time. */
function readDepositExpiration(text: string | null | undefined): Date | null {
  const time = text ? new Date(`${text.trim().replace(' ', 'T')}+09:00`) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : null;
}

function newAccount(expiresAt: Date): VirtualAccount {
  const digits = Array.from({ length: 14 }, () => randomInt(10)).join('');
  return {
    bank_code: '088',
    bank_name: '신한은행',
    bank_account: digits,
    bank_username: '테스트 상점',
    expired_at: koreanTime(expiresAt),
  };
}

export function isMethod(text: unknown): text is SandboxMethod {
  return METHODS.some((method) => method === text);
}

/**
 * Creates the part of the sandbox that keeps receipts, from the opened window to the captured
 * payment.
 */
export function createPaymentDesk({ store, clock, onChange, catchUp }: Options): PaymentDesk {
  async function find(receiptId: string): Promise<SandboxReceipt> {
    await catchUp();
    const receipt = await store.find(receiptId);
    if (!receipt) throw new ProviderError('RC_NOT_FOUND');
    return receipt;
  }

  /** Why a change was not possible, from what the receipt is now. */
  async function refuse(receiptId: string, code: ProviderCode): Promise<never> {
    const receipt = await find(receiptId);
    const isExpired = receipt.status !== STATUS.failed && statusAt(receipt, clock.now()) === STATUS.failed;
    throw new ProviderError(isExpired ? 'RC_PAYMENT_EXPIRED' : code);
  }

  async function open(request: PaymentRequest): Promise<string> {
    const receiptId = randomBytes(12).toString('hex');
    const now = clock.now();
    const minutes = request.extra?.timeout ?? DEFAULT_TIMEOUT_MINUTES;
    await store.open({
      receiptId,
      orderId: request.order_id,
      orderName: request.order_name,
      price: request.price,
      taxFree: request.tax_free ?? 0,
      separatelyConfirmed: request.extra?.separately_confirmed ?? false,
      // The client SDK's own default since version 5.
      openType: request.extra?.open_type ?? 'redirect',
      redirectUrl: request.redirect_url ?? null,
      transactionKey: request.client_key ? '' : (request.tk ?? ''),
      buyer: request.user ?? {},
      metadata: request.metadata ?? {},
      depositExpiresAt: readDepositExpiration(request.extra?.deposit_expiration),
      requestedAt: now,
      expiresAt: new Date(now.getTime() + minutes * MINUTE_MS),
    });
    return receiptId;
  }

  async function issue(receiptId: string): Promise<SandboxReceipt> {
    const now = clock.now();
    const { deposit_expires_at: wished } = await find(receiptId);
    const expiresAt = wished ?? new Date(now.getTime() + DEPOSIT_MS);
    const issued = await store.issueAccount({ receiptId, now, account: newAccount(expiresAt), expiresAt });
    if (!issued) return refuse(receiptId, 'RC_CONFIRM_NOT_READY');
    onChange('PAYMENT_VIRTUAL_ACCOUNT_ISSUED', issued);
    return issued;
  }

  async function authorise(receiptId: string, method: SandboxMethod): Promise<SandboxReceipt> {
    if (method === 'vbank') return issue(receiptId);
    const now = clock.now();
    const approvableUntil = new Date(now.getTime() + DEFAULT_TIMEOUT_MINUTES * MINUTE_MS);
    const authorised = await store.authorise({ receiptId, now, method, approvableUntil });
    if (!authorised) return refuse(receiptId, 'RC_CONFIRM_NOT_READY');
    if (authorised.status === STATUS.paid) onChange('PAYMENT_COMPLETED', authorised);
    return authorised;
  }

  async function capture(receiptId: string, from: 'approvable' | 'issued'): Promise<SandboxReceipt | undefined> {
    await catchUp();
    const captured = await store.capture({ receiptId, now: clock.now(), from });
    if (captured) onChange('PAYMENT_COMPLETED', captured);
    return captured;
  }

  async function confirm(receiptId: string): Promise<SandboxReceipt> {
    const captured = await capture(receiptId, 'approvable');
    if (captured) return captured;
    const { status } = await find(receiptId);
    const wasCaptured = status === STATUS.paid || status === STATUS.cancelled;
    return refuse(receiptId, wasCaptured ? 'RC_CONFIRM_ALREADY' : 'RC_CONFIRM_NOT_READY');
  }

  return {
    open,
    find,
    authorise,
    fail: async (receiptId) => (await store.fail({ receiptId, now: clock.now() })) ?? find(receiptId),
    confirm,
    deposit: async (receiptId) => (await capture(receiptId, 'issued')) ?? refuse(receiptId, 'RC_DEPOSIT_NOT_EXPECTED'),
  };
}
