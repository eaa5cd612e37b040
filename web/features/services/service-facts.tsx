import { lawyerOf } from '#content/lawyers.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { ContactPromise } from '#web/lib/navigation/desk-hours.tsx';
import { LawyerLine } from '#web/ui/artwork/lawyer-line.tsx';

/** One line under the title: price, until when the firm calls, and who takes the case. */
export function ServiceFacts({ service }: { service: ServiceDetail }) {
  const lawyer = lawyerOf(service.id);
  const hasPrice = service.price.plans.length > 0;
  return (
    <ul
      aria-label="서비스 요약"
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 text-small max-sm:flex-col max-sm:items-start"
    >
      <li className={`font-bold text-brass-600 tabular-nums ${hasPrice ? 'text-price-large' : 'text-h3'}`}>
        {hasPrice ? cardPrice(service.price) : '상담 후 비용 안내'}
      </li>
      {hasPrice && (
        <li>
          <ContactPromise />
        </li>
      )}
      {lawyer && (
        <li>
          <LawyerLine lawyer={lawyer} face={lawyer.face} />
        </li>
      )}
    </ul>
  );
}
