import { useNavigate, useRouter } from '@tanstack/react-router';
import { type PurchaseChoice, usePayAgain } from '#web/features/orders/pay-again.ts';
import { APPLY_ID } from '#web/features/services/application/choice.ts';
import { confirm, showMessage } from '#web/ui/ask.ts';

export type PurchaseProblem = {
  isCancelled?: boolean;
  /** It is certain that no money moved. */
  isUncharged?: boolean;
  message: string;
};

const TITLE = '결제되지 않았습니다';
const NOT_CHARGED = '청구된 금액은 없습니다.';
const KEPT = '신청 내용은 그대로 있습니다.';

/**
 * Says that nothing was bought and why; then opens the payment again, or goes back to the service with
 * the choice as it was, or to all services (spec §4).
 */
export function useLeavePurchase() {
  const navigate = useNavigate();
  const router = useRouter();
  const payAgain = usePayAgain();
  return async (
    { isCancelled = false, isUncharged = false, message }: PurchaseProblem,
    choice: PurchaseChoice | undefined,
  ): Promise<void> => {
    const reason = isCancelled ? message : `결제 오류: ${message}`;
    if (!choice) {
      await showMessage({ title: TITLE, message: reason });
      return navigate({ to: '/services', replace: true });
    }
    let isAgain = false;
    const payment = { to: '/purchase', search: choice } as const;
    const isLeft = await confirm({
      title: TITLE,
      message: `${reason}\n${isUncharged ? `${NOT_CHARGED} ` : ''}${KEPT}`,
      confirmLabel: '서비스로 돌아가기',
      link: {
        label: '다시 결제하기',
        href: router.buildLocation(payment).href,
        onChoose: () => {
          isAgain = true;
        },
      },
    });
    if (isAgain) return payAgain(choice, { replace: true });
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
