/** Whether the payment opens beside the page or takes its place. */
export type PaymentMode = 'popup' | 'redirect';

const PHONE = /Mobi|Android|iPhone|iPad|iPod/i;
/** Browsers inside of other apps, which open no second window. */
const IN_APP =
  /KAKAO|NAVER\(inapp|Instagram|FBAN|FBAV|FB_IAB|\bLine\/|DaumApps|\bBAND\/|everytimeApp|Barcelona|Twitter|TikTok|musical_ly|Bytedance|Snapchat|; wv\)/i;
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
  return isPhone || IN_APP.test(userAgent) ? 'redirect' : 'popup';
}
