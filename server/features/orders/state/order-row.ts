import type { Selectable } from 'kysely';
import type {
  CallbacksTable,
  OrderEventsTable,
  PaymentAttemptsTable,
  RefundRequestsTable,
  RefundsTable,
} from '#server/db/tables.ts';
import type { ParticipantRow } from '#server/features/participants/participants.lookup.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import type { MilitaryStatus } from '#shared/rules/soldier.ts';
import type { OrderRow } from '../orders.moves.ts';
import type { StepRow } from './step-row.ts';

/** Bytes in JSON that the database builds are text. */
type InJson<Row> = { [Key in keyof Row]: Row[Key] extends Buffer | null ? string | null : Row[Key] };
type OrderEventRow = InJson<
  Pick<Selectable<OrderEventsTable>, 'id' | 'status' | 'note' | 'note_sealed' | 'created_at' | 'is_progress'>
>;
/** The attempt shown as the order's payment. */
export type PaymentRow = Pick<
  Selectable<PaymentAttemptsTable>,
  'state' | 'receipt_id' | 'method' | 'paid_at' | 'receipt_url' | 'virtual_account'
>;

type RefundState = Selectable<RefundsTable>['state'];

/** The newest refund request; `refund_state` is the state of its refund. */
export type RefundRequestRow = InJson<
  Pick<
    Selectable<RefundRequestsTable>,
    | ('id' | 'state' | 'amount' | 'policy_basis' | 'granted_amount' | 'created_at' | 'decided_at')
    | ('reason_sealed' | 'note_sealed')
  >
> & { refund_state: RefundState | null };

/** The current data of the order's soldier, which may have been edited since. */
type PresentSoldierRow = { military_status: MilitaryStatus; is_status_edited: boolean };

/** An order with everything in its response. */
export type OrderWithHistory = {
  order: OrderRow;
  payment: PaymentRow | undefined;
  events: readonly OrderEventRow[];
  refundRequest: RefundRequestRow | undefined;
  /** Undefined without a soldier, and after the soldier was deleted. */
  presentSoldier: PresentSoldierRow | undefined;
  /** True when a refund of its payment is running. */
  isRefunding: boolean;
  /** Amount that can only be refunded to a bank account named by the buyer, in won. */
  awaitsAccountWon: number;
  /** The phone of the buyer's account. */
  contactPhone: string;
  lawyer: Lawyer | null;
  steps: readonly StepRow[];
  /** The booked call. */
  callback: Pick<Selectable<CallbacksTable>, 'starts_at' | 'ends_at' | 'whom' | 'booked_by'> | undefined;
  participants: readonly ParticipantRow[];
};
