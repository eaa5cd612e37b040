import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { OrderCallback } from '#shared/features/orders/schemas.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { choosePlan, formatWon, type Plan } from '#shared/rules/price.ts';
import { checkPurchase } from '#shared/rules/purchase-checks.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { bookCallback, slotsQuery } from '#web/features/callbacks/api.ts';
import { CallChoice } from '#web/features/callbacks/call-choice.tsx';
import { paymentSettingsQuery } from '#web/features/orders/api.ts';
import { choiceText, type PurchaseChoice } from '#web/features/orders/pay-again.ts';
import { PurchaseConditions } from '#web/features/orders/purchase-conditions.tsx';
import { APPLY_ID, type CaseTexts, parseCaseText, servicePath } from '#web/features/services/application/choice.ts';
import { readStoredChoice, storeCase } from '#web/features/services/application/stored-choice.ts';
import { reportBeginCheckout } from '#web/lib/analytics/page-analytics.ts';
import { errorMessage } from '#web/lib/api-error.ts';
import { isEmailAsked, readAgreedTerms, takePayAgain } from '#web/lib/storage/page-storage.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CaseFields } from './case-fields.tsx';
import { ContactPromise } from './contact-promise.tsx';
import { PaidBefore } from './paid-before.tsx';
import { PurchaseSummary } from './summary/purchase-summary.tsx';
import { type ContactField, useContactField } from './summary/use-contact-field.ts';
import { useNewSoldier } from './summary/use-new-soldier.ts';
import { usePayment } from './use-payment.ts';

/** Once per page: the order does not change on it. */
function useCheckoutReport(service: ServiceDetail, plan: Plan | undefined): void {
  const [checkout] = useState({ service, plan });
  useEffect(() => {
    if (checkout.plan) reportBeginCheckout(checkout.service, checkout.plan);
  }, [checkout]);
}

const NO_TEXTS: CaseTexts = { description: '', deadline: '', contactWindow: '' };

/** The page scrolls to the field, away from the button: says there that nothing was paid. */
function haltedBy(field: ContactField): ContactField {
  return { ...field, problem: field.problem && `${field.problem} 결제는 시작하지 않았습니다.` };
}

type Props = { service: ServiceDetail; planName: string | undefined; soldier: Soldier | undefined };

/** The summary, what can be added to it, and the button that pays. */
export function PurchaseForm(props: Props) {
  const auth = useAuth();
  // The page is for logged-in users alone; this one is known in a moment.
  if (auth.status !== 'loggedIn') return null;
  return <OwnPurchase {...props} user={auth.user} />;
}

