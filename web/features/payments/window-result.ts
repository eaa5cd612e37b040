import type { WindowResult } from '#shared/platform/window-result.ts';
import { paymentErrorMessage } from '#shared/rules/payments/payment-errors.ts';

const SUCCESSES = ['confirm', 'done', 'issued'] as const;
const RECEIPT_ID = /^[A-Za-z0-9_-]{1,100}$/;

function isSuccess(event: string): event is (typeof SUCCESSES)[number] {
  return SUCCESSES.some((success) => success === event);
}

export function failure(kind: 'cancel' | 'error' | 'close', code: string, providersMessage?: string): WindowResult {
  return { kind, code, message: paymentErrorMessage(code, providersMessage) };
}

type Ending = { event: string; receiptId: string; code: string; message: string };

/** Maps a result of the provider, from the SDK or from an address, to ours. */
export function windowResult({ event, receiptId, code, message }: Ending): WindowResult {
  if (isSuccess(event) && RECEIPT_ID.test(receiptId)) return { kind: event, receiptId };
  if (event === 'cancel' || event === 'close') return failure(event, code || 'RC_CLOSE_WINDOW', message);
  return failure('error', code || 'RC_RECEIPT_POLLING_INVALID', message);
}

/** The result under the provider's names, as the search values of the return page have it. */
type RedirectSearch = Partial<Record<'event' | 'receipt_id' | 'error_code' | 'message', string | undefined>>;

/**
 * Reads the result that the provider added to the address it redirected to; undefined if there is
 * none.
 */
export function readRedirectResult(search: RedirectSearch): WindowResult | undefined {
  const { event, receipt_id: receiptId = '', error_code: code = '', message = '' } = search;
  return event === undefined ? undefined : windowResult({ event, receiptId, code, message });
}
