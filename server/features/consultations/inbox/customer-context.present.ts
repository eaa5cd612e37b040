import { wireTime } from '#server/lib/wire-time.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import type { CustomerContextRow } from './customer-context.queries.ts';

type CustomerContext = Pick<
  AdminConversationDetail,
  'service_title' | 'customer_contact' | 'customer_orders' | 'customer_soldiers'
>;

/** Orders and soldiers are for those who work on orders (contract §6). */
export function presentCustomerContext(row: CustomerContextRow, permissions: readonly Permission[]): CustomerContext {
  const maySeeOrders = mayDo(permissions, 'orders');
  return {
    service_title: row.service_title,
    customer_contact: { phone: row.phone, email: row.email },
    customer_orders: !maySeeOrders
      ? []
      : row.orders.map((order) => ({ ...order, created_at: wireTime(order.created_at) })),
    customer_soldiers: maySeeOrders ? row.soldiers : [],
  };
}
