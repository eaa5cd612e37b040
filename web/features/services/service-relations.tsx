import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { relatedServicesQuery } from './api.ts';

/** The packages that include this service. */
export function PackageNote({ packages }: { packages: ServiceDetail['packages'] }) {
  if (!packages) return null;
  return (
    <p className="mt-6 rounded border border-line bg-olive-100 px-4 py-3 text-ink-900 text-small">
      이 서비스는{' '}
      {packages.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/services/$serviceId" params={{ serviceId: String(id) }} className={LINK_IN_TEXT}>
            {title}
          </Link>
        </span>
      ))}
      에 포함됩니다.
    </p>
  );
}

/** Other services of the category; nothing where there are none. */
export function RelatedServices({ service }: { service: ServiceDetail }) {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const { data: related = [] } = useQuery(relatedServicesQuery(catalogue, service.id));
  if (related.length === 0) return null;
  return (
    <section aria-labelledby="related-heading" className="mt-14 lg:col-span-2">
      <h2 id="related-heading" className="text-h3 text-ink-900">
        함께 살펴볼 서비스
      </h2>
      <ul className="mt-4 border-line border-t">
        {related.map(({ id, title, tagline, price }) => (
          <li key={id} className="border-line border-b">
            <Link
              to="/services/$serviceId"
              params={{ serviceId: String(id) }}
              className="group flex min-h-16 items-center justify-between gap-4 py-3"
            >
              <span>
                <span className="block font-semibold text-ink-900 group-hover:text-olive-700">{title}</span>
                <span className="block text-ink-500 text-small">{tagline}</span>
              </span>
              <span className="shrink-0 font-bold text-brass-600 tabular-nums">{cardPrice(price)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
