import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchAnswer } from '#shared/features/desk/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { AdminStatusBadge, WorkBadge } from '#web/features/orders/admin/order-status.tsx';

/** The server finds so many of each kind; of as many there may be more. */
export const FOUND = 5;

export const RESULT =
  'flex min-h-11 items-center gap-3 rounded px-2 text-small text-ink-900 hover:bg-olive-100 focus-visible:bg-olive-100 md:min-h-9';

const ALL = `${RESULT} font-semibold text-olive-700`;

type Props = { found: SearchAnswer; q: string; onClose: () => void };

/** The found orders, members, conversations and services, each kind with the way to all of many. */
export function SearchResults({ found, q, onClose }: Props) {
  const { orders, users, conversations, services } = found;
  return (
    <>
      <Group title="주문" hasRows={orders.length > 0}>
        {orders.map(({ id: orderId, order_number, user_name, soldier_name, service_title, ...order }) => (
          <li key={orderId}>
            <Link
              to="/admin/orders/$orderId"
              params={{ orderId: String(orderId) }}
              onClick={onClose}
              className={RESULT}
            >
              <span className="grid min-w-0 grow py-1">
                <span className="truncate">
                  <strong className="font-semibold tabular-nums">{order_number}</strong>{' '}
                  {[user_name, soldier_name].filter(Boolean).join(', ')}
                </span>
                <span className="truncate text-caption text-ink-700 tabular-nums">
                  {[formatPhone(order.user_phone), service_title, formatDate(order.created_at)].join(' · ')}
                </span>
              </span>
              {order.status === 'confirmed' ? (
                <WorkBadge state={order.work.state} />
              ) : (
                <AdminStatusBadge status={order.status} />
              )}
            </Link>
          </li>
        ))}
        {orders.length >= FOUND && (
          <li>
            <Link to="/admin/orders" search={{ q }} onClick={onClose} className={ALL}>
              주문 모두 보기
            </Link>
          </li>
        )}
      </Group>
      <Group title="회원" hasRows={users.length > 0}>
        {users.map(({ id: userId, user_id, fullname, phone }) => (
          <li key={userId}>
            <Link to="/admin/users/$userId" params={{ userId: String(userId) }} onClick={onClose} className={RESULT}>
              <span className="font-semibold">{fullname || user_id}</span>
              <span className="min-w-0 truncate text-ink-700">{user_id}</span>
              {phone && <span className="ml-auto shrink-0 text-ink-700 tabular-nums">{formatPhone(phone)}</span>}
            </Link>
          </li>
        ))}
        {users.length >= FOUND && (
          <li>
            <Link to="/admin/users" search={{ q }} onClick={onClose} className={ALL}>
              회원 모두 보기
            </Link>
          </li>
        )}
      </Group>
      <Group title="상담" hasRows={conversations.length > 0}>
        {conversations.map(({ id: conversationId, subject, customer }) => (
          <li key={conversationId}>
            <Link to="/admin/chat" search={{ id: conversationId }} onClick={onClose} className={RESULT}>
              <span className="min-w-0 truncate font-semibold">{subject}</span>
              <span className="shrink-0 text-ink-700">{customer}</span>
            </Link>
          </li>
        ))}
        {conversations.length >= FOUND && (
          <li>
            <Link to="/admin/chat" search={{ q }} onClick={onClose} className={ALL}>
              상담 모두 보기
            </Link>
          </li>
        )}
      </Group>
      <Group title="서비스" hasRows={services.length > 0}>
        {services.map(({ id: serviceId, title }) => (
          <li key={serviceId}>
            <Link
              to="/admin/services/$serviceId"
              params={{ serviceId: String(serviceId) }}
              onClick={onClose}
              className={RESULT}
            >
              <span className="font-semibold">{title}</span>
            </Link>
          </li>
        ))}
      </Group>
    </>
  );
}

export function Group({ title, hasRows, children }: { title: string; hasRows: boolean; children: ReactNode }) {
  if (!hasRows) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-2 font-semibold text-caption text-ink-500">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
