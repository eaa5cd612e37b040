import { isPurchaseReported, markPurchaseReported } from '#web/lib/storage/page-storage.ts';
import { type AccountMethod, CURRENCY, type Item, type Money, report } from './analytics.ts';

/** Prices include value added tax of 10 %. */
const VAT_SHARE = 11;

type SoldService = { id: number; title: string; category: string };
type Plan = { name: string; price: number };

function itemOf({ id, title, category }: SoldService, plan: Plan | undefined): Item {
  return {
    item_id: String(id),
    item_name: title,
    item_category: category,
    ...(plan && { item_variant: plan.name }),
    price: plan?.price ?? 0,
    quantity: 1,
  };
}

function moneyOf(service: SoldService, plan: Plan | undefined): Money {
  const item = itemOf(service, plan);
  return { currency: CURRENCY, value: item.price, items: [item] };
}

/** A view of a service's page, with its preselected plan. */
export const reportViewItem = (service: SoldService, plan: Plan | undefined) =>
  report({ event: 'view_item', ...moneyOf(service, plan) });

/** An application for a plan: leads to the purchase. */
export const reportAddToCart = (service: SoldService, plan: Plan | undefined) =>
  report({ event: 'add_to_cart', ...moneyOf(service, plan) });

export const reportBeginCheckout = (service: SoldService, plan: Plan) =>
  report({ event: 'begin_checkout', ...moneyOf(service, plan) });

type BoughtOrder = {
  order_number: string;
  service_id: number;
  service_title: string;
  category: string;
  selected_plan: string;
  paid_price: number;
};

/**
 * A confirmed order, reported once per browser (spec §4). `tax` is the tax included in the price.
 */
export function reportPurchase(order: BoughtOrder): void {
  if (isPurchaseReported(order.order_number)) return;
  markPurchaseReported(order.order_number);
  const service = { id: order.service_id, title: order.service_title, category: order.category };
  report({
    event: 'purchase',
    transaction_id: order.order_number,
    tax: Math.round(order.paid_price / VAT_SHARE),
    ...moneyOf(service, { name: order.selected_plan, price: order.paid_price }),
  });
}

/** The same for a package, which can be bought. */
export const reportSelectPackage = (service: SoldService & { price: { plans: readonly Plan[] } }) =>
  report({
    event: 'select_promotion',
    promotion_id: `package-${service.id}`,
    promotion_name: service.title,
    creative_name: 'package_card',
    creative_slot: 'services',
    items: [itemOf(service, service.price.plans[0])],
  });

/** Returns whether a search term may be personal: a mail address, or digits as in a phone or service number. */
export function mayBePersonal(term: string): boolean {
  return /@|\d(?:[\s-]*\d){4}/.test(term);
}

/** A search term that was unchanged for a second (spec §5); possibly personal ones are not sent. */
export function reportSearch(term: string): void {
  if (!mayBePersonal(term)) report({ event: 'search', search_term: term });
}

/** How far down a page the visitor has scrolled, in per cent. */
export const reportScroll = (percent: number, pageLocation: string) =>
  report({ event: 'scroll', percent_scrolled: percent, page_location: pageLocation });

export const reportSignUp = (method: AccountMethod) => report({ event: 'sign_up', method });

export const reportLogin = (method: AccountMethod) => report({ event: 'login', method });

/**
 * A page's address for reports: without its query, which may hold tokens, and without ids of
 * personal things.
 */
export function reportableAddress({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  const isShop = pathname.startsWith('/services/');
  return origin + (isShop ? pathname : pathname.replace(/\/\d+/g, ''));
}
