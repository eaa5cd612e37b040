import { SERVICES_PER_PAGE } from '#shared/features/services/list-parts.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { ServiceGrid } from './service-grid.tsx';

const HEADING_ID = 'related-services';

type Props = { term: string; services: readonly ServiceListItem[] };

/** Below the list's own matches: services of all categories that mean what the term says. */
export function RelatedServices({ term, services }: Props) {
  if (services.length === 0) return null;
  const shown = services.slice(0, SERVICES_PER_PAGE);
  return (
    <section aria-labelledby={HEADING_ID} className="mt-10">
      <h3 id={HEADING_ID} className="mb-6 text-h3 text-ink-900">
        {`‘${term.trim()}’ 관련 서비스 ${shown.length.toLocaleString('ko-KR')}건`}
      </h3>
      <ServiceGrid services={shown} isCategoryShown />
    </section>
  );
}
