import { Link } from '@tanstack/react-router';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { AdminStatusBadge } from '#web/features/orders/admin/order-status.tsx';
import { EmailText } from '#web/ui/details.tsx';

type Props = { conversation: AdminConversationDetail; permissions: readonly Permission[] };

/** Whose conversation it is, with their last orders and their soldiers. */
export function CustomerAside({ conversation, permissions }: Props) {
  const { customer, customer_contact, customer_orders, customer_soldiers, order_id, service_title } = conversation;
  const maySeeOrders = mayDo(permissions, 'orders');
  return (
    <div className="grid content-start gap-6">
      <section aria-label="고객">
        <h3 className="font-semibold text-ink-900">고객</h3>
        <p className="mt-1 text-ink-900">
          {mayDo(permissions, ['orders', 'people']) ? (
            <Link to="/admin/users/$userId" params={{ userId: String(customer.id) }} className={ADMIN_LINK}>
              {customer.fullname || customer.user_id}
            </Link>
          ) : (
            customer.fullname || customer.user_id
          )}{' '}
          <span className="text-ink-700">{customer.user_id}</span>
        </p>
        <p>
          <PhoneLink phone={customer_contact.phone} />
        </p>
        <p>{customer_contact.email ? <EmailText email={customer_contact.email} /> : '이메일 없음'}</p>
        {service_title !== null && <p className="mt-2">{`문의한 서비스: ${service_title}`}</p>}
      </section>
      <section aria-label="주문">
        <h3 className="font-semibold text-ink-900">주문</h3>
        {customer_orders.length === 0 && (
          <p className="mt-1">{maySeeOrders ? '주문이 없습니다.' : '주문 권한이 있는 담당자만 볼 수 있습니다.'}</p>
        )}
        <ul className="mt-1 grid gap-2">
          {customer_orders.map(({ id, order_number, service_title: title, status, soldier_name, created_at }) => (
            <li
              key={id}
              className={`rounded border p-3 ${id === order_id ? 'border-olive-700 bg-olive-100' : 'border-line'}`}
            >
              <p className="flex flex-wrap items-center justify-between gap-2">
                <Link to="/admin/orders/$orderId" params={{ orderId: String(id) }} className={ADMIN_LINK}>
                  {order_number}
                </Link>
                <AdminStatusBadge status={status} />
              </p>
              <p className="text-ink-900">{title}</p>
              <p className="text-caption text-ink-700">
                {[soldier_name, formatDate(created_at), id === order_id && '이 상담의 주문']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="군인">
        <h3 className="font-semibold text-ink-900">군인</h3>
        {customer_soldiers.length === 0 && (
          <p className="mt-1">
            {maySeeOrders ? '등록된 군인이 없습니다.' : '주문 권한이 있는 담당자만 볼 수 있습니다.'}
          </p>
        )}
        <ul className="mt-1 grid gap-1">
          {customer_soldiers.map(({ id, fullname, relationship, military_status }) => (
            <li key={id}>
              <span className="text-ink-900">{fullname}</span>{' '}
              <span className="text-ink-700">{`${relationship} · ${military_status}`}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
