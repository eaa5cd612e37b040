import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { buyerStatusLabel } from '#shared/rules/order-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';
import { AgreedTerms } from './agreed-terms.tsx';
import { WrittenTexts } from './details/written-texts.tsx';

/** Returns what was given back of the order's payment, as its books say. */
function refundedOf({ status, price, paid_price: left, payment, timeline }: Order): number {
  const isPaid = timeline.some((entry) => entry.status === 'confirmed') && payment?.paid_at;
  if (price === null || left === null) return 0;
  return isPaid && (status === 'confirmed' || status === 'cancelled') ? price - left : 0;
}

type Props = {
  order: Order;
  /** Only what identifies the order is open; all else is unfolded by a press. */
  isFolded?: boolean;
};

/** Shows what was ordered, the soldier, and how it was paid. */
export function OrderFacts({ order, isFolded = false }: Props) {
  const { soldier } = order;
  const refundedWon = refundedOf(order);
  return (
    <>
      <Details>
        <DetailRow label="주문 번호">
          <span className="tabular-nums">{order.order_number}</span>
          <CopyButton text={order.order_number} subject="주문 번호" />
        </DetailRow>
        <DetailRow label="상품 옵션">{order.selected_plan}</DetailRow>
        {soldier && (
          <DetailRow label="대상 군인">{`${soldier.fullname} (${soldier.relationship}, ${soldier.military_status})`}</DetailRow>
        )}
        {order.price !== null && (
          <DetailRow label="금액">
            <span className="font-semibold text-brass-600 tabular-nums">{formatWon(order.price)}</span>
            {order.status === 'confirmed' && ` ${buyerStatusLabel(order.status)}`}
          </DetailRow>
        )}
        {refundedWon > 0 && <DetailRow label="환불 금액">{formatWon(refundedWon)}</DetailRow>}
        {!isFolded && <FurtherFacts order={order} />}
      </Details>
      {isFolded && (
        <details className="mt-2">
          <summary className={`${TEXT_LINK} cursor-pointer`}>신청 내용 모두 보기</summary>
          <div className="mt-2">
            <Details>
              <FurtherFacts order={order} />
            </Details>
          </div>
        </details>
      )}
    </>
  );
}

function FurtherFacts({ order }: { order: Order }) {
  const { payment } = order;
  return (
    <>
      <DetailRow label="신청 일시">{formatDateTime(order.created_at)}</DetailRow>
      {order.work?.lawyer && <DetailRow label="담당">{lawyerName(order.work.lawyer)}</DetailRow>}
      {order.contact_phone && <DetailRow label="연락받을 번호">{formatPhone(order.contact_phone)}</DetailRow>}
      <WrittenTexts order={order} />
      <AgreedTerms terms={order.agreed_terms} agreedAt={order.created_at} />
      {payment && <DetailRow label="결제 수단">{payment.method}</DetailRow>}
      {payment?.paid_at && <DetailRow label="결제 일시">{formatDateTime(payment.paid_at)}</DetailRow>}
    </>
  );
}
