import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { CallbackSection } from '#web/features/callbacks/callback-section.tsx';
import { orderQuery } from '#web/features/orders/api.ts';
import { checkAgainIn } from '#web/features/orders/details/check-again.ts';
import { OrderSteps } from '#web/features/orders/details/order-steps.tsx';
import { useOrderEvents } from '#web/features/orders/details/use-order-events.ts';
import { OrderFacts } from '#web/features/orders/order-facts.tsx';
import { OrderNextStep } from '#web/features/orders/order-next-step.tsx';
import { OrderStatusBadges } from '#web/features/orders/order-status-badge.tsx';
import { OrderTimeline } from '#web/features/orders/order-timeline.tsx';
import { ReceiptLink } from '#web/features/orders/receipt-link.tsx';
import { RefundAccountSection } from '#web/features/orders/refund-account-section.tsx';
import { RefundSection } from '#web/features/orders/refund-section.tsx';
import { useShowOwnOrder } from '#web/features/orders/use-show-own-order.ts';
import { VirtualAccountDetails } from '#web/features/orders/virtual-account-details.tsx';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { OwnNotFoundPage } from '../not-found.tsx';
import { OrderConversation } from './order-conversation.tsx';
import { OrderDocuments } from './order-documents.tsx';

const route = getRouteApi('/queries/orders/$orderId');

/** The case room of an order: status, steps, conversation, documents and refund in one page. */
export function OrderPage() {
  const { orderId } = route.useParams();
  const auth = useAuth();
  const id = /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : undefined;
  if (id === undefined) return <OwnNotFoundPage subject="주문" />;
  if (auth.status !== 'loggedIn') return null;
  return <LoadedOrder key={id} id={id} accountId={auth.user.id} />;
}

function LoadedOrder({ id, accountId }: { id: number; accountId: number }) {
  useOrderEvents(id, accountId);
  const query = useQuery({ ...orderQuery(id), refetchInterval: ({ state }) => checkAgainIn(state.data) });
  const problem = useKnownProblem(query);
  if (query.data) return <CaseRoom order={query.data} accountId={accountId} />;
  if (isNotFound(problem)) return <OwnNotFoundPage subject="주문" />;
  if (!problem) return <PageSpinner />;
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px]">
      <LoadError subject="주문" error={problem} onRetry={() => void query.refetch()} />
    </div>
  );
}

function CaseRoom({ order, accountId }: { order: OrderDetail; accountId: number }) {
  const { payment } = order;
  const showOrder = useShowOwnOrder();
  return (
    <div className="mx-auto max-w-page px-6 pt-[84px] pb-18 md:pt-[108px] md:pb-28">
      <Link to="/profile" className={TEXT_LINK}>
        마이페이지
      </Link>
      <header className="mt-1">
        <p className="font-semibold text-ink-500 text-small">{serviceCategoryLabel(order.category)}</p>
        <h1 className="text-h1 text-ink-900">{order.service_title}</h1>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <OrderStatusBadges order={order} />
          <span className="text-ink-500 text-small tabular-nums">{`주문 번호 ${order.order_number}`}</span>
        </div>
      </header>
      <div className="mt-6 grid gap-6 empty:hidden">
        <RefundAccountSection order={order} heading="h2" />
        <OrderNextStep order={order} />
      </div>
      <div className="mt-10 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-14">
        <div className="grid min-w-0 grid-cols-1 content-start gap-12">
          {order.steps.length > 0 && (
            <Section id="steps" heading="진행 단계">
              <OrderSteps steps={order.steps} />
            </Section>
          )}
          <CallbackSection order={order} onChange={showOrder} />
          <Section id="consult" heading="상담">
            <OrderConversation order={order} accountId={accountId} />
          </Section>
          <Section id="documents" heading="문서">
            <OrderDocuments documents={order.documents} />
            {order.documents.length > 0 && (
              <InAppHint className="mt-3 text-small">이 앱 안에서는 파일이 저장되지 않을 수 있습니다.</InAppHint>
            )}
          </Section>
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-12">
          {order.status === 'processing' && payment?.virtual_account && (
            <Section id="deposit" heading="입금 안내">
              <VirtualAccountDetails account={payment.virtual_account} priceWon={order.price} />
            </Section>
          )}
          <Section id="facts" heading="주문 정보">
            <OrderFacts order={order} />
            <ReceiptLink url={payment?.receipt_url} />
          </Section>
          <Section id="history" heading="진행 내역">
            <OrderTimeline timeline={order.timeline} />
          </Section>
          <RefundSection order={order} heading="h2" />
        </div>
      </div>
    </div>
  );
}

function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-heading`} id={id} className="scroll-mt-20">
      <h2 id={`${id}-heading`} className="mb-4 text-h3 text-ink-900">
        {heading}
      </h2>
      {children}
    </section>
  );
}
