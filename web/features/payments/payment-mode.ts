import { isInAppBrowser } from '#shared/platform/in-app-browser.ts';

/** Tells whether the payment opens in a popup or replaces the page. */
export type PaymentMode = 'popup' | 'redirect';

const PHONE = /Mobi|Android|iPhone|iPad|iPod/i;
/** On a narrower screen a second window would cover the page anyway. */
const MIN_POPUP_WIDTH = 768;

type Browser = {
  userAgent: string;
  /** Of the page, in CSS pixels. */
  width: number;
  /** A touch screen; some tablets report a desktop user agent. */
  isTouch: boolean;
};

/**
 * A popup on a desktop; a redirect on phones and in apps, where windows get lost or are blocked.
 */
export function paymentModeFor({ userAgent, width, isTouch }: Browser): PaymentMode {
  const isPhone = isTouch || width < MIN_POPUP_WIDTH || PHONE.test(userAgent);
  return isPhone || isInAppBrowser(userAgent) ? 'redirect' : 'popup';
}
