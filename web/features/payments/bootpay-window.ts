import { Bootpay } from '@bootpay/client-js';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { PlacedOrder } from '#shared/features/orders/schemas.ts';
import type { PaymentSettings } from '#shared/features/payments/schemas.ts';
import { SANDBOX_API_PATH, SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import type { WindowResult } from '#shared/platform/window-result.ts';
import { type PaymentMode, paymentModeFor } from './payment-mode.ts';
import { isSdkWindowOpen, makeSdkWindowReachable, showPopupPanel } from './sdk-window.ts';
import { failure, windowResult } from './window-result.ts';

type SdkRequest = Parameters<typeof Bootpay.requestPayment>[0];

// Loaded by a dynamic import only: the SDK is larger than the rest of the shop.

/** Minutes that the buyer has; a pending order lives as long. */
const TIMEOUT_MINUTES = 30;

/** How to open the payment in this browser. */
export function paymentMode(): PaymentMode {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return paymentModeFor({ userAgent: window.navigator.userAgent, width: window.innerWidth, isTouch });
}

function pointToSandbox(): void {
  const { $environment } = Bootpay;
  const { origin } = window.location;
  $environment.API_URL.production = `${origin}${SANDBOX_API_PATH}`;
  for (const hosts of [$environment.DOOR_URL, $environment.WIDGET_URL, $environment.ANALYTICS_URL]) {
    hosts.production = `${origin}${SANDBOX_PATH}`;
  }
}

type PaymentOptions = {
  settings: PaymentSettings;
  order: PlacedOrder;
  user: Pick<Account, 'id' | 'fullname' | 'phone' | 'email'>;
  mode: PaymentMode;
  /** Where redirect mode returns to, with the result in the query. */
  redirectUrl: string;
};

function sdkRequest({ settings, order, user, mode, redirectUrl }: PaymentOptions): SdkRequest {
  const { kind, value } = settings.key;
  return {
    ...(kind === 'client_key' ? { client_key: value } : { application_id: value }),
    order_id: order.order_number,
    order_name: order.order_name,
    price: order.price,
    tax_free: 0,
    items: [{ id: order.order_number, name: order.order_name, qty: 1, price: order.price }],
    user: {
      id: String(user.id),
      username: user.fullname,
      ...(user.phone && { phone: user.phone }),
      ...(user.email && { email: user.email }),
    },
    redirect_url: redirectUrl,
    extra: { open_type: mode, separately_confirmed: true, timeout: TIMEOUT_MINUTES },
  };
}

function text(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null) return '';
  const value: unknown = Reflect.get(source, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Whatever the SDK resolves or rejects with. A payment that is done already has its receipt one
 * level deeper.
 */
function endingOf(ending: unknown): WindowResult {
  const data: unknown = typeof ending === 'object' && ending !== null && 'data' in ending ? ending.data : undefined;
  return windowResult({
    event: text(ending, 'event'),
    receiptId: text(ending, 'receipt_id') || text(data, 'receipt_id'),
    code: text(ending, 'error_code'),
    message: text(ending, 'message'),
  });
}

/** A closed window: with none the SDK throws once and never opens another one. */
function closedWindow(): Window | null {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const { contentWindow } = frame;
  frame.remove();
  return contentWindow;
}

type Settle = (result: WindowResult) => void;

/**
 * Endings for which the SDK never settles its promise: a failed status check is swallowed, a window
 * closed by the provider only fires an event, and a blocked popup is not noticed.
 */
function watchForSilentEndings(settle: Settle, signal: AbortSignal): void {
  const handleError = (event: ErrorEvent) => {
    if (text(event.error, 'error_code') === '') return;
    event.preventDefault();
    settle(endingOf(event.error));
  };
  window.addEventListener('error', handleError, { signal });
  const handleClose = () => {
    // The event fires a moment after closing; it may belong to an earlier window.
    if (!isSdkWindowOpen()) settle(failure('close', 'RC_CLOSE_WINDOW'));
  };
  document.addEventListener('bootpayclose', handleClose, { signal });

  const { open } = window;
  window.open = (...args) => {
    const opened = open.apply(window, args);
    if (opened) {
      showPopupPanel(opened, () => Bootpay.dismiss(true));
      return opened;
    }
    settle(failure('error', 'POPUP_BLOCKED'));
    return closedWindow();
  };
  signal.addEventListener('abort', () => {
    window.open = open;
  });
}

/**
 * Opens the provider's payment window and waits for its end. In redirect mode the page is left and
 * the promise never settles: the result is in the address that the provider returns to
 * (`readRedirectResult`). Never throws.
 */
export async function requestPayment(options: PaymentOptions): Promise<WindowResult> {
  if (options.settings.sandbox) pointToSandbox();

  const { promise, resolve } = Promise.withResolvers<WindowResult>();
  const watch = new AbortController();
  watchForSilentEndings(resolve, watch.signal);
  Bootpay.requestPayment(sdkRequest(options)).then(
    (ending: unknown) => resolve(endingOf(ending)),
    (ending: unknown) => resolve(endingOf(ending)),
  );
  makeSdkWindowReachable(() => Bootpay.dismiss(true), watch.signal);
  const result = await promise;
  watch.abort();
  Bootpay.destroy();
  return result;
}
