import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { cardPrice } from '#shared/rules/price.ts';
import {
  filterServices,
  serviceCategoryLabel,
  TAB_CATEGORIES,
  type TabCategory,
} from '#shared/rules/service-category.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';

type Props = { services: readonly ServiceListItem[]; shown: TabCategory };

/**
 * For browsers without scripts: the categories whose tabs need a script, each service with its
 * price.
 */
export function UnscriptedServices({ services, shown }: Props) {
  return (
    <noscript>
      {TAB_CATEGORIES.filter((category) => category !== shown).map((category) => (
        <div key={category} className="border-line border-t py-6">
          <h3 className="text-h3 text-ink-900">{serviceCategoryLabel(category)}</h3>
          <ul className="mt-2">
            {filterServices(services, category, '').map((service) => (
              <li key={service.id} className="flex flex-wrap items-baseline justify-between gap-x-6">
                <a href={`/services/${service.id}`} className={TEXT_LINK}>
                  {service.title}
                </a>
                <span className="font-bold text-brass-600 tabular-nums">{cardPrice(service.price)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </noscript>
  );
}
