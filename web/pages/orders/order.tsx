import { useIsFetching, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { isLimitedByClient } from '#shared/rules/case-access/part-in-order.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { CallbackSection } from '#web/features/callbacks/callback-section.tsx';
import { BELOW_NAV, CaseSection } from '#web/features/casework/case-section.tsx';
import { CaseTasks } from '#web/features/casework/case-tasks.tsx';
import { useUnreadOf } from '#web/features/consultations/unread/use-unread-of.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { checkAgainIn } from '#web/features/orders/details/check-again.ts';
import { OrderStatusBadge } from '#web/features/orders/details/order-status-badge.tsx';
import { OrderSteps } from '#web/features/orders/details/order-steps.tsx';
import { useOrderEvents } from '#web/features/orders/details/use-order-events.ts';
import { OrderFacts } from '#web/features/orders/order-facts.tsx';
import { OrderNextStep } from '#web/features/orders/order-next-step.tsx';
import { OrderTimeline } from '#web/features/orders/order-timeline.tsx';
import { ReceiptLink } from '#web/features/orders/receipt-link.tsx';
import { RefundAccountSection } from '#web/features/orders/refund-account-section.tsx';
import { RefundSection } from '#web/features/orders/refund-section.tsx';
import { useRememberCase } from '#web/features/orders/remember-case.ts';
import { useShowOwnOrder } from '#web/features/orders/use-show-own-order.ts';
import { useHashScroll } from '#web/lib/navigation/use-hash-scroll.ts';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { OwnNotFoundPage } from '../not-found.tsx';
import { CaseNav } from './case-nav.tsx';
import { OrderConversation } from './order-conversation.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { hasPeopleOf, PeopleSection } from './people-section.tsx';
import { CaseWork } from './work/case-work.tsx';

const route = getRouteApi('/queries/orders/$orderId');
const SETTLED_AFTER_MS = 150;

/** The case room of an order: what to do now, then progress, conversation, documents and what was ordered. */
export function OrderPage() {
  const { orderId } = route.useParams();
  const auth = useAuth();
  const id = /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : undefined;
  if (id === undefined) return <OwnNotFoundPage subject="사건" />;
  if (auth.status !== 'loggedIn') return null;
  return <LoadedOrder key={id} id={id} accountId={auth.user.id} />;
}

function LoadedOrder({ id, accountId }: { id: number; accountId: number }) {
  useOrderEvents(id, accountId);
  const query = useQuery({ ...orderQuery(id), refetchInterval: ({ state }) => checkAgainIn(state.data) });
  const problem = useKnownProblem(query);
  if (query.data) return <CaseRoom order={query.data} accountId={accountId} />;
  if (isNotFound(problem)) return <OwnNotFoundPage subject="사건" />;
  if (!problem) return <PageSpinner />;
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px]">
      <LoadError subject="사건" error={problem} onRetry={() => void query.refetch()} />
    </div>
  );
}

function CaseRoom({ order, accountId }: { order: OrderDetail; accountId: number }) {
  const showOrder = useShowOwnOrder();
  useRememberCase(order, accountId);
  useHashScroll(useIsSettled());
  const hasRooms = order.rooms.length > 0;
  const unread = useUnreadOf(order);
  return (
    <div className="mx-auto max-w-page px-6 pt-[84px] pb-18 md:pt-[108px] md:pb-28">
      <Link to="/profile" className={TEXT_LINK}>
        마이페이지
      </Link>
      <header className="mt-1">
        <p className="font-semibold text-ink-500 text-small">{serviceCategoryLabel(order.category)}</p>
        <h1 className="text-h1 text-ink-900">{order.service_title}</h1>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <OrderStatusBadge order={order} />
          <span className="text-ink-500 text-small tabular-nums">{`주문 번호 ${order.order_number}`}</span>
        </div>
      </header>
      {isLimitedByClient(order) && <p className="mt-6 text-ink-700">의뢰인이 정한 범위만 보입니다.</p>}
      <div className="mt-6 grid gap-6 empty:hidden">
        <RefundAccountSection order={order} heading="h2" />
        <CaseTasks order={order} answers={unread}>
          <OrderNextStep order={order} />
        </CaseTasks>
      </div>
      <CaseNav unread={unread} hasRooms={hasRooms} hasPeople={hasPeopleOf(order)} />
      <div className="mt-8 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-14">
        <div className="grid min-w-0 grid-cols-1 content-start gap-12">
          <div id="progress" className={`grid min-w-0 grid-cols-1 gap-12 ${BELOW_NAV}`}>
            <CaseWork order={order} />
            {order.steps.length > 0 && (
              <CaseSection id="steps" heading="진행 단계">
                <OrderSteps steps={order.steps} />
              </CaseSection>
            )}
            <CallbackSection order={order} onChange={showOrder} />
          </div>
          {hasRooms && (
            <>
              <CaseSection id="consult" heading="대화">
                <OrderConversation order={order} accountId={accountId} />
              </CaseSection>
              <CaseSection id="documents" heading="문서">
                <OrderDocuments documents={order.documents} />
                {order.documents.length > 0 && (
                  <InAppHint className="mt-3 text-small">이 앱 안에서는 파일이 저장되지 않을 수 있습니다.</InAppHint>
                )}
              </CaseSection>
            </>
          )}
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-12">
          <CaseSection id="facts" heading="신청 정보">
            <OrderFacts order={order} isFolded />
            <ReceiptLink url={order.payment?.receipt_url} />
          </CaseSection>
          {order.timeline.length > 0 && (
            <CaseSection id="history" heading="진행 내역">
              <OrderTimeline timeline={order.timeline} />
            </CaseSection>
          )}
          <PeopleSection order={order} />
          <RefundSection order={order} heading="h2" />
        </div>
      </div>
    </div>
  );
}

/** True once nothing has been loading for a moment: what loads above a part moves it. */
function useIsSettled(): boolean {
  const isLoading = useIsFetching() > 0;
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isLoading) return;
    const timer = setTimeout(() => setSettled(true), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isSettled;
}
