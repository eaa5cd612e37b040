import { FIRM } from '#content/firm.ts';
import { lawyerOf } from '#content/lawyers.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { Portrait } from '#web/ui/artwork/portrait.tsx';

/** One line under the title: price, until when the firm calls, and who takes the case. */
export function ServiceFacts({ service }: { service: ServiceDetail }) {
  const lawyer = lawyerOf(service.id);
  const hasPrice = service.price.plans.length > 0;
  return (
    <ul
      aria-label="서비스 요약"
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 text-small max-sm:flex-col max-sm:items-start"
    >
      <li className="font-bold text-brass-600 tabular-nums">
        {hasPrice ? cardPrice(service.price) : '상담 후 비용 안내'}
      </li>
      {hasPrice && <li>{FIRM.contactPromise}</li>}
      {lawyer && (
        <li className="flex items-center gap-2.5">
          <Portrait src={lawyer.portrait} alt="" size={40} isClose className="size-10 rounded-full" />
          <span>
            담당 <span className="font-semibold text-ink-900">{lawyer.name}</span> {lawyer.title}
          </span>
        </li>
      )}
    </ul>
  );
}
