import { isInAppBrowser } from '#shared/rules/in-app-browser.ts';

/** Whether the payment opens beside the page or takes its place. */
export type PaymentMode = 'popup' | 'redirect';

const PHONE = /Mobi|Android|iPhone|iPad|iPod/i;
/** Narrower than this, a second window would cover the page anyway. */
const MIN_POPUP_WIDTH = 768;

type Browser = {
  userAgent: string;
  /** Of the page, in CSS pixels. */
  width: number;
  /** Used with a finger; some tablets call themselves a desktop. */
  isTouch: boolean;
};

/** A popup on a desktop; on phones and inside of apps, where windows get lost or are refused, the page itself goes and comes back. */
export function paymentModeFor({ userAgent, width, isTouch }: Browser): PaymentMode {
  const isPhone = isTouch || width < MIN_POPUP_WIDTH || PHONE.test(userAgent);
  return isPhone || isInAppBrowser(userAgent) ? 'redirect' : 'popup';
}
