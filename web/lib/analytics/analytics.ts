export const CURRENCY = 'KRW';
export type Item = {
  item_id: string;
  item_name: string;
  item_category: string;
  item_variant?: string;
  price: number;
  quantity: 1;
};
export type Money = { currency: 'KRW'; value: number; items: Item[] };

/** All events, with Google Analytics' names and parameters. None identifies a person. */
export type AnalyticsEvent =
  | ({ event: 'view_item' | 'add_to_cart' | 'begin_checkout' } & Money)
  | ({ event: 'purchase'; transaction_id: string; tax: number } & Money)
  | { event: 'select_content'; content_type: 'service'; content_id: string; currency: 'KRW' }
  | ({ event: 'select_promotion'; items?: Item[] } & Promotion)
  | { event: 'scroll'; percent_scrolled: number; page_location: string }
  | { event: 'search'; search_term: string }
  | { event: 'sign_up' | 'login'; method: AccountMethod };

export type Promotion = {
  promotion_id: string;
  promotion_name: string;
  creative_name: 'package_card' | 'book_popup' | 'book_banner';
  creative_slot: 'home' | 'services';
};

/** How an account was created or logged into. */
export type AccountMethod = 'password' | 'kakao' | 'naver' | 'google';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

type Listener = (event: AnalyticsEvent) => void;
let listener: Listener | undefined;
let unheard: AnalyticsEvent[] = [];

/**
 * Pushes an event to the data layer, always (contract §4); whether it leaves the browser is decided
 * elsewhere.
 */
export function report(event: AnalyticsEvent): void {
  window.dataLayer ??= [];
  window.dataLayer.push(event);
  if (listener) listener(event);
  else unheard.push(event);
}

/**
 * Passes events on from now; with `withPast` also earlier ones, unless a listener had them already.
 */
export function forwardEvents(to: Listener | undefined, { withPast = false } = {}): void {
  if (to && withPast) for (const event of unheard) to(event);
  unheard = [];
  listener = to ?? (() => {});
}

/** A click on a service's card. */
export const reportSelectService = (serviceId: number) =>
  report({ event: 'select_content', content_type: 'service', content_id: String(serviceId), currency: CURRENCY });

/** A click on a promotion: a package, the book. */
export const reportSelectPromotion = (promotion: Promotion) => report({ event: 'select_promotion', ...promotion });
