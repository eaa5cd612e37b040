import { Bootpay } from '@bootpay/client-js';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { PlacedOrder } from '#shared/features/orders/schemas.ts';
import type { PaymentSettings } from '#shared/features/payments/schemas.ts';
import { SANDBOX_API_PATH, SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import type { WindowResult } from '#shared/platform/window-result.ts';
import { providerText } from '#shared/text/provider-text.ts';
import { createSettler } from '#web/lib/browsers/settler.ts';
import { type PaymentMode, paymentModeFor } from './payment-mode.ts';
import {
  IDENTITY_WINDOW,
  isSdkWindowOpen,
  makeSdkWindowReachable,
  PAYMENT_WINDOW,
  showPopupPanel,
  type WindowTexts,
} from './sdk-window.ts';
import { failure, windowResult } from './window-result.ts';

type SdkRequest = Parameters<typeof Bootpay.requestPayment>[0];

// Loaded by a dynamic import only: the SDK is larger than the rest of the shop.

/** Minutes that the buyer has; a pending order lives as long. */
const TIMEOUT_MINUTES = 30;

/** The company behind the provider's identity check. */
const IDENTITY_PG = 'danal';

/** How to open a window of the provider in this browser. */
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

/** Returns what the provider's window is opened with. */
export function sdkRequest({ settings, order, user, mode, redirectUrl }: PaymentOptions): SdkRequest {
  const { kind, value } = settings.key;
  const username = providerText(user.fullname);
  return {
    ...(kind === 'client_key' ? { client_key: value } : { application_id: value }),
    order_id: order.order_number,
    order_name: order.order_name,
    price: order.price,
    tax_free: 0,
    items: [{ id: order.order_number, name: order.order_name, qty: 1, price: order.price }],
    user: {
      id: String(user.id),
      ...(username && { username }),
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
function watchForSilentEndings(texts: WindowTexts, settle: Settle, signal: AbortSignal): void {
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
      showPopupPanel(opened, texts, () => Bootpay.dismiss(true));
      return opened;
    }
    settle(failure('error', 'POPUP_BLOCKED'));
    return closedWindow();
  };
  signal.addEventListener('abort', () => {
    window.open = open;
  });
}

/** Lets the SDK open a window and waits for its end. */
async function runWindow(texts: WindowTexts, open: () => Promise<unknown>): Promise<WindowResult> {
  const { promise, resolve } = createSettler<WindowResult>();
  const watch = new AbortController();
  watchForSilentEndings(texts, resolve, watch.signal);
  open().then(
    (ending: unknown) => resolve(endingOf(ending)),
    (ending: unknown) => resolve(endingOf(ending)),
  );
  makeSdkWindowReachable(texts, () => Bootpay.dismiss(true), watch.signal);
  const result = await promise;
  watch.abort();
  Bootpay.destroy();
  return result;
}

/**
 * Opens the provider's payment window and waits for its end. In redirect mode the page is left and
 * the promise never settles: the result is in the address that the provider returns to
 * (`readRedirectResult`). Never throws.
 */
export async function requestPayment(options: PaymentOptions): Promise<WindowResult> {
  if (options.settings.sandbox) pointToSandbox();
  return runWindow(PAYMENT_WINDOW, () => Bootpay.requestPayment(sdkRequest(options)));
}

type IdentityOptions = Pick<PaymentOptions, 'settings' | 'mode' | 'redirectUrl'> & {
  /** Our own id of the check. */
  authenticationId: string;
};

/**
 * Opens the provider's identity check and waits for its end, as `requestPayment` does. A check that
 * is done ends as `done` with its receipt; the provider's status is for the server to read.
 */
export async function requestIdentity(options: IdentityOptions): Promise<WindowResult> {
  const { settings, mode, redirectUrl, authenticationId } = options;
  if (settings.sandbox) pointToSandbox();
  const { kind, value } = settings.key;
  return runWindow(IDENTITY_WINDOW, () =>
    Bootpay.requestAuthentication({
      ...(kind === 'client_key' ? { client_key: value } : { application_id: value }),
      pg: IDENTITY_PG,
      method: 'auth',
      authentication_id: authenticationId,
      order_name: '휴대폰 본인인증',
      redirect_url: redirectUrl,
      extra: { open_type: mode },
    }),
  );
}
