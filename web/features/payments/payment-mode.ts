/** Whether the payment opens beside the page or takes its place. */
export type PaymentMode = 'popup' | 'redirect';

const PHONE = /Mobi|Android|iPhone|iPad|iPod/i;
/** Browsers inside of other apps, which open no second window. */
const IN_APP = /KAKAOTALK|NAVER\(inapp|Instagram|FBAN|FBAV|\bLine\/|DaumApps|everytimeApp|; wv\)/i;
/** Narrower than this, a second window would cover the page anyway. */
const MIN_POPUP_WIDTH = 768;

/** A popup on a desktop; on phones and inside of apps, where windows get lost or are refused, the page itself goes and comes back. */
export function paymentModeFor(userAgent: string, width: number): PaymentMode {
  return PHONE.test(userAgent) || IN_APP.test(userAgent) || width < MIN_POPUP_WIDTH ? 'redirect' : 'popup';
}
