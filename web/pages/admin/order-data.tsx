import { Link } from '@tanstack/react-router';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDate, formatDateTime } from '#shared/format/dates.ts';
import { isOneOf } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { ADMIN_LINK, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { AdminStatusBadge } from '#web/features/orders/admin/order-status.tsx';
import { AgreedTerms } from '#web/features/orders/agreed-terms.tsx';
import { ReceiptLink } from '#web/features/orders/receipt-link.tsx';
import { DetailRow, Details, EmailText } from '#web/ui/details.tsx';

/** Returns what the order's own payment captured; `paid_price` is what is left of it after refunds. */
function paidOf({ payment, attempts, paid_price }: AdminOrder): number {
  const own = attempts.find(({ receipt_id }) => receipt_id === payment?.transaction_id);
  return own && isOneOf(['paid', 'cancelled'], own.state) ? (own.amount ?? paid_price) : paid_price;
}

/** Shows what was bought and how it was paid. */
export function OrderData({ order }: { order: AdminOrder }) {
  const { service, payment } = order;
  const paid = paidOf(order);
  const refunded = paid - order.paid_price;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <AdminSection title="서비스">
        <Panel>
          <Details>
            <DetailRow label="서비스">{service.title}</DetailRow>
            <DetailRow label="카테고리">{serviceCategoryLabel(service.category)}</DetailRow>
            <DetailRow label="상품 옵션">{order.selected_plan}</DetailRow>
            <DetailRow label="금액">{formatWon(order.price)}</DetailRow>
            <DetailRow label="주문 일시">{formatDateTime(order.created_at)}</DetailRow>
            <AgreedTerms terms={order.agreed_terms} agreedAt={order.created_at} />
          </Details>
        </Panel>
      </AdminSection>
      <AdminSection title="결제">
        <Panel>
          <Details>
            <DetailRow label="결제 금액">{formatWon(paid)}</DetailRow>
            {refunded > 0 && <DetailRow label="환불 금액">{formatWon(refunded)}</DetailRow>}
            {payment ? (
              <>
                <DetailRow label="결제 수단">{payment.method}</DetailRow>
                <DetailRow label="결제 일시">{payment.paid_at ? formatDateTime(payment.paid_at) : '없음'}</DetailRow>
                <DetailRow label="영수증 번호">
                  <span className="break-all text-caption">{payment.transaction_id}</span>
                </DetailRow>
              </>
            ) : (
              <DetailRow label="결제 내역">없음</DetailRow>
            )}
          </Details>
          <ReceiptLink url={payment?.receipt_url} />
        </Panel>
      </AdminSection>
    </div>
  );
}

/** Shows the account that ordered, and the soldier. */
export function OrderPeople({ order: { user, soldier } }: { order: AdminOrder }) {
  return (
    <>
      <AdminSection title="회원">
        <Panel>
          <Details>
            <DetailRow label="이름">
              <Link to="/admin/users/$userId" params={{ userId: String(user.id) }} className={ADMIN_LINK}>
                {user.fullname || user.user_id}
              </Link>
            </DetailRow>
            <DetailRow label="아이디">{user.user_id}</DetailRow>
            <DetailRow label="전화번호">
              <PhoneLink phone={user.phone} />
            </DetailRow>
            <DetailRow label="이메일">{user.email ? <EmailText email={user.email} /> : '없음'}</DetailRow>
          </Details>
        </Panel>
      </AdminSection>
      <AdminSection title="군인">
        <Panel>
          {soldier ? (
            <Details>
              <DetailRow label="이름">{soldier.fullname}</DetailRow>
              <DetailRow label="관계">{soldier.relationship}</DetailRow>
              <DetailRow label="군 복무 상태">{soldier.military_status}</DetailRow>
              <DetailRow label="전화번호">
                <PhoneLink phone={soldier.phone} />
              </DetailRow>
            </Details>
          ) : (
            <p>군인 없이 신청한 주문입니다.</p>
          )}
        </Panel>
      </AdminSection>
    </>
  );
}

/** How many are visible; the others are folded, so that the list stays short. */
const NEWEST = 3;

/** Lists the other cases of the account and of the soldier. Renders nothing when there are none. */
export function OtherOrders({ orders }: { orders: AdminOrder['other_orders'] }) {
  if (orders.length === 0) return null;
  const older = orders.slice(NEWEST);
  return (
    <AdminSection title="다른 사건">
      <Panel>
        <OtherOrderList orders={orders.slice(0, NEWEST)} />
        {older.length > 0 && (
          <details className="mt-3">
            <summary className="min-h-11 py-2.5 text-ink-700 md:min-h-9 md:py-1.5">{`그 전의 사건 ${older.length}건`}</summary>
            <OtherOrderList orders={older} />
          </details>
        )}
      </Panel>
    </AdminSection>
  );
}

function OtherOrderList({ orders }: { orders: AdminOrder['other_orders'] }) {
  return (
    <ul className="grid gap-3">
      {orders.map(({ id, order_number, service_title, status, soldier_name, created_at }) => (
        <li key={id}>
          <p className="flex flex-wrap items-center justify-between gap-x-2">
            <Link to="/admin/orders/$orderId" params={{ orderId: String(id) }} className={ADMIN_LINK}>
              {service_title}
            </Link>
            <AdminStatusBadge status={status} />
          </p>
          <p className="text-caption text-ink-700 tabular-nums">
            {[order_number, soldier_name, formatDate(created_at)].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
