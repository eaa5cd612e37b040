import { z } from 'zod';
import { GatewayError, type Receipt, type ReceiptStatus } from './gateway.ts';

/**
 * Treats absent, null, blank and invalid alike: optional details must not invalidate a response.
 */
const optionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text?.trim() || null);

const optionalTime = optionalText.transform((text) => {
  if (text === null) return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
});

/** Maximum of PostgreSQL's integer, far above any price. */
const MAX_WON = 2_147_483_647;
const amountWon = z.number().int().min(0).max(MAX_WON);

const virtualAccount = z
  .object({
    bank_name: optionalText,
    bank_account: optionalText,
    bank_username: optionalText,
    expired_at: optionalTime,
  })
  .nullish()
  .catch(null);

/** The required fields of a receipt; others may be missing, depending on the bank. */
const receiptAnswer = z.object({
  receipt_id: z.string().min(1),
  order_id: z.string(),
  price: amountWon,
  status: z.number().int(),
  cancelled_price: amountWon.nullish(),
  tax_free: amountWon.nullish(),
  currency: z.string().nullish(),
  sandbox: z.boolean().nullish(),
  method: optionalText,
  purchased_at: optionalTime,
  receipt_url: optionalText,
  vbank_data: virtualAccount,
});

/**
 * The documented statuses. Negative ones are from the older documents; the newer ones have only
 * -1: -1 and -2 payment failed, -3 virtual account revoked, -20 cancellation failed, -30
 * cancellation in progress.
 */
const STATUSES = new Map<number, ReceiptStatus>([
  [0, 'waiting'],
  [1, 'paid'],
  [2, 'approvable'],
  [5, 'issued'],
  [20, 'cancelled'],
  [-1, 'failed'],
  [-2, 'failed'],
  [-3, 'failed'],
  [-20, 'cancel_failed'],
  [-30, 'cancelling'],
]);

/**
 * Statuses of captured money. Without the refunded amount they do not say how much is left: the
 * status stays 1 after a partial refund in some of the provider's documents.
 */
const NEEDS_CANCELLED_AMOUNT: readonly ReceiptStatus[] = ['paid', 'cancelled', 'cancel_failed'];

function statusOf({ status: number, cancelled_price: cancelled, price }: z.infer<typeof receiptAnswer>): ReceiptStatus {
  const status = STATUSES.get(number);
  if (!status) throw new GatewayError('unreadable', 'UNKNOWN_STATUS', `unknown payment status ${number}`);
  if (NEEDS_CANCELLED_AMOUNT.includes(status) && typeof cancelled !== 'number') {
    throw new GatewayError('unreadable', 'NO_CANCELLED_AMOUNT', `status ${number} without cancelled_price`);
  }
  if ((cancelled ?? 0) > price) {
    throw new GatewayError('unreadable', 'CANCELLED_ABOVE_PRICE', `cancelled ${cancelled} of ${price}`);
  }
  return status;
}

/** @throws GatewayError `unreadable`: the outcome is unknown; missing fields are not guessed */
export function readReceiptAnswer(answer: unknown): Receipt {
  const parsed = receiptAnswer.safeParse(answer);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ');
    throw new GatewayError('unreadable', 'MALFORMED_ANSWER', `the provider's answer is no receipt: ${fields}`);
  }
  const { data } = parsed;
  const account = data.vbank_data;
  return {
    receiptId: data.receipt_id,
    orderNumber: data.order_id,
    priceWon: data.price,
    cancelledWon: data.cancelled_price ?? 0,
    isCancelledWonKnown: typeof data.cancelled_price === 'number',
    taxFreeWon: data.tax_free ?? undefined,
    currency: data.currency || undefined,
    // Receipts always have the field, so one without it is not taken for a real payment.
    isTest: data.sandbox !== false,
    status: statusOf(data),
    method: data.method ?? '',
    paidAt: data.purchased_at,
    receiptUrl: data.receipt_url,
    virtualAccount: account?.bank_account
      ? {
          bankName: account.bank_name ?? '',
          accountNumber: account.bank_account,
          holder: account.bank_username ?? '',
          expiresAt: account.expired_at,
        }
      : null,
  };
}

/** The response of an HTTP error with its status, which the SDK drops. */
export type HttpRefusal = { httpStatus: number; body: unknown };

export function isHttpRefusal(error: unknown): error is HttpRefusal {
  return typeof error === 'object' && error !== null && 'httpStatus' in error && typeof error.httpStatus === 'number';
}

/** Error of the provider, or of the SDK itself, whose codes are numbers. */
const errorBody = z.object({
  error_code: z.union([z.string(), z.number()]).transform(String),
  message: z.string().catch(''),
});

/** The SDK's code for missing credentials; nothing was sent. */
const NO_CREDENTIALS = '-101';
/**
 * Codes of an unknown receipt. Unknown applications or members also end in NOT_FOUND, so list them.
 */
const RECEIPT_NOT_FOUND = /^(RC|RECEIPT)_(.*_)?NOT_FOUND$/;
const OTHER_NOT_FOUND = /^(APP|APPLICATION|CLIENT|TOKEN|USER|KEY|AUTH)/;
/** Statuses of timeouts and rate limits. */
const TRY_LATER = new Set([408, 425, 429]);

/** Maps an error of the SDK to a GatewayError. */
export function gatewayErrorOf(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const isHttp = isHttpRefusal(error);
  const body = errorBody.safeParse(isHttp ? error.body : error);
  const code = body.success ? body.data.error_code : isHttp ? `HTTP_${error.httpStatus}` : 'NO_ANSWER';
  const message = (body.success && body.data.message) || `the provider did not answer properly (${code})`;
  return new GatewayError(kindOf(error, body.success, code), code, message);
}

function kindOf(error: unknown, isProviders: boolean, code: string): GatewayError['kind'] {
  if (!isHttpRefusal(error)) return code === NO_CREDENTIALS ? 'refused' : 'unreachable';
  const { httpStatus } = error;
  // A page of a proxy or a wrong URL is not a response of the provider, despite its status.
  if (!isProviders || httpStatus >= 500 || TRY_LATER.has(httpStatus)) return 'unreachable';
  if (RECEIPT_NOT_FOUND.test(code) || (httpStatus === 404 && !OTHER_NOT_FOUND.test(code))) return 'not_found';
  return 'refused';
}
