import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouteContext } from '@tanstack/react-router';
import { choosePlan } from '#shared/rules/price.ts';
import { checkPurchase, purchaseProblem } from '#shared/rules/purchase-checks.ts';
import { ordersQuery } from '#web/features/orders/api.ts';
import { PurchaseSteps } from '#web/features/orders/purchase-steps.tsx';
import { serviceQuery } from '#web/features/services/api.ts';
import { servicePath } from '#web/features/services/application/choice.ts';
import { ConsultationCard } from '#web/features/services/application/consultation-card.tsx';
import { soldierQuery } from '#web/features/soldiers/api.ts';
import { useSoldiers } from '#web/features/soldiers/use-soldiers.ts';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { BackButton } from '#web/ui/back-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PurchaseError } from './purchase-error.tsx';
import { PurchaseForm } from './purchase-form.tsx';

const route = getRouteApi('/queries/purchase');

const SERVICE_MISSING = purchaseProblem('SERVICE');

export function PurchasePage() {
  const { serviceId, selectedPlan, soldierId } = route.useSearch();
  const servicePage = serviceId && servicePath(serviceId, { plan: selectedPlan, soldierId });
  return (
    <div className="mx-auto max-w-page px-6 pt-[76px] pb-18 md:pt-[108px] md:pb-28">
      <div className="mb-2">
        <BackButton to={servicePage || '/services'} />
      </div>
      <PurchaseSteps current="신청 내용 확인" />
      <div className="mt-8">
        <PageHeading title="신청 내용을 확인해주세요" />
      </div>
      <div className="mt-8">
        <LoadedPurchase />
      </div>
    </div>
  );
}

function LoadedPurchase() {
  const { serviceId, selectedPlan, soldierId, newSoldier } = route.useSearch();
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const service = useQuery({ ...serviceQuery(catalogue, serviceId ?? 0), enabled: serviceId !== undefined });
  const soldier = useQuery({
    ...soldierQuery(soldierId ?? 0),
    enabled: soldierId !== undefined,
    placeholderData: keepPreviousData,
  });

  const isSoldierOpen = newSoldier === '1' && soldierId === undefined;
  const soldiers = useSoldiers({ isEnabled: isSoldierOpen });
  const orders = useInfiniteQuery(ordersQuery);
  const isListLoading = isSoldierOpen && soldiers.isLoading;
  if (service.isLoading || soldier.isLoading || isListLoading || orders.isLoading) return <LoadingPurchase />;
  for (const query of [service, soldier]) {
    const lost = reasonOfLoss(query);
    if (lost) return <PurchaseError message={lost.message} onRetry={() => void query.refetch()} />;
  }
  const problem = checkPurchase({
    hasService: Boolean(service.data),
    // The page is for logged-in users alone, who may still be unknown.
    isLoggedIn: true,
    plan: service.data ? choosePlan(service.data.price.plans, selectedPlan) : undefined,
    requiresSoldier: service.data?.requiresSoldier ?? false,
    hasSoldier: isSoldierOpen || soldier.data !== undefined,
  });
  if (!service.data || problem) {
    const { message } = problem ?? SERVICE_MISSING;
    const isUnpriced = service.data?.price.plans.length === 0;
    return (
      <PurchaseError message={message}>
        {service.data && isUnpriced && <ConsultationCard serviceId={service.data.id} />}
      </PurchaseError>
    );
  }
  return <PurchaseForm service={service.data} planName={selectedPlan} soldier={soldier.data} />;
}

/** Returns why there is no data. A reload that failed, as without a network, leaves the page as it is. */
function reasonOfLoss({ data, error }: { data: unknown; error: Error | null }): Error | undefined {
  return error && (data === undefined || isNotFound(error)) ? error : undefined;
}

function LoadingPurchase() {
  return (
    <div role="status">
      <p>신청 정보를 불러오고 있습니다.</p>
      <Skeleton className="mt-4 h-[420px] w-full" />
    </div>
  );
}
