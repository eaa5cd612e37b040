import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { ADMIN_LINK, AdminPage, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { OrderBooking } from '#web/features/callbacks/admin/order-booking.tsx';
import { adminOrderQuery } from '#web/features/orders/admin/api.ts';
import { OpponentsForm } from '#web/features/orders/admin/conflicts/opponents-form.tsx';
import { OrderConflicts } from '#web/features/orders/admin/conflicts/order-conflicts.tsx';
import { LiveCase } from '#web/features/orders/admin/live-case.tsx';
import { AdminStatusBadge, WorkBadge } from '#web/features/orders/admin/order-status.tsx';
import { OrderSummary } from '#web/features/orders/admin/order-summary.tsx';
import { RefundTable } from '#web/features/orders/admin/refund-table.tsx';
import { EditSteps } from '#web/features/orders/admin/work/edit-steps.tsx';
import { OrderWork } from '#web/features/orders/admin/work/order-work.tsx';
import { PaymentAttempts } from '#web/features/payments/admin/payment-attempts.tsx';
import { PaymentEvents } from '#web/features/payments/admin/payment-events.tsx';
import { RefundProposalTable } from '#web/features/payments/admin/refund-proposal-table.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CaseStream } from './case-stream/case-stream.tsx';
import { OrderActs } from './order-acts.tsx';
import { OrderCaseWork, OrderDeadlines, OrderFiles } from './order-case-work.tsx';
import { OrderData, OrderPeople, OtherOrders } from './order-data.tsx';
import { OrderMoney } from './order-money.tsx';
import { RefundRequestSection } from './refund-request-section.tsx';

const route = getRouteApi('/queries/admin/admin/orders/$orderId');

export function AdminOrderPage() {
  const { orderId } = route.useParams();
  const { data, error, refetch } = useQuery(adminOrderQuery(orderId));
  const title = data && `${data.user.fullname || data.user.user_id}, ${data.service.title}`;
  useEffect(() => {
    // The route's own title names no order: it is set before the order is known.
    if (title) document.title = document.title.replace(/^[^|]*/, `${title} `);
  }, [title]);
  return (
    <AdminPage
      title={title ?? '주문 상세'}
      action={
        <Link to="/admin/orders" className={ADMIN_LINK}>
          주문 목록
        </Link>
      }
    >
      <Loaded
        data={data}
        error={error}
        onRetry={() => void refetch()}
        subject="주문"
        loading={<Skeleton className="h-[480px] w-full" />}
      >
        {(order) => <OrderView key={order.id} order={order} />}
      </Loaded>
    </AdminPage>
  );
}

function OrderView({ order }: { order: AdminOrder }) {
  const auth = useAuth();
  const account = auth.status === 'loggedIn' ? auth.user : undefined;
  const ownId = account?.id;
  const maySeeMoney = account !== undefined && mayDo(account.permissions, 'money');
  const refund = useRef<HTMLDivElement>(null);
  const isAsked = order.refund_requests.some(({ status }) => status === 'open');
  const decided = order.refund_proposals.filter(({ status }) => status !== 'open');
  const showRefund = () => refund.current?.querySelector('input')?.focus();
  return (
    <>
      {ownId !== undefined && <LiveCase accountId={ownId} orderId={order.id} />}
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {order.status === 'confirmed' && <WorkBadge state={order.work.state} />}
          <AdminStatusBadge status={order.status} />
          <p className="text-ink-700 tabular-nums">{`주문 ${order.order_number}`}</p>
          <OrderActs order={order} />
        </div>
        <OrderConflicts order={order} />
        <OrderSummary order={order} ownId={ownId} booking={<OrderBooking order={order} />} />
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_360px] xl:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-6">
          <div ref={isAsked ? refund : undefined} className="empty:hidden">
            <RefundRequestSection order={order} ownId={ownId} />
          </div>
          {account && (
            <AdminSection title="사건 기록">
              <CaseStream order={order} account={account} />
            </AdminSection>
          )}
          <AdminSection title="업무">
            <Panel>
              <OrderWork order={order} />
            </Panel>
          </AdminSection>
          {order.status === 'confirmed' && (
            <AdminSection title="진행 단계">
              <Panel>
                <EditSteps order={order} ownId={ownId} />
              </Panel>
            </AdminSection>
          )}
          <OrderCaseWork order={order} />
        </div>
        <div className="grid min-w-0 gap-6 xl:row-span-2">
          <CaseFacts order={order} />
          <OrderDeadlines order={order} />
          <OrderPeople order={order} />
          <OrderFiles order={order} ownId={ownId} />
          <OtherOrders orders={order.other_orders} />
          <AdminSection title="상대방">
            <Panel>
              <OpponentsForm order={order} />
            </Panel>
          </AdminSection>
          <div ref={isAsked ? undefined : refund}>
            <OrderMoney order={order} ownId={ownId} maySeeMoney={maySeeMoney} isAsked={isAsked} onRefund={showRefund} />
          </div>
        </div>
        <div className="grid min-w-0 gap-6">
          <OrderData order={order} />
          <PaymentAttempts order={order} />
          {order.refunds.length > 0 && (
            <AdminSection title="환불 내역">
              <RefundTable refunds={order.refunds} />
            </AdminSection>
          )}
          {decided.length > 0 && (
            <AdminSection title="두 번째 확인 내역">
              <RefundProposalTable proposals={decided} />
            </AdminSection>
          )}
          <PaymentEvents orderId={order.id} />
        </div>
      </div>
    </>
  );
}

/** Shows what the buyer said about the case. Renders nothing when nothing was said. */
function CaseFacts({ order: { case_description: text, deadline_on: deadline } }: { order: AdminOrder }) {
  if (!text && !deadline) return null;
  return (
    <AdminSection title="신청 내용">
      <Panel>
        <Details>
          {deadline && (
            <DetailRow label="출석일·기한">
              <strong className="tabular-nums">{formatDay(deadline)}</strong>
            </DetailRow>
          )}
          {text && (
            <DetailRow label="무슨 일인지">
              <span className="whitespace-pre-line break-words">{text}</span>
            </DetailRow>
          )}
        </Details>
      </Panel>
    </AdminSection>
  );
}
