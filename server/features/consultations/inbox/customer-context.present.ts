import { wireTime } from '#server/lib/wire-time.ts';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import type { CustomerContextRow } from './customer-context.queries.ts';

type CustomerContext = Pick<
  AdminConversationDetail,
  'service_title' | 'customer_contact' | 'customer_orders' | 'customer_soldiers'
>;

export function presentCustomerContext(row: CustomerContextRow): CustomerContext {
  return {
    service_title: row.service_title,
    customer_contact: { phone: row.phone, email: row.email },
    customer_orders: row.orders.map((order) => ({ ...order, created_at: wireTime(order.created_at) })),
    customer_soldiers: row.soldiers,
  };
}
