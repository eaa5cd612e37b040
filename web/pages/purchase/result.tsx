import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { CallbackSection } from '#web/features/callbacks/callback-section.tsx';
import { CaseTasks } from '#web/features/casework/case-tasks.tsx';
import { useUnreadOf } from '#web/features/consultations/unread/use-unread-of.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { checkAgainIn } from '#web/features/orders/details/check-again.ts';
import { OrderNextStep } from '#web/features/orders/order-next-step.tsx';
import { OrderOutcome } from '#web/features/orders/order-outcome.tsx';
import { PurchaseSteps } from '#web/features/orders/purchase-steps.tsx';
import { RefundAccountSection } from '#web/features/orders/refund-account-section.tsx';
import { useShowOwnOrder } from '#web/features/orders/use-show-own-order.ts';
import { reportPurchase } from '#web/lib/analytics/page-analytics.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

const route = getRouteApi('/queries/purchase/result');

export function PurchaseResultPage() {
  const { orderId } = route.useSearch();
  return (
    <div className="mx-auto max-w-[680px] px-6 pt-[92px] pb-18 md:pt-[124px] md:pb-28">
      {orderId === undefined ? (
        <>
          <PageHeading title="주문 번호를 찾을 수 없습니다." />
          <WaysOn />
        </>
      ) : (
        <LoadedResult orderId={orderId} />
      )}
    </div>
  );
}

/** `orderId` of an order that exists: it has a case room. Of one that was not paid, that is no way on. */
function WaysOn({ orderId, isPaid = false }: { orderId?: number | undefined; isPaid?: boolean }) {
  return (
    <div className="mt-10 flex flex-wrap gap-3">
      {orderId !== undefined && (
        <Link
          to="/orders/$orderId"
          params={{ orderId: String(orderId) }}
          className={buttonClass(isPaid ? 'primary' : 'secondary', 'grow sm:grow-0')}
        >
          내 사건 보기
        </Link>
      )}
      <Link to="/profile" className={buttonClass('secondary', 'grow sm:grow-0')}>
        신청 내역 보기
      </Link>
      <Link to="/services" className={buttonClass('secondary', 'grow sm:grow-0')}>
        메인 화면으로
      </Link>
    </div>
  );
}

function LoadedResult({ orderId }: { orderId: number }) {
  const query = useQuery({ ...orderQuery(orderId), refetchInterval: ({ state }) => checkAgainIn(state.data) });
  const isMissing = !query.data && query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <Result query={query} isMissing={isMissing} />
      <WaysOn orderId={isMissing ? undefined : orderId} isPaid={query.data?.status === 'confirmed'} />
    </>
  );
}

function ResultTasks({ order }: { order: OrderDetail }) {
  return (
    <CaseTasks order={order} answers={useUnreadOf(order)}>
      <OrderNextStep order={order} />
    </CaseTasks>
  );
}

function Result({ query, isMissing }: { query: UseQueryResult<OrderDetail>; isMissing: boolean }) {
  const order = query.data;
  const showOrder = useShowOwnOrder();
  useEffect(() => {
    if (order?.status !== 'confirmed' || order.paid_price === null) return;
    reportPurchase({ ...order, paid_price: order.paid_price });
  }, [order]);
  if (order) {
    return (
      <>
        <PurchaseSteps current={order.status === 'confirmed' ? '완료' : '결제'} />
        <div aria-live="polite" className="mt-8">
          <OrderOutcome
            order={order}
            task={<RefundAccountSection order={order} heading="h2" />}
            next={<ResultTasks order={order} />}
            callback={<CallbackSection order={order} onChange={showOrder} />}
          />
        </div>
      </>
    );
  }
  if (query.isPending) {
    return (
      // The heading is where that of the order will be.
      <>
        <PurchaseSteps current="결제" />
        <div role="status" className="mt-8">
          <PageHeading title="신청 정보를 불러오고 있습니다" />
          <div aria-hidden="true" className="mt-8 h-[80svh] rounded-card border border-line bg-surface" />
        </div>
      </>
    );
  }
  return (
    <div role="alert">
      <PageHeading title="주문 정보를 불러오지 못했습니다." />
      <p className="mt-4">{query.error.message} 결제한 내역은 마이페이지의 신청 내역에서도 확인하실 수 있습니다.</p>
      {!isMissing && (
        <p className="mt-6">
          <button type="button" onClick={() => void query.refetch()} className={buttonClass('secondary')}>
            다시 시도
          </button>
        </p>
      )}
    </div>
  );
}