function OwnPurchase({ service, planName, soldier, user }: Props & { user: Account }) {
  const queryClient = useQueryClient();
  const plan = choosePlan(service.price.plans, planName);
  const choice: PurchaseChoice = {
    serviceId: service.id,
    ...(plan && { selectedPlan: plan.name }),
    ...(soldier && { soldierId: soldier.id }),
  };
  const [again] = useState(takePayAgain);
  const [isPayAsked, setPayAsked] = useState(again?.choice === choiceText(choice));
  const { isPaying, pay } = usePayment(choice);
  useCheckoutReport(service, plan);
  const problem = checkPurchase({
    hasService: true,
    isLoggedIn: true,
    plan,
    requiresSoldier: service.requiresSoldier,
    hasSoldier: soldier !== undefined,
  });

  const [texts, setTexts] = useState<CaseTexts>(
    () => readStoredChoice(service.id)?.case ?? parseCaseText(again?.texts) ?? NO_TEXTS,
  );
  const handleTexts = (typed: CaseTexts) => {
    setTexts(typed);
    storeCase(service.id, typed);
  };
  const { call } = texts;
  // A time that was refused; choosing another, or none, ends it.
  const [refused, setRefused] = useState<{ startsAt: string; message: string }>();
  const handleCall = ({ call: _, ...others }: CaseTexts, chosen: OrderCallback | undefined) =>
    handleTexts({ ...others, ...(chosen && { call: chosen }) });
  /** Books the chosen time for the order that was placed. Resolves to false when it is refused. */
  const bookCall = async (orderId: number): Promise<boolean> => {
    if (!call) return true;
    const whom = soldier?.phone ? call.whom : 'buyer';
    try {
      await bookCallback(orderId, { starts_at: call.starts_at, whom });
      return true;
    } catch (error) {
      setRefused({ startsAt: call.starts_at, message: errorMessage(error) });
      // The last place may have gone to another person.
      await queryClient.invalidateQueries(slotsQuery);
      return false;
    }
  };

  const newSoldier = useNewSoldier(problem?.code === 'SOLDIER');
  const facts = useRef<HTMLFormElement>(null);
  const phone = useContactField(formatPhone(user.phone), (typed) => ({ phone: typed }), false);
  const email = useContactField(user.email, (typed) => ({ email: typed }), user.email === '' && !isEmailAsked());

  // The button was pressed, and a field could not be stored.
  const [isHalted, setHalted] = useState(false);
  const handlePay = async () => {
    if (!plan || (problem && !newSoldier.isOpen)) return;
    // Half a day has no value, and the order would be placed without it.
    if (facts.current?.checkValidity() === false) {
      facts.current.querySelector<HTMLElement>('input:invalid')?.focus();
      return;
    }
    if (newSoldier.isOpen) {
      // The payment begins once the page shows the soldier.
      setPayAsked(await newSoldier.register());
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
    const areSaved = (await phone.save()) && (await email.save());
    setHalted(!areSaved);
    if (areSaved) await pay(request, user, bookCall);
  };
  // A payment that was asked for before begins by itself.
  useEffect(() => {
    if (problem || !isPayAsked) return;
    setPayAsked(false);
    void handlePay();
  });

  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,680px)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        <PaidBefore choice={choice} />
        <div className="grid gap-4">
          <PurchaseSummary
            service={service}
            plan={plan}
            soldier={soldier}
            newSoldier={newSoldier}
            user={user}
            phone={isHalted ? haltedBy(phone) : phone}
            email={isHalted ? haltedBy(email) : email}
          />
          <ContactPromise serviceId={service.id} phone={user.phone} call={call} />
        </div>
        <PurchaseConditions category={service.category} />
        <CallChoice
          people={{ contact_phone: user.phone, soldier: soldier ?? null }}
          call={call}
          problem={call && refused?.startsAt === call.starts_at ? refused.message : undefined}
          onChange={(chosen) => handleCall(texts, chosen)}
        />
        <form ref={facts} onSubmit={(event) => event.preventDefault()} noValidate>
          <CaseFields texts={texts} onChange={handleTexts} />
        </form>
      </div>
      <PayPanel
        service={service}
        plan={plan}
        soldier={soldier}
        problem={newSoldier.isOpen && newSoldier.isLoaded ? undefined : problem?.message}
        isPaying={isPaying}
        isBusy={newSoldier.isBusy || phone.isBusy || email.isBusy}
        onPay={() => void handlePay()}
      />
    </div>
  );
}

type PanelProps = {
  service: ServiceDetail;
  plan: Plan | undefined;
  soldier: Soldier | undefined;
  problem: string | undefined;
  isPaying: boolean;
  isBusy: boolean;
  onPay: () => void;
};

/** The button, at the thumb on a phone and beside the summary on a desktop, with what to read before. */
function PayPanel({ service, plan, soldier, problem, isPaying, isBusy, onPay }: PanelProps) {
  const settings = useQuery(paymentSettingsQuery);
  const servicePage = servicePath(service.id, { plan: plan?.name, soldierId: soldier?.id });
  return (
    <div className="min-w-0 lg:sticky lg:top-[84px] lg:self-start">
      <div className="purchase-bar pay-bar max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:px-6 max-lg:pt-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] low:static! low:border-0! low:bg-transparent! low:p-0!">
        <Button
          onClick={onPay}
          disabled={problem !== undefined}
          isBusy={isPaying || isBusy}
          aria-describedby={problem ? 'pay-reason' : undefined}
          className="w-full tabular-nums lg:min-h-14"
        >
          {isPaying ? '결제를 진행하고 있습니다' : plan ? `${formatWon(plan.price)} 결제하기` : '결제하기'}
        </Button>
      </div>
      {settings.data?.sandbox && (
        <div className="mt-4">
          <Notice kind="info">테스트 결제: 실제로 청구되지 않습니다</Notice>
        </div>
      )}
      <p id="pay-reason" role="status" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
      <p className="mt-2">
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
  );
}
