import type { Selectable } from 'kysely';
import type { OrderEventsTable, OrdersTable, PaymentAttemptsTable } from '#server/db/tables.ts';

export type OrderRow = Selectable<OrdersTable>;
export type OrderEventRow = Pick<Selectable<OrderEventsTable>, 'status' | 'note' | 'created_at'>;
/** The attempt that an order shows as its payment. */
export type PaymentRow = Pick<
  Selectable<PaymentAttemptsTable>,
  'state' | 'receipt_id' | 'method' | 'paid_at' | 'receipt_url' | 'virtual_account'
>;

/** An order with what its answer shows. */
export type OrderWithHistory = { order: OrderRow; payment: PaymentRow | undefined; events: readonly OrderEventRow[] };
