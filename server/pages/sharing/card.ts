import { FIRM } from '#content/firm.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { cardOriginalPrice, cardPrice } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';

/** Texts of a sharing image, sent to the worker process. */
export type Card = {
  /** Above the title, small. */
  label: string;
  title: string;
  /** At the foot: a price, or a sentence. */
  foot: { kind: 'price'; price: string; originalPrice: string | undefined } | { kind: 'sentence'; sentence: string };
};

export const DEFAULT_CARD: Card = {
  label: FIRM.name,
  title: FIRM.centreName,
  foot: { kind: 'sentence', sentence: FIRM.tagline },
};

export function serviceCard({ title, tagline, category, price }: ServiceDetail): Card {
  const foot: Card['foot'] =
    price.plans.length > 0
      ? { kind: 'price', price: cardPrice(price), originalPrice: cardOriginalPrice(price) }
      : { kind: 'sentence', sentence: tagline };
  return { label: serviceCategoryLabel(category), title, foot };
}
