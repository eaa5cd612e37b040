import type { Selectable } from 'kysely';
import type {
  OrderEventsTable,
  OrdersTable,
  PaymentAttemptsTable,
  RefundRequestsTable,
  RefundsTable,
} from '#server/db/tables.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import type { MilitaryStatus } from '#shared/rules/soldier.ts';

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
  'state' | 'amount' | 'policy_basis' | 'reason' | 'note' | 'granted_amount' | 'created_at' | 'decided_at'
> & { refund_state: RefundState | null };

/** The present state of the soldier that an order was placed for, who may have been edited since. */
type PresentSoldierRow = { military_status: MilitaryStatus; is_status_edited: boolean };

/** An order with what its answer shows. */
export type OrderWithHistory = {
  order: OrderRow;
  payment: PaymentRow | undefined;
  events: readonly OrderEventRow[];
  refundRequest: RefundRequestRow | undefined;
  /** Undefined for an order without a soldier, and when the soldier was deleted since. */
  presentSoldier: PresentSoldierRow | undefined;
  /** Money of its payment is on its way back. */
  isRefunding: boolean;
  /** Money that can only go back to an account which the buyer names, in won. */
  awaitsAccountWon: number;
  /** The phone of the buyer's account. */
  contactPhone: string;
  lawyer: Lawyer | null;
};
