import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { WindowResult } from '#shared/platform/window-result.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { type Finished, finishPayment, isUndecided } from '#web/features/orders/finish-payment.ts';
import { choiceOf } from '#web/features/orders/pay-again.ts';
import { PurchaseSteps } from '#web/features/orders/purchase-steps.tsx';
import { readRedirectResult } from '#web/features/payments/window-result.ts';
import { storeChoice } from '#web/features/services/application/stored-choice.ts';
import { takePayment } from '#web/lib/storage/page-storage.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useLeavePurchase } from './use-leave-purchase.ts';

const route = getRouteApi('/queries/purchase/return/$orderId');

/** Number of automatic retries, with growing pauses, before the buyer is asked. */
const MAX_RETRIES = 4;

/**
 * The address may come from anyone: it cancels no order and shows no message unless this browser
 * opened a payment for it. A receipt is confirmed for any caller, because the server reads it back
 * from the provider.
 */
async function finishByAddress({ id, price }: Order, result: WindowResult): Promise<Finished> {
  const wasBegunHere = takePayment(id);
  // A reader who does not pay has nothing to finish.
  if (price === null) return { kind: 'result' };
  return 'receiptId' in result || wasBegunHere ? finishPayment({ id, price }, result) : { kind: 'result' };
}

/**
 * Confirms the order with the result in the provider's address, once per receipt however often the
 * page renders. A reload repeats it, which is safe: the server charges once.
 */
const finishQuery = (order: Order | undefined, result: WindowResult | undefined) =>
  queryOptions({
    queryKey: ['orders', order?.id, 'finish', result],
    queryFn: (): Promise<Finished> | Finished =>
      order && result ? finishByAddress(order, result) : { kind: 'result' },
    enabled: order !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < MAX_RETRIES && isUndecided(error),
    retryDelay: (count) => 1000 * 2 ** count,
    meta: { isPersonal: true },
  });

/**
 * Where the payment window returns to. Its result is in the address, so a reload or a lost
 * connection loses nothing.
 */
export function PurchaseReturnPage() {
  const orderId = Number(route.useParams().orderId);
  const result = readRedirectResult(route.useSearch());
  const order = useQuery(orderQuery(orderId));
  const finished = useQuery(finishQuery(order.data, result));
  useWayOn(orderId, order.data, finished.data);

  const failed = [order, finished].find((query) => query.isError && !query.isFetching);
  return (
    <div className="mx-auto max-w-[680px] px-6 pt-[92px] pb-18 md:pt-[124px] md:pb-28">
      <PurchaseSteps current="결제" />
      <div className="mt-8">
        {failed?.error ? (
          <>
            <PageHeading title="결제를 확인하지 못했습니다" lead="다시 결제하지 마시고 아래에서 확인해주세요." />
            <div className="mt-6">
              <LoadError
                subject={failed === order ? '신청 정보' : '결제 정보'}
                error={failed.error}
                onRetry={() => void failed.refetch()}
              />
            </div>
            <p className="mt-4">
              <Link to="/profile" className={TEXT_LINK}>
                신청 내역 보기
              </Link>
            </p>
          </>
        ) : (
          <div role="status">
            <PageHeading title="결제 정보를 확인하고 있습니다" lead="잠시만 기다려주세요. 창을 닫지 마세요." />
            <p className="mt-8">
              <Spinner />
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

/** Navigates once: to the result, or back to the service with the reason why nothing was bought. */
function useWayOn(orderId: number, order: Order | undefined, finished: Finished | undefined): void {
  const navigate = useNavigate();
  const leavePurchase = useLeavePurchase();
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!finished || hasLeft.current) return;
    hasLeft.current = true;
    if (finished.kind === 'failed') {
      void leavePurchase(finished, order && choiceOf(order));
      return;
    }
    if (order) storeChoice(order.service_id, undefined);
    void navigate({ to: '/purchase/result', search: { orderId }, replace: true });
  });
}
