import type { Order } from '#shared/contract/orders.ts';
import type { OrderWithHistory, PaymentRow } from './order-row.ts';

function presentPayment(payment: PaymentRow): Order['payment'] {
  return {
    method: payment.method,
    transaction_id: payment.receipt_id,
    paid_at: payment.paid_at?.toISOString() ?? null,
    receipt_url: payment.receipt_url,
    ...(payment.virtual_account && { virtual_account: payment.virtual_account }),
  };
}

/** An order as its buyer sees it (contract §3). */
export function presentOrder({ order, payment, events }: OrderWithHistory): Order {
  return {
    id: order.id,
    order_number: order.order_number,
    user_id: order.user_id,
    soldier_id: order.soldier_id,
    service_id: order.service_id,
    service_name: order.service_title,
    service_title: order.service_title,
    category: order.category,
    selected_plan: order.selected_plan,
    price: order.price,
    paid_price: order.paid_price,
    status: order.status,
    created_at: order.created_at.toISOString(),
    soldier: order.soldier,
    agreed_terms: order.agreed_terms,
    payment: payment ? presentPayment(payment) : null,
    timeline: events.map((event) => ({
      status: event.status,
      timestamp: event.created_at.toISOString(),
      note: event.note,
    })),
  };
}
