import { useNavigate } from '@tanstack/react-router';
import { showMessage } from '#web/ui/ask.ts';

export type PurchaseProblem = { isCancelled?: boolean; message: string };

/**
 * Says that nothing was bought and why; then goes back to the service, or to all services (spec
 * §4).
 */
export function useLeavePurchase() {
  const navigate = useNavigate();
  return async ({ isCancelled = false, message }: PurchaseProblem, serviceId: number | undefined): Promise<void> => {
    await showMessage({ title: isCancelled ? '결제가 취소되었습니다' : '결제 오류', message });
    if (serviceId === undefined) await navigate({ to: '/services', replace: true });
    else await navigate({ to: '/services/$serviceId', params: { serviceId: String(serviceId) }, replace: true });
  };
}
