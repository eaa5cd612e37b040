import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { ADMIN_LINK, AdminPage, AdminSection, Panel } from '#web/features/admin-kit/admin-page.tsx';
import { adminOrderQuery } from '#web/features/orders/admin/api.ts';
import { RefundTable, StaffTimeline } from '#web/features/orders/admin/order-history-parts.tsx';
import { OrderNotes } from '#web/features/orders/admin/order-notes.tsx';
import { StaffStatusBadge } from '#web/features/orders/admin/order-status.tsx';
import { OrderStatusForm } from '#web/features/orders/admin/order-status-form.tsx';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { WorkMark } from '#web/features/orders/admin/work-mark.tsx';
import { checkOrder } from '#web/features/payments/admin/api.ts';
import { CapturedReceipts } from '#web/features/payments/admin/captured-receipts.tsx';
import { PaymentAttempts } from '#web/features/payments/admin/payment-attempts.tsx';
import { PaymentEvents } from '#web/features/payments/admin/payment-events.tsx';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OrderFacts } from './order-facts.tsx';
import { RefundRequestSection } from './refund-request-section.tsx';

const route = getRouteApi('/queries/admin/admin/orders/$orderId');

export function AdminOrderPage() {
  const { orderId } = route.useParams();
  const { data, error, refetch } = useQuery(adminOrderQuery(orderId));
  return (
    <AdminPage
      title={data ? `${data.user.fullname || data.user.user_id}, ${data.service.title}` : '주문 상세'}
      action={
        <Link to="/admin/orders" className={ADMIN_LINK}>
          주문 목록
        </Link>
      }
    >
      {data && <OrderView key={data.id} order={data} />}
      {!data && error && <LoadError subject="주문" message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">주문 불러오는 중</span>
          <Skeleton className="h-[480px] w-full" />
        </div>
      )}
    </AdminPage>
  );
}

function OrderView({ order }: { order: AdminOrder }) {
  const refund = useRef<HTMLDivElement>(null);
  const isAsked = order.refund_requests.some(({ status }) => status === 'open');
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <StaffStatusBadge status={order.status} />
          <p className="text-ink-700 tabular-nums">{`주문 ${order.order_number}`}</p>
          <CheckButton orderId={order.id} />
        </div>
        <div ref={isAsked ? refund : undefined} className="empty:hidden">
          <RefundRequestSection order={order} />
        </div>
        <OrderFacts order={order} />
        <PaymentAttempts order={order} />
        {order.refunds.length > 0 && (
          <AdminSection title="환불 내역">
            <RefundTable refunds={order.refunds} />
          </AdminSection>
        )}
        <AdminSection title="진행 내역">
          <Panel>
            <StaffTimeline timeline={order.timeline} />
          </Panel>
        </AdminSection>
        <PaymentEvents orderId={order.id} />
      </div>
      <div className="grid gap-6">
        <AdminSection title="상태">
          <Panel>
            <OrderStatusForm order={order} onRefund={() => refund.current?.querySelector('input')?.focus()} />
          </Panel>
        </AdminSection>
        <AdminSection title="업무">
          <Panel>
            <WorkMark order={order} />
          </Panel>
        </AdminSection>
        <div ref={isAsked ? undefined : refund}>
          <AdminSection title="환불">
            <CapturedReceipts order={order} isAsked={isAsked} />
          </AdminSection>
        </div>
        <AdminSection title="메모">
          <Panel>
            <OrderNotes order={order} />
          </Panel>
        </AdminSection>
      </div>
    </div>
  );
}

function CheckButton({ orderId }: { orderId: number }) {
  const show = useShowOrder();
  const { isBusy, problem, run } = useAction();
  const [isDone, setDone] = useState(false);
  const handleClick = async () => {
    setDone(false);
    setDone(await run(async () => show(await checkOrder(orderId))));
  };
  return (
    <>
      <Button kind="secondary" isBusy={isBusy} onClick={() => void handleClick()}>
        결제 다시 확인
      </Button>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isDone && <Notice kind="success">결제사에 다시 확인했습니다.</Notice>}
    </>
  );
}
