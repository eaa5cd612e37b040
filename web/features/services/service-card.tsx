import { Link } from '@tanstack/react-router';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { reportSelectService } from '#web/lib/analytics/analytics.ts';
import { CardPrice } from './card-price.tsx';

type Props = { service: ServiceListItem; isCategoryShown?: boolean };

/** One service of the list: the whole card is a link. */
export function ServiceCard({ service, isCategoryShown = false }: Props) {
  return (
    <Link
      to="/services/$serviceId"
      params={{ serviceId: String(service.id) }}
      onClick={() => reportSelectService(service.id)}
      className="group flex h-full flex-col rounded-card border border-line bg-surface p-6 transition-colors duration-150 hover:border-olive-600 md:p-8"
    >
      {isCategoryShown && (
        <p className="mb-1 font-semibold text-olive-700 text-small">{serviceCategoryLabel(service.category)}</p>
      )}
      <h3 className="text-h3 text-ink-900">{service.title}</h3>
      <p className="mt-2 text-ink-700">{service.tagline}</p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pt-8">
        <CardPrice price={service.price} />
        <span className="font-semibold text-small/9.5 text-olive-700 group-hover:underline group-hover:underline-offset-4">
          자세히 보기
        </span>
      </div>
    </Link>
  );
}
