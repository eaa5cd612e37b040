import { categoryAddress } from '#shared/features/services/list-parts.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { serviceCategoryLabel, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import type { ServiceList } from './service-list.ts';

type Props = { list: ServiceList; shown: TabCategory };

/**
 * For browsers without scripts: the categories whose tabs need a script, each service with its
 * price; in a long list a link to the pages of each category.
 */
export function UnscriptedServices({ list, shown }: Props) {
  if (list.place) {
    return (
      <noscript>
        <ul className="border-line border-t py-6">
          {TAB_CATEGORIES.filter((category) => category !== shown && list.counts[category] > 0).map((category) => (
            <li key={category}>
              <a href={categoryAddress(category, 1)} className={TEXT_LINK}>
                {`${serviceCategoryLabel(category)} ${list.counts[category].toLocaleString('ko-KR')}건 보기`}
              </a>
            </li>
          ))}
        </ul>
      </noscript>
    );
  }
  return (
    <noscript>
      {TAB_CATEGORIES.filter((category) => category !== shown).map((category) => (
        <div key={category} className="border-line border-t py-6">
          <h3 className="text-h3 text-ink-900">{serviceCategoryLabel(category)}</h3>
          <ul className="mt-2">
            {list.find(category, '', Number.POSITIVE_INFINITY)?.shown.map((service) => (
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
