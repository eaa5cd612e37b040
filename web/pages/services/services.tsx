import { useHydrated } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { OnDemandServices } from '#web/features/services/list/on-demand-services.tsx';
import { ServicesError, ServicesLoading, ServicesOutdated } from '#web/features/services/list/services-states.tsx';
import { PackageCard } from '#web/features/services/package-card.tsx';
import { PackageComparison, usePackageDetails } from '#web/features/services/package-comparison.tsx';
import { useHashScroll } from '#web/features/services/use-hash-scroll.ts';
import { useServices } from '#web/features/services/use-services.ts';

const H2 = 'text-h2 text-ink-900';

export function ServicesPage() {
  const state = useServices();
  const isHydrated = useHydrated();
  const packages = state.status === 'ready' ? state.services.filter((service) => service.category === 'package') : [];
  const isCompared = usePackageDetails(packages).every(({ isPending }) => !isPending);
  useHashScroll(state.status === 'ready' && isCompared);
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px] pb-12 md:pt-[140px]">
      <header>
        <p className="font-semibold text-small text-olive-700">{FIRM.name}</p>
        <h1 className="mt-2 text-display text-ink-900">{FIRM.centreName}</h1>
        <p className="mt-3 text-ink-700">{FIRM.tagline}</p>
      </header>
      {state.status === 'ready' && packages.length > 0 && <Packages packages={packages} services={state.services} />}
      <section
        id="ondemand"
        {...(!isHydrated && { 'data-smooth-hash': '' })}
        aria-labelledby="ondemand-heading"
        className="mt-18 border-line border-t pt-14 md:mt-28"
      >
        <h2 id="ondemand-heading" className={H2}>
          사건별 즉시 신청 서비스
        </h2>
        <p className="mt-3 mb-5 text-ink-700">
          필요한 서비스만 골라 신청합니다. ‘~’가 붙은 금액은 가장 낮은 옵션의 금액입니다.
        </p>
        {state.status === 'loading' && <ServicesLoading />}
        {state.status === 'error' && <ServicesError message={state.message} onRetry={state.retry} />}
        {state.status === 'ready' && state.message !== undefined && (
          <ServicesOutdated message={state.message} onRetry={state.retry} />
        )}
        {state.status === 'ready' && <OnDemandServices services={state.services} />}
      </section>
    </div>
  );
}

type PackagesProps = { packages: readonly ServiceListItem[]; services: readonly ServiceListItem[] };

function Packages({ packages, services }: PackagesProps) {
  return (
    <section aria-labelledby="packages-heading" className="mt-14 md:mt-18">
      <h2 id="packages-heading" className={H2}>
        입대 전 안심 패키지
      </h2>
      <p className="mt-3 text-ink-700">입대 전에 한 번 결제하고, 전역할 때까지 이용합니다.</p>
      <div className="mt-8 grid gap-6">
        {packages.map((service) => (
          <PackageCard key={service.id} service={service} />
        ))}
      </div>
      <PackageComparison packages={packages} services={services} />
    </section>
  );
}
