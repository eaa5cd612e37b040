import { Link } from '@tanstack/react-router';
import type { Order } from '#shared/features/orders/schemas.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { OrderStatusBadge } from './details/order-status-badge.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderNextStep } from './order-next-step.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { RefundAccountSection } from './refund-account-section.tsx';
import { RefundSection } from './refund-section.tsx';

type Props = { order: Order | undefined; isOpen: boolean; onClose: () => void };

/** The details of one order. `order` stays set while the dialog fades out. */
export function OrderDetailDialog({ order, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="신청 상세" isSheet>
      {order && <OrderDetail order={order} />}
    </Dialog>
  );
}

function OrderDetail({ order }: { order: Order }) {
  const { payment } = order;
  return (
    <div className="grid gap-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-small text-ink-500">{serviceCategoryLabel(order.category)}</p>
          <h3 className="font-semibold text-ink-900">{order.service_title}</h3>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <OrderStatusBadge order={order} />
        </div>
      </div>
      <RefundAccountSection order={order} heading="h4" />
      <OrderNextStep order={order} />
      <p>
        <Link to="/orders/$orderId" params={{ orderId: String(order.id) }} className={TEXT_LINK}>
          내 사건 보기
        </Link>
      </p>
      <section>
        <h4 className="mb-3 font-semibold text-small text-ink-900">진행 내역</h4>
        <OrderTimeline timeline={order.timeline} />
      </section>
      <OrderFacts order={order} />
      <ReceiptLink url={payment?.receipt_url} />
      <RefundSection order={order} />
    </div>
  );
}
