import { useNavigate, useRouter } from '@tanstack/react-router';
import { APPLY_ID } from '#web/features/services/application/choice.ts';
import { confirm, showMessage } from '#web/ui/ask.ts';

export type PurchaseProblem = {
  isCancelled?: boolean;
  /** It is certain that no money moved. */
  isUncharged?: boolean;
  message: string;
};

/** Describes what was to be bought: enough to come back to the form or to the payment. */
export type PurchaseChoice = { serviceId: number; selectedPlan?: string; soldierId?: number };

const NOT_CHARGED = '결제되지 않았습니다. 청구된 금액은 없습니다.';
const KEPT = '신청 내용은 그대로 있습니다.';

/**
 * Says that nothing was bought and why; then goes back to the service with the choice as it was, to
 * all services, or to the payment again (spec §4).
 */
export function useLeavePurchase() {
  const navigate = useNavigate();
  const router = useRouter();
  return async (
    { isCancelled = false, isUncharged = false, message }: PurchaseProblem,
    choice: PurchaseChoice | undefined,
  ): Promise<void> => {
    const title = isCancelled ? '결제가 취소되었습니다' : '결제 오류';
    if (!choice) {
      await showMessage({ title, message });
      return navigate({ to: '/services', replace: true });
    }
    const payment = { to: '/purchase', search: choice } as const;
    const isLeft = await confirm({
      title,
      message: `${isUncharged ? `${NOT_CHARGED} ` : ''}${KEPT}\n${message}`,
      confirmLabel: '서비스로 돌아가기',
      link: { label: '다시 결제하기', href: router.buildLocation(payment).href },
    });
    if (!isLeft) return navigate({ ...payment, replace: true });
    return navigate({
      to: '/services/$serviceId',
      params: { serviceId: String(choice.serviceId) },
      search: { plan: choice.selectedPlan, soldierId: choice.soldierId },
      hash: APPLY_ID,
      replace: true,
    });
  };
}
