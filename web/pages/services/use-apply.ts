import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { type ApplyProblem, checkApply } from '#shared/rules/apply-checks.ts';
import { knownAccount, useAuth, useForgetAccount } from '#web/features/accounts/auth.ts';
import type { Applicant } from '#web/features/services/application/purchase-card.tsx';
import type { Application } from '#web/features/services/application/use-application.ts';
import { soldiersQuery } from '#web/features/soldiers/api.ts';
import { useSoldiers } from '#web/features/soldiers/use-soldiers.ts';
import { reportAddToCart } from '#web/lib/analytics/page-analytics.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { rememberAgreedTerms } from '#web/lib/storage/page-storage.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { showMessage } from '#web/ui/ask.ts';

type Refreshed = readonly Soldier[] | 'loggedOut' | 'unavailable';

const TITLE = '신청 안내';
const SOLDIERS_UNAVAILABLE = '군인 정보를 불러오지 못했습니다. 잠시 후 다시 시도해주세요.';

/** The click on apply with its checks in the order of spec §4, and where each refusal leads. */
export function useApply(service: ServiceDetail, application: Application) {
  const queryClient = useQueryClient();
  const forgetAccount = useForgetAccount();
  const navigate = useNavigate();
  const auth = useAuth();
  const isLoggedIn = auth.status === 'loggedIn';
  const soldiers = useSoldiers({ isEnabled: isLoggedIn });
  const soldiersProblem = useKnownProblem(soldiers);
  const [isApplying, setApplying] = useState(false);

  const applicant: Applicant = isLoggedIn
    ? {
        status: 'loggedIn',
        soldiers: soldiers.data,
        problem: soldiersProblem,
        retry: () => void soldiers.refetch(),
      }
    : { status: auth.status };

  /** Shows why it cannot continue, then opens the page that helps. */
  const refuse = async ({ code, message }: ApplyProblem) => {
    await showMessage({ title: TITLE, message });
    if (code === 'LOGIN') await navigate({ to: '/login', search: { from: application.returnTo } });
    if (code === 'NO_SOLDIER') await navigate({ to: '/soldier/register', search: { from: application.returnTo } });
  };

  /** The purchase begins: what was agreed to goes with it. */
  const beginPurchase = () => {
    reportAddToCart(service, application.plan);
    rememberAgreedTerms(service.id, service.terms ?? []);
  };
  /** The sign-up goes on to the purchase where all that can be decided before is decided. */
  const beginSignUp = () => {
    if (application.afterSignUp !== application.returnTo) beginPurchase();
  };

  const check = async (isKnown: boolean, list: readonly Soldier[]) => {
    const problem = checkApply(application.applyState(isKnown, list));
    if (problem) return refuse(problem);
    const soldierId = application.selectedSoldierId(list);
    const selectedPlan = application.plan?.name;
    beginPurchase();
    await navigate({
      to: '/purchase',
      search: { serviceId: service.id, ...(selectedPlan && { selectedPlan }), ...(soldierId && { soldierId }) },
    });
  };

  const refreshSoldiers = async (): Promise<Refreshed> => {
    try {
      return await queryClient.fetchQuery({ ...soldiersQuery, staleTime: 0, retry: false });
    } catch (error) {
      // A 401 makes the API client forget the account and cancel this call: the error may be the
      // cancellation.
      const isForgotten = knownAccount() === null;
      if (isForgotten || (error instanceof ApiError && error.status === 401)) return 'loggedOut';
      console.error('Could not refresh the soldiers:', error);
      // The known list is good enough: the server checks the soldier again (spec §8: logged only).
      return soldiers.data ?? 'unavailable';
    }
  };

  const apply = async () => {
    if (isApplying) return;
    if (!isLoggedIn) return check(false, []);
    setApplying(true);
    const refreshed = await refreshSoldiers();
    setApplying(false);
    if (refreshed === 'unavailable') return showMessage({ title: TITLE, message: SOLDIERS_UNAVAILABLE });
    if (refreshed !== 'loggedOut') return check(true, refreshed);
    forgetAccount();
    return check(false, []);
  };

  return { applicant, isApplying, apply, beginSignUp };
}
