import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { choosePlan } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { serviceQuery } from '#web/features/services/api.ts';
import { APPLY_ID } from '#web/features/services/application/choice.ts';
import { PlanRows } from '#web/features/services/application/plan-rows.tsx';
import { PurchaseBar } from '#web/features/services/application/purchase-bar.tsx';
import { PurchaseCard } from '#web/features/services/application/purchase-card.tsx';
import { useApplication } from '#web/features/services/application/use-application.ts';
import { ServiceFacts } from '#web/features/services/service-facts.tsx';
import { PackageNote, RelatedServices } from '#web/features/services/service-relations.tsx';
import { ServiceSections } from '#web/features/services/service-sections.tsx';
import { CallFirst, UrgentLines } from '#web/features/services/urgent-calls.tsx';
import { InlineRegistration } from '#web/features/soldiers/inline-registration.tsx';
import { reportViewItem } from '#web/lib/analytics/page-analytics.ts';
import { BackButton } from '#web/ui/back-button.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { useApply } from './use-apply.ts';

const route = getRouteApi('/queries/services/$serviceId');

export function ServicePage() {
  const { serviceId } = route.useParams();
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const { data: service } = useQuery(serviceQuery(catalogue, Number(serviceId)));
  // The loader handles a service that does not exist; this one was deleted while the page was open.
  if (service === null) return <NotFoundPage />;
  if (!service) return <PageSpinner />;
  // Another service starts with no choices.
  return <ServiceView key={service.id} service={service} />;
}

function ServiceView({ service }: { service: ServiceDetail }) {
  const auth = useAuth();
  const accountId = auth.status === 'loggedIn' ? auth.user.id : undefined;
  const application = useApplication(service, route.useSearch(), accountId);
  const { applicant, isApplying, apply, beginSignUp } = useApply(service, application);
  const handleRegistered = ({ id }: Soldier) => {
    application.chooseSoldier(id);
    // The button that opened the form is gone.
    document.getElementById(APPLY_ID)?.focus({ preventScroll: true });
  };
  // A newer version of the service, loaded while the page is open, is not a second view.
  const [viewed] = useState(service);
  useEffect(() => reportViewItem(viewed, choosePlan(viewed.price.plans, undefined)), [viewed]);
  return (
    <div className="mx-auto grid max-w-page gap-x-16 px-6 pt-[92px] pb-18 md:pt-[116px] md:pb-28 lg:grid-cols-[minmax(0,680px)_minmax(0,1fr)]">
      <div>
        <ServiceHeader service={service} />
        <PlanRows plans={service.price.plans} chosen={application.plan} onChange={application.choosePlanName} />
        {service.description.title && (
          <p className="mb-8 text-balance text-h3 text-ink-900">{service.description.title}</p>
        )}
        <ServiceSections sections={service.description.sections} />
      </div>
      <div className="mt-14 lg:sticky lg:top-[84px] lg:-m-1 lg:max-h-[calc(100vh-108px)] lg:self-start lg:overflow-y-auto lg:p-1">
        <CallFirst service={service} />
        <PurchaseCard
          service={service}
          application={application}
          applicant={applicant}
          isApplying={isApplying}
          onApply={() => void apply()}
          onSignUp={beginSignUp}
          registration={
            auth.status === 'loggedIn' && (
              <InlineRegistration user={auth.user} label="여기서 바로 등록" onRegistered={handleRegistered} />
            )
          }
        />
      </div>
      <RelatedServices service={service} />
      <PurchaseBar plan={application.plan} />
    </div>
  );
}

function ServiceHeader({ service }: { service: ServiceDetail }) {
  return (
    <header className="mb-8 border-line border-b pb-8">
      <BackButton to={service.category === 'package' ? '/services' : '/services#ondemand'} />
      <p className="mt-4 font-semibold text-small text-ink-500">{serviceCategoryLabel(service.category)}</p>
      <h1 className="mt-1 text-display text-ink-900">{service.title}</h1>
      <p className="mt-2 text-ink-700">{service.tagline}</p>
      <ServiceFacts service={service} />
      <UrgentLines serviceId={service.id} />
      <PackageNote packages={service.packages} />
    </header>
  );
}
