import { FALLBACK_SERVICES } from '#content/fallback-services.ts';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { formatManwon } from '#shared/rules/price.ts';

/**
 * The page of a fallback service, in a shop whose catalogue is still empty: the list shows them, so
 * their links must lead somewhere. They cannot be ordered, so the prices are text and the card
 * offers a call.
 */
export async function findFallbackService(catalogue: CatalogueReader, id: number): Promise<ServiceDetail | undefined> {
  const fallback = FALLBACK_SERVICES.find((service) => service.id === id);
  if (!fallback || (await catalogue.listServices()).length > 0) return undefined;
  const plans = fallback.price.plans.map(
    ({ name, price, description }) => `${name} ${formatManwon(price)}. ${description}`,
  );
  return { ...fallback, price: { plans: [] }, description: { sections: [{ type: 'list', items: plans }] } };
}
