import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ServiceDetail } from '#shared/contract/services.ts';
import type { Soldier } from '#shared/contract/soldiers.ts';
import { type ApplyProblemCode, checkApply } from '#shared/rules/apply-checks.ts';
import { forgetAccount, useAuth } from '#web/features/accounts/auth.ts';
import type { Applicant } from '#web/features/services/purchase-card.tsx';
import type { Application } from '#web/features/services/use-application.ts';
import { soldiersQuery } from '#web/features/soldiers/api.ts';
import { ApiError } from '#web/lib/api-error.ts';

type Refusal = { code: ApplyProblemCode | 'UNAVAILABLE'; message: string };

/** Who applies, the click on apply with its checks in the spec's order (§4), and where each refusal leads. */
export function useApply(service: ServiceDetail, application: Application, from: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const auth = useAuth();
  const isLoggedIn = auth.status === 'loggedIn';
  const { data: loadedSoldiers, error: soldiersError } = useQuery({ ...soldiersQuery, enabled: isLoggedIn });
  const [refusal, setRefusal] = useState<Refusal>();
  const [isApplying, setApplying] = useState(false);

  // A list that could not be loaded is asked for again on the click; until then nobody is kept waiting for it.
  const soldiers = loadedSoldiers ?? (soldiersError ? [] : undefined);
  const applicant: Applicant = isLoggedIn ? { status: 'loggedIn', soldiers } : { status: auth.status };

  const check = (isKnown: boolean, list: readonly Soldier[]) => {
    const problem = checkApply(application.applyState(isKnown, list));
    if (problem) {
      setRefusal(problem);
      return;
    }
    const soldierId = application.selectedSoldierId(list);
    const selectedPlan = application.plan?.name;
    void navigate({
      to: '/purchase',
      search: { serviceId: service.id, ...(selectedPlan && { selectedPlan }), ...(soldierId && { soldierId }) },
    });
  };

  const apply = async () => {
    if (!isLoggedIn) return check(false, []);
    setApplying(true);
    try {
      check(true, await queryClient.fetchQuery({ ...soldiersQuery, staleTime: 0, retry: false }));
    } catch (error) {
      const isSessionOver = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (isSessionOver) {
        forgetAccount(queryClient);
        check(false, []);
      } else if (loadedSoldiers) {
        // The list as it was known serves as well: the server checks the soldier again (spec §8: logged only).
        console.error('Could not refresh the soldiers:', error);
        check(true, loadedSoldiers);
      } else {
        setRefusal({ code: 'UNAVAILABLE', message: '군인 정보를 불러오지 못했습니다. 잠시 후 다시 시도해주세요.' });
      }
    } finally {
      setApplying(false);
    }
  };

  const closeRefusal = () => {
    setRefusal(undefined);
    if (refusal?.code === 'LOGIN') void navigate({ to: '/login', search: { from } });
    if (refusal?.code === 'NO_SOLDIER') void navigate({ to: '/soldier/register', search: { from } });
  };

  return { applicant, isApplying, refusal, apply, closeRefusal };
}
