import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { formatWon } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AgreedTerms } from './agreed-terms.tsx';
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
  const { payment, soldier } = order;
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
      <section>
        <h4 className="mb-3 font-semibold text-small text-ink-900">진행 내역</h4>
        <OrderTimeline timeline={order.timeline} />
      </section>
      <Details>
        <DetailRow label="주문 번호">
          <span className="tabular-nums">{order.order_number}</span>
          <CopyButton text={order.order_number} subject="주문 번호" />
        </DetailRow>
        <DetailRow label="주문 일시">{formatDateTime(order.created_at)}</DetailRow>
        <DetailRow label="상품 옵션">{order.selected_plan}</DetailRow>
        {soldier && (
          <DetailRow label="대상 군인">{`${soldier.fullname} (${soldier.relationship}, ${soldier.military_status})`}</DetailRow>
        )}
        <DetailRow label="금액">
          <span className="font-semibold text-brass-600 tabular-nums">{formatWon(order.price)}</span>
        </DetailRow>
        {order.work.lawyer && <DetailRow label="담당">{lawyerName(order.work.lawyer)}</DetailRow>}
        {order.contact_phone && <DetailRow label="연락받을 번호">{formatPhone(order.contact_phone)}</DetailRow>}
        {order.deadline_on && <DetailRow label="출석일·기한">{order.deadline_on}</DetailRow>}
        {order.contact_window && <DetailRow label="통화 희망 시간">{order.contact_window}</DetailRow>}
        {order.case_description && (
          <DetailRow label="신청 내용">
            <span className="whitespace-pre-line break-words">{order.case_description}</span>
          </DetailRow>
        )}
        <AgreedTerms terms={order.agreed_terms} agreedAt={order.created_at} />
        {payment && <DetailRow label="결제 수단">{payment.method}</DetailRow>}
        {payment?.paid_at && <DetailRow label="결제 일시">{formatDateTime(payment.paid_at)}</DetailRow>}
      </Details>
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
