import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { choosePlan, formatWon, type Plan } from '#shared/rules/price.ts';
import { checkPurchase, purchaseProblem } from '#shared/rules/purchase-checks.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { paymentSettingsQuery } from '#web/features/orders/api.ts';
import { PurchaseConditions } from '#web/features/orders/purchase-conditions.tsx';
import { PurchaseSteps } from '#web/features/orders/purchase-steps.tsx';
import { PurchaseSummary } from '#web/features/orders/purchase-summary.tsx';
import { serviceQuery } from '#web/features/services/api.ts';
import { APPLY_ID, type CaseTexts, servicePath } from '#web/features/services/application/choice.ts';
import { readStoredChoice, storeCase } from '#web/features/services/application/stored-choice.ts';
import { soldierQuery } from '#web/features/soldiers/api.ts';
import { reportBeginCheckout } from '#web/lib/analytics/page-analytics.ts';
import { readAgreedTerms } from '#web/lib/storage/page-storage.ts';
import { BackButton } from '#web/ui/back-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CaseFields } from './case-fields.tsx';
import { ContactFacts, useMissingEmail } from './contact-facts.tsx';
import { PurchaseError } from './purchase-error.tsx';
import { usePayment } from './use-payment.ts';

const route = getRouteApi('/queries/purchase');

const SERVICE_MISSING = purchaseProblem('SERVICE');

export function PurchasePage() {
  const { serviceId, selectedPlan, soldierId } = route.useSearch();
  const servicePage = serviceId && servicePath(serviceId, { plan: selectedPlan, soldierId });
  return (
    <div className="mx-auto max-w-[680px] px-6 pt-[76px] pb-18 md:pt-[108px] md:pb-28">
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
  const { serviceId, selectedPlan, soldierId } = route.useSearch();
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const service = useQuery({ ...serviceQuery(catalogue, serviceId ?? 0), enabled: serviceId !== undefined });
  const soldier = useQuery({ ...soldierQuery(soldierId ?? 0), enabled: soldierId !== undefined });

  if (service.isLoading || soldier.isLoading) return <LoadingPurchase />;
  if (service.error) return <PurchaseError message={service.error.message} onRetry={() => void service.refetch()} />;
  if (soldier.error) return <PurchaseError message={soldier.error.message} onRetry={() => void soldier.refetch()} />;
  const problem = checkPurchase({
    hasService: Boolean(service.data),
    // The page is for logged-in users alone, who may still be unknown.
    isLoggedIn: true,
    plan: service.data ? choosePlan(service.data.price.plans, selectedPlan) : undefined,
    requiresSoldier: service.data?.requiresSoldier ?? false,
    hasSoldier: soldier.data !== undefined,
  });
  if (!service.data || problem) return <PurchaseError message={(problem ?? SERVICE_MISSING).message} />;
  return <Purchase service={service.data} planName={selectedPlan} soldier={soldier.data} />;
}

function LoadingPurchase() {
  return (
    <div role="status">
      <p>신청 정보를 불러오고 있습니다.</p>
      <Skeleton className="mt-4 h-[420px] w-full" />
    </div>
  );
}

/** Once per page: the order does not change on it. */
function useCheckoutReport(service: ServiceDetail, plan: Plan | undefined): void {
  const [checkout] = useState({ service, plan });
  useEffect(() => {
    if (checkout.plan) reportBeginCheckout(checkout.service, checkout.plan);
  }, [checkout]);
}

const NO_TEXTS: CaseTexts = { description: '', deadline: '', contactWindow: '' };

type PurchaseProps = { service: ServiceDetail; planName: string | undefined; soldier: Soldier | undefined };

function Purchase({ service, planName, soldier }: PurchaseProps) {
  const auth = useAuth();
  const user = auth.status === 'loggedIn' ? auth.user : undefined;
  const settings = useQuery(paymentSettingsQuery);
  const plan = choosePlan(service.price.plans, planName);
  const { isPaying, pay } = usePayment({
    serviceId: service.id,
    ...(plan && { selectedPlan: plan.name }),
    ...(soldier && { soldierId: soldier.id }),
  });
  const servicePage = servicePath(service.id, { plan: plan?.name, soldierId: soldier?.id });
  useCheckoutReport(service, plan);
  const problem = checkPurchase({
    hasService: true,
    isLoggedIn: user !== undefined,
    plan,
    requiresSoldier: service.requiresSoldier,
    hasSoldier: soldier !== undefined,
  });

  const [texts, setTexts] = useState<CaseTexts>(() => readStoredChoice(service.id)?.case ?? NO_TEXTS);
  const handleTexts = (typed: CaseTexts) => {
    setTexts(typed);
    storeCase(service.id, typed);
  };
  const returnTo = useLocation({ select: ({ href }) => safeReturnTo(href) });

  const facts = useRef<HTMLFormElement>(null);
  const missingEmail = useMissingEmail();

  const handlePay = async () => {
    if (problem || !plan || !user) return;
    // Half a day has no value, and the order would be placed without it.
    if (facts.current?.checkValidity() === false) {
      facts.current.querySelector<HTMLElement>('input:invalid')?.focus();
      return;
    }
    const request = {
      service_id: service.id,
      soldier_id: soldier?.id ?? null,
      selected_plan: plan.name,
      price: plan.price,
      agreed_terms: readAgreedTerms(service.id),
      case_description: texts.description,
      deadline_on: texts.deadline,
      contact_window: texts.contactWindow,
    };
    if (await missingEmail.save()) await pay(request, user);
  };

  return (
    <>
      <PurchaseSummary service={service} plan={plan} soldier={soldier} />
      {user && (
        <div className="mt-6">
          <ContactFacts user={user} missingEmail={missingEmail} returnTo={returnTo} />
        </div>
      )}
      <form ref={facts} onSubmit={(event) => event.preventDefault()} noValidate className="mt-8">
        <CaseFields texts={texts} onChange={handleTexts} />
      </form>
      <PurchaseConditions category={service.category} />
      {settings.data?.sandbox && (
        <div className="mt-6">
          <Notice kind="info">테스트 결제: 실제로 청구되지 않습니다</Notice>
        </div>
      )}
      <div className="mt-6">
        <Button
          onClick={() => void handlePay()}
          disabled={problem !== undefined}
          isBusy={isPaying || missingEmail.isBusy}
          aria-describedby={problem ? 'pay-reason' : undefined}
          className="min-h-14 w-full tabular-nums"
        >
          {isPaying ? '결제를 진행하고 있습니다' : plan ? `${formatWon(plan.price)} 결제하기` : '결제하기'}
        </Button>
        <p id="pay-reason" role="status" className="mt-2 min-h-6 text-small text-danger">
          {auth.status === 'unknown' ? '' : problem?.message}
        </p>
        <p>
          <Link
            to="/services/$serviceId"
            params={{ serviceId: String(service.id) }}
            search={{ plan: plan?.name, soldierId: soldier?.id }}
            hash={APPLY_ID}
            className={TEXT_LINK}
          >
            신청 내용 고치기
          </Link>
        </p>
        {servicePage !== undefined && (
          <InAppHint page={servicePage} className="mt-4 text-ink-700 text-small">
            이 앱 안에서 결제 화면이 열리지 않으면 다른 브라우저에서 다시 신청해주세요.
          </InAppHint>
        )}
      </div>
    </>
  );
}
