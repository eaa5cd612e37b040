import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FIRM } from '#content/firm.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { type ApplyProblem, applyDisabledReason } from '#shared/rules/apply-checks.ts';
import { isMemberKnown } from '#web/lib/storage/page-storage.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { APPLY_ID } from './choice.ts';
import { AskFirst, ConsultationCard } from './consultation-card.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { SoldierChoice } from './soldier-choice.tsx';
import { TermsAgreement } from './terms-agreement.tsx';
import type { Application } from './use-application.ts';

export type Applicant =
  | { status: 'unknown' }
  | { status: 'loggedOut' }
  | {
      status: 'loggedIn';
      soldiers: readonly Soldier[] | undefined;
      /** Why the soldiers could not be loaded so far. */
      problem: Error | undefined;
      retry: () => void;
    };

type Props = {
  service: ServiceDetail;
  application: Application;
  applicant: Applicant;
  isApplying: boolean;
  onApply: () => void;
  /** A visitor leaves to sign up, and goes on to the purchase from there. */
  onSignUp: () => void;
  /** Registers the first soldier without leaving the card. */
  registration: ReactNode;
};

/** Everything to choose before paying, with one button. */
export function PurchaseCard(props: Props) {
  const { service, application, applicant, isApplying, onApply } = props;
  if (!application.plan) return <ConsultationCard serviceId={service.id} />;
  const reason = disabledReason(application, applicant);
  return (
    <section
      id={APPLY_ID}
      aria-labelledby="apply-heading"
      tabIndex={-1}
      className="rounded-card border border-line bg-surface p-6 outline-none"
    >
      <h2 id="apply-heading" className="text-h3 text-ink-900">
        신청하기
      </h2>
      <div className="mt-4 grid gap-5">
        <PlanChoice
          price={service.price}
          plan={application.plan}
          isRestored={application.isPlanRestored}
          onChange={application.choosePlanName}
        />
        <TermsAgreement
          terms={application.terms}
          agreed={application.agreed}
          termsOf={application.termsOf}
          onChange={application.agreeTo}
        />
        <div className="min-h-[139px] border-line border-t pt-4">
          <ApplicantPart {...props} />
        </div>
        <div>
          {/* No colour transition: half-way the contrast would be too low. */}
          <Button
            onClick={onApply}
            aria-busy={isApplying || undefined}
            disabled={reason !== undefined}
            aria-describedby={reason ? 'apply-reason' : undefined}
            className="w-full transition-none!"
          >
            신청하기
          </Button>
          <p id="apply-reason" role="status" className="mt-2 min-h-6 text-small text-ink-700">
            {isApplying ? '신청 내용을 확인하고 있습니다.' : reason}
          </p>
          <p className="text-small text-ink-500">{FIRM.priceNote}</p>
          <AskFirst serviceId={service.id} />
        </div>
      </div>
    </section>
  );
}

function ApplicantPart({
  service,
  application,
  applicant,
  registration,
  onSignUp,
}: Omit<Props, 'isApplying' | 'onApply'>): ReactNode {
  const { returnTo } = application;
  if (applicant.status === 'loggedOut') return <JoinFirst application={application} onSignUp={onSignUp} />;
  if (applicant.status === 'loggedIn' && applicant.soldiers) {
    return (
      <SoldierChoice
        soldiers={applicant.soldiers}
        selectedId={application.selectedSoldierId(applicant.soldiers)}
        isRequired={service.requiresSoldier}
        returnTo={returnTo}
        registration={registration}
        onChange={application.chooseSoldier}
      />
    );
  }
  if (applicant.status === 'loggedIn' && applicant.problem) {
    return <LoadError subject="군인 목록" error={applicant.problem} onRetry={applicant.retry} />;
  }
  // Reserves the height of the soldier select, so that nothing jumps when the answer arrives.
  return (
    <div>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-2.5 h-12" />
    </div>
  );
}

/** Leads a visitor to the login where a member is known on this device, else to the sign-up. */
function JoinFirst({ application, onSignUp }: Pick<Props, 'application' | 'onSignUp'>) {
  const { returnTo, afterSignUp } = application;
  const isKnown = isMemberKnown();
  const login = { to: '/login', search: { from: returnTo } } as const;
  const signUp = { to: '/register', search: { from: afterSignUp }, onClick: onSignUp } as const;
  return (
    <>
      <p className="text-small text-ink-700">
        {isKnown
          ? '로그인하시면 신청할 군인을 고르고 결제하실 수 있습니다.'
          : afterSignUp === returnTo
            ? '약관에 먼저 동의하시면, 가입한 뒤 바로 결제로 이어집니다.'
            : '가입하시면 바로 결제로 이어집니다.'}
      </p>
      <Link {...(isKnown ? login : signUp)} className={buttonClass('primary', 'mt-3 w-full')}>
        {isKnown ? '로그인하고 신청하기' : '가입하고 신청하기'}
      </Link>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-ink-700">
        {isKnown ? '처음이시면' : '이미 가입하셨으면'}
        <Link {...(isKnown ? signUp : login)} className={TEXT_LINK}>
          {isKnown ? '회원가입' : '로그인'}
        </Link>
      </p>
    </>
  );
}

/**
 * The sentence below the button. Shorter than the alert's, which describes what happens on a click.
 */
function disabledReason(application: Application, applicant: Applicant): string | undefined {
  if (applicant.status === 'unknown') return '로그인 상태를 확인하고 있습니다.';
  const isLoggedIn = applicant.status === 'loggedIn';
  const soldiers = isLoggedIn ? (applicant.soldiers ?? []) : [];
  const problem: ApplyProblem | undefined = applyDisabledReason(application.applyState(isLoggedIn, soldiers));
  return problem?.code === 'LOGIN' ? '로그인한 뒤에 신청할 수 있습니다.' : problem?.message;
}
