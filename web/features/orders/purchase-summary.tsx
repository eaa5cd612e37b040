import type { ReactNode } from 'react';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { formatManwon, formatWon, NO_PRICE_TEXT, type Plan } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';

type Props = { service: ServiceDetail; plan: Plan | undefined; soldier: Soldier | undefined };

/** Summary of the purchase, to be checked in five seconds. */
export function PurchaseSummary({ service, plan, soldier }: Props) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <SummaryPart heading="서비스">
        <p className="text-h3 text-ink-900">{service.title}</p>
        <p className="mt-1 text-small text-olive-700">{serviceCategoryLabel(service.category)}</p>
        {service.tagline && <p className="mt-1">{service.tagline}</p>}
      </SummaryPart>
      <SummaryPart heading="대상 군인">
        {soldier ? <SoldierDetails soldier={soldier} /> : <p>선택한 군인이 없습니다.</p>}
      </SummaryPart>
      <SummaryPart heading="선택한 옵션">
        {plan ? (
          <>
            <p className="font-semibold text-ink-900">{plan.name}</p>
            {plan.description && <p className="mt-1 text-small">{plan.description}</p>}
          </>
        ) : (
          <p>선택할 수 있는 옵션이 없습니다.</p>
        )}
      </SummaryPart>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-ink-900 border-t-2 px-6 py-5">
        <h2 className="font-semibold text-ink-900">결제 금액</h2>
        <p className="text-right">
          <span className="text-price-large text-brass-600 tabular-nums">
            {plan ? formatManwon(plan.price) : NO_PRICE_TEXT}
          </span>
          {plan && <span className="ml-2 text-small text-ink-500 tabular-nums">({formatWon(plan.price)})</span>}
        </p>
      </div>
    </div>
  );
}

function SummaryPart({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-line border-b border-dashed px-6 py-5 last-of-type:border-b-0">
      <h2 className="mb-2 text-small text-ink-500">{heading}</h2>
      {children}
    </section>
  );
}

function SoldierDetails({ soldier }: { soldier: Soldier }) {
  return (
    <Details>
      <DetailRow label="이름">{soldier.fullname}</DetailRow>
      <DetailRow label="관계">{soldier.relationship}</DetailRow>
      <DetailRow label="군 복무 상태">{soldier.military_status || '군 복무 상태 미지정'}</DetailRow>
      <DetailRow label="전화번호">{soldier.phone ? formatPhone(soldier.phone) : '입력하지 않음'}</DetailRow>
    </Details>
  );
}
