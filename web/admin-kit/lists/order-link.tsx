import { Link } from '@tanstack/react-router';
import { ADMIN_LINK } from '../admin-page.tsx';

type Props = { of: { order_id: number; order_number: string } };

/** The order that a row belongs to, by its number. */
export function OrderLink({ of: { order_id, order_number } }: Props) {
  return (
    <Link
      to="/admin/orders/$orderId"
      params={{ orderId: String(order_id) }}
      className={`${ADMIN_LINK} whitespace-nowrap tabular-nums`}
    >
      {order_number}
    </Link>
  );
}
