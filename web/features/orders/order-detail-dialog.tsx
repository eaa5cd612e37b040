import { Link } from '@tanstack/react-router';
import type { Order } from '#shared/features/orders/schemas.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderNextStep } from './order-next-step.tsx';
import { OrderStatusBadges } from './order-status-badge.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { RefundAccountSection } from './refund-account-section.tsx';
import { RefundSection } from './refund-section.tsx';
import { VirtualAccountDetails } from './virtual-account-details.tsx';

type Props = { order: Order | undefined; isOpen: boolean; onClose: () => void };

/** The details of one order. `order` stays set while the dialog fades out. */
export function OrderDetailDialog({ order, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="구매 상세" isSheet>
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
          <OrderStatusBadges order={order} />
        </div>
      </div>
      <RefundAccountSection order={order} heading="h4" />
      <OrderNextStep order={order} />
      <p>
        <Link to="/orders/$orderId" params={{ orderId: String(order.id) }} className={TEXT_LINK}>
          진행 단계·상담·문서 보기
        </Link>
      </p>
      <section>
        <h4 className="mb-3 font-semibold text-small text-ink-900">진행 내역</h4>
        <OrderTimeline timeline={order.timeline} />
      </section>
      <OrderFacts order={order} />
      {order.status === 'processing' && payment?.virtual_account && (
        <section aria-label="입금 안내">
          <VirtualAccountDetails account={payment.virtual_account} priceWon={order.price} />
        </section>
      )}
      <ReceiptLink url={payment?.receipt_url} />
      <RefundSection order={order} />
    </div>
  );
}
