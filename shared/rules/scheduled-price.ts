import type { Plan, ServicePrice } from './price.ts';

/**
 * Prices of plans, by their names, that replace the regular ones from `starts_at` until `ends_at`.
 */
export type ScheduledPrice = {
  /** ISO 8601; the first moment of the period. */
  starts_at: string;
  /** ISO 8601; the first moment after the period. */
  ends_at: string;
  plans: readonly { name: string; price: number }[];
};

type Period = Pick<ScheduledPrice, 'starts_at' | 'ends_at'>;

/** Where a moment lies relative to the period of a scheduled price. */
export function schedulePhase({ starts_at, ends_at }: Period, at: Date): 'before' | 'during' | 'after' {
  if (at.getTime() < Date.parse(starts_at)) return 'before';
  return at.getTime() < Date.parse(ends_at) ? 'during' : 'after';
}

/** The next moment at which the price changes; undefined once the period is over. */
export function nextPriceChange(scheduled: Period | null, at: Date): Date | undefined {
  if (!scheduled) return undefined;
  const phase = schedulePhase(scheduled, at);
  if (phase === 'after') return undefined;
  return new Date(phase === 'before' ? scheduled.starts_at : scheduled.ends_at);
}

/**
 * The price that is valid at a moment. During the period each named plan has its scheduled price;
 * without an original price, the regular one of the first plan is the original price, so that a
 * reduction shows what it is reduced from.
 */
export function priceAt<Price extends ServicePrice>(regular: Price, scheduled: ScheduledPrice | null, at: Date): Price {
  if (!scheduled || schedulePhase(scheduled, at) !== 'during' || !regular.plans) return regular;
  const prices = new Map(scheduled.plans.map(({ name, price }) => [name, price]));
  const plans: Plan[] = regular.plans.map((plan) => ({ ...plan, price: prices.get(plan.name) ?? plan.price }));
  const [first, before] = [plans[0], regular.plans[0]];
  const isReduced = first !== undefined && before !== undefined && first.price < before.price;
  return {
    ...regular,
    ...(isReduced && regular.original_price === undefined && { original_price: before.price }),
    plans,
  };
}
