import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDateTime, formatDay } from '#shared/format/dates.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { formatWon } from '#shared/rules/price.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { AgreedTerms } from './agreed-terms.tsx';

/** Returns what was given back of the order's payment, as its books say. */
function refundedOf({ status, price, paid_price: left, payment, timeline }: Order): number {
  const isPaid = timeline.some((entry) => entry.status === 'confirmed') && payment?.paid_at;
  return isPaid && (status === 'confirmed' || status === 'cancelled') ? price - left : 0;
}

/** Shows what was ordered, the soldier, and how it was paid. */
export function OrderFacts({ order }: { order: Order }) {
  const { payment, soldier } = order;
  const refundedWon = refundedOf(order);
  return (
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
      {refundedWon > 0 && <DetailRow label="환불 금액">{formatWon(refundedWon)}</DetailRow>}
      {order.work.lawyer && <DetailRow label="담당">{lawyerName(order.work.lawyer)}</DetailRow>}
      {order.contact_phone && <DetailRow label="연락받을 번호">{formatPhone(order.contact_phone)}</DetailRow>}
      {order.deadline_on && <DetailRow label="출석일·기한">{formatDay(order.deadline_on)}</DetailRow>}
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
  );
}
