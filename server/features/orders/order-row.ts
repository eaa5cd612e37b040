import type { Selectable } from 'kysely';
import type {
  OrderEventsTable,
  OrdersTable,
  PaymentAttemptsTable,
  RefundRequestsTable,
  RefundsTable,
} from '#server/db/tables.ts';

export type OrderRow = Selectable<OrdersTable>;
type OrderEventRow = Pick<Selectable<OrderEventsTable>, 'status' | 'note' | 'created_at'>;
/** The attempt that an order shows as its payment. */
export type PaymentRow = Pick<
  Selectable<PaymentAttemptsTable>,
  'state' | 'receipt_id' | 'method' | 'paid_at' | 'receipt_url' | 'virtual_account'
>;

type RefundState = Selectable<RefundsTable>['state'];

/** The newest request for a refund; `refund_state` is what has become of the money since it was granted. */
export type RefundRequestRow = Pick<
  Selectable<RefundRequestsTable>,
  'state' | 'amount' | 'reason' | 'note' | 'granted_amount' | 'created_at' | 'decided_at'
> & { refund_state: RefundState | null };

/** An order with what its answer shows. */
export type OrderWithHistory = {
  order: OrderRow;
  payment: PaymentRow | undefined;
  events: readonly OrderEventRow[];
  refundRequest: RefundRequestRow | undefined;
  /** Money of it is on its way back. */
  isRefunding: boolean;
};
