/** One thing that can be bought of a service. `price` is in won. */
export type Plan = { name: string; price: number; description: string };

/** Describes what a service costs. `plans` is missing when it was never set; an empty list means "no price yet". */
export type ServicePrice = { original_price?: number | undefined; plans?: readonly Plan[] | undefined };

/** The largest amount accepted anywhere, in won: keeps sums inside PostgreSQL's integer. */
export const MAX_PRICE_WON = 1_000_000_000;

/** Holds what the list call gives for a service whose plans were never set (spec §3, contract §3). */
export const DEFAULT_PLAN: Plan = { name: 'default', price: 0, description: 'default plan' };

export const NO_PRICE_TEXT = '가격 정보 없음';

/** Won as whole units of 10,000 (spec §9: integer division): 355000 becomes `35만원`. */
export function formatManwon(priceWon: number): string {
  return `${Math.trunc(priceWon / 10_000).toLocaleString('ko-KR')}만원`;
}

/** The exact amount: 350000 becomes `350,000원`. */
export function formatWon(priceWon: number): string {
  return `${priceWon.toLocaleString('ko-KR')}원`;
}

/** The price on a card (spec §5): first plan in 만원, a tilde when there is more than one plan. */
export function cardPrice(price: ServicePrice): string {
  const first = price.plans?.[0];
  if (!first) return NO_PRICE_TEXT;
  return formatManwon(first.price) + ((price.plans?.length ?? 0) > 1 ? '~' : '');
}

/** The struck-through price on a card, or undefined when there is none above the present price. */
export function cardOriginalPrice(price: ServicePrice): string | undefined {
  const original = price.original_price;
  if (!original || original <= (price.plans?.[0]?.price ?? 0)) return undefined;
  return formatManwon(original);
}

/**
 * The plan by its name; the first plan when the name is unknown; undefined when there is none to
 * buy (spec §5).
 */
export function choosePlan(plans: readonly Plan[] | undefined, name: string | undefined): Plan | undefined {
  return plans?.find((plan) => plan.name === name) ?? plans?.[0];
}

/**
 * Sum of the first plans of child services, in won (spec §2, total row); those without a plan count
 * nothing.
 */
export function childServicesTotal(services: readonly { price: ServicePrice }[]): number {
  return services.reduce((sum, service) => sum + (service.price.plans?.[0]?.price ?? 0), 0);
}
