import { getRouteApi, useHydrated } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { PACKAGES_PER_PAGE, packagesAddress } from '#shared/features/services/list-parts.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { formatManwon } from '#shared/rules/price.ts';
import { ListPages } from '#web/features/services/list/list-pages.tsx';
import { OnDemandServices } from '#web/features/services/list/on-demand-services.tsx';
import type { ServiceList } from '#web/features/services/list/service-list.ts';
import { ServicesError, ServicesLoading, ServicesOutdated } from '#web/features/services/list/services-states.tsx';
import { useServices } from '#web/features/services/list/use-services.ts';
import { PackageCard } from '#web/features/services/package-card.tsx';
import { PackageComparison } from '#web/features/services/package-comparison.tsx';
import { useHashScroll } from '#web/lib/navigation/use-hash-scroll.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';

const route = getRouteApi('/queries/services');
const PACKAGES_ID = 'packages';
const H2 = 'text-h2 text-ink-900';

export function ServicesPage() {
  const search = route.useSearch();
  const state = useServices(search);
  const isHydrated = useHydrated();
  const packages = state.status === 'ready' ? state.list.packages : [];
  useHashScroll(state.status === 'ready');
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px] pb-12 md:pt-[140px]">
      <header>
        <p className="font-semibold text-small text-olive-700">{FIRM.name}</p>
        <h1 className="mt-2 text-display text-ink-900">{FIRM.centreName}</h1>
        <p className="mt-3 text-ink-700">{FIRM.tagline}</p>
        {packages.length > 0 && (
          <a href={`#${PACKAGES_ID}`} className={`${TEXT_LINK} mt-2`}>
            {`입대 전이라면: 안심 패키지 ${packagesFrom(packages)} 보기`}
          </a>
        )}
      </header>
      <section
        id="ondemand"
        {...(!isHydrated && { 'data-smooth-hash': '' })}
        aria-labelledby="ondemand-heading"
        className="mt-6 border-line border-t pt-8 md:mt-8 md:pt-10"
      >
        <h2 id="ondemand-heading" className={H2}>
          사건별 즉시 신청 서비스
        </h2>
        <p className="mt-3 mb-5 text-ink-700">
          필요한 서비스만 골라 신청합니다. ‘~’가 붙은 금액은 가장 낮은 옵션의 금액입니다.
        </p>
        {state.status === 'loading' && <ServicesLoading />}
        {state.status === 'error' && <ServicesError message={state.message} onRetry={state.retry} />}
        {state.status === 'ready' && state.message !== undefined && state.list.isWhole && (
          <ServicesOutdated message={state.message} onRetry={state.retry} />
        )}
        {state.status === 'ready' && (
          <OnDemandServices
            list={state.list}
            search={search}
            message={state.message}
            onRetry={state.retry}
            loadAll={state.loadAll}
          />
        )}
      </section>
      {state.status === 'ready' && packages.length > 0 && <Packages list={state.list} />}
    </div>
  );
}

/** `100만원부터` of the cheapest plan; empty where no package has a price. */
function packagesFrom(packages: readonly ServiceListItem[]): string {
  const prices = packages.flatMap(({ price }) => price.plans.map((plan) => plan.price));
  return prices.length === 0 ? '' : `${formatManwon(Math.min(...prices))}부터`;
}

function Packages({ list: { packages, included, place, counts } }: { list: ServiceList }) {
  return (
    <section id={PACKAGES_ID} aria-labelledby="packages-heading" className="mt-18 border-line border-t pt-14 md:mt-24">
      <h2 id="packages-heading" className={H2}>
        입대 전 안심 패키지
      </h2>
      <p className="mt-3 text-ink-700">입대 전에 한 번 결제하고, 전역할 때까지 이용합니다.</p>
      <div className="mt-8 grid gap-6">
        {packages.map((service) => (
          <PackageCard key={service.id} service={service} />
        ))}
      </div>
      {place && (
        <div className="mt-10">
          <ListPages
            label="패키지 목록 페이지"
            page={place.packagesPage}
            count={counts.package}
            perPage={PACKAGES_PER_PAGE}
            addressOf={packagesAddress}
          />
        </div>
      )}
      <PackageComparison packages={packages} services={included} />
    </section>
  );
}
