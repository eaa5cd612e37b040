import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { choosePlan } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import type { PreviewedService } from '#web/features/services/admin/service-form-values.ts';
import { PlanChoice } from '#web/features/services/application/plan-choice.tsx';
import { TermsAgreement } from '#web/features/services/application/terms-agreement.tsx';
import { PackageCard } from '#web/features/services/package-card.tsx';
import { ServiceCard } from '#web/features/services/service-card.tsx';
import { ServiceSections } from '#web/features/services/service-sections.tsx';
import { adminTermsListQuery } from '#web/features/terms/admin/api.ts';

/**
 * Shows what the shop would show, made of its own components in the width of its reading column. The links of the
 * card are inactive: the service may not be saved yet.
 */
export function ServicePreview({ service: previewed }: { service: PreviewedService }) {
  // The card of a single case looks the same in each of their categories.
  const service = { ...previewed, category: previewed.category ?? 'before' } satisfies ServiceDetail;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div inert>
        {service.category === 'package' ? <PackageCard service={service} /> : <ServiceCard service={service} />}
      </div>
      <div>
        <p className="font-semibold text-ink-500 text-small">
          {previewed.category ? serviceCategoryLabel(previewed.category) : '카테고리 미정'}
        </p>
        <p className="mt-1 text-h2 text-ink-900">{service.title}</p>
        <p className="mt-2 text-ink-700">{service.tagline}</p>
        {service.description.title && <p className="mt-4 text-h3 text-ink-900">{service.description.title}</p>}
      </div>
      <ServiceSections sections={service.description.sections} />
      <Choices service={service} />
    </div>
  );
}

/** Plans and terms, as on the purchase card; the choices are kept nowhere. */
function Choices({ service }: { service: ServiceDetail }) {
  const [planName, setPlanName] = useState<string>();
  const [agreed, setAgreed] = useState<ReadonlySet<number>>(new Set());
  const { data: texts } = useQuery(adminTermsListQuery);
  const plan = choosePlan(service.price.plans, planName);
  const terms = service.description.sections.filter((section) => section.type === 'tos');
  const agreeTo = (indexes: Iterable<number>, isAgreed: boolean) => {
    const changed = new Set(indexes);
    const others = [...agreed].filter((index) => !changed.has(index));
    setAgreed(new Set(isAgreed ? [...others, ...changed] : others));
  };
  return (
    <div className="grid gap-5 rounded-card border border-line bg-surface p-6">
      {plan ? (
        <PlanChoice price={service.price} isRestored={false} plan={plan} onChange={setPlanName} />
      ) : (
        <p className="font-semibold text-ink-700">가격 정보가 없습니다</p>
      )}
      <TermsAgreement
        terms={terms}
        agreed={agreed}
        termsOf={(filename) => texts?.find((text) => text.filename === filename)}
        onChange={agreeTo}
      />
    </div>
  );
}
