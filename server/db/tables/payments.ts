import type { Generated, GeneratedAlways } from 'kysely';
import type { VirtualAccount } from '#shared/features/orders/schemas.ts';
import type { RefundAccount } from '#shared/features/payments/refund-schemas.ts';
import type { AttemptState } from '#shared/rules/payments/payment-status.ts';
import type { RefundBasis } from '#shared/rules/payments/refund-policy.ts';
import type { RefundProposalStatus, RefundRequestStatus, RefundState } from '#shared/rules/payments/refund-status.ts';
import type { CreatedAt, Json, NullableJson, UpdatedAt } from './columns.ts';

export type PaymentAttemptsTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  receipt_id: string;
  state: AttemptState;
  lease_until: Date;
  amount: number | null;
  /** Amount refunded according to the provider. */
  cancelled_amount: Generated<number>;
  method: Generated<string>;
  paid_at: Date | null;
  receipt_url: string | null;
  virtual_account: NullableJson<VirtualAccount>;
  note: Generated<string>;
  /** When the current exchange with the provider began; a trigger sets it. */
  began_at: GeneratedAlways<Date | null>;
  due_at: Generated<Date>;
  /** Amount refunded outside the provider, in won. */
  returned_outside: Generated<number>;
  compared_at: Date | null;
  dropped_at: Date | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
};

export type PaymentWebhooksTable = {
  id: GeneratedAlways<number>;
  receipt_id: string;
  order_number: string;
  webhook_type: Generated<string>;
  cancelled_price: Generated<number>;
  payload: Json<unknown>;
  state: Generated<'new' | 'done' | 'unknown'>;
  times_received: Generated<number>;
  /** When it last arrived. */
  attempts: Generated<number>;
  due_at: Date;
  /** When it first became due; a repeated webhook does not change it. */
  waiting_since: Generated<Date>;
  note: Generated<string>;
  received_at: Date;
  last_received_at: Date;
  handled_at: Date | null;
  handled_by: number | null;
};

/** Append-only, written by triggers on attempts and refunds. */
export type PaymentEventsTable = {
  id: GeneratedAlways<number>;
  at: CreatedAt;
  order_id: number;
  receipt_id: string;
  kind: string;
  amount: number | null;
  cancel_id: string | null;
  note: Generated<string>;
};

export type PaymentDifferencesTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  receipt_id: Generated<string>;
  kind: 'missing' | 'amount' | 'other_order' | 'books' | 'refund';
  ours: number;
  theirs: number;
  found_at: Date;
  last_seen_at: Date;
  handled_at: Date | null;
  handled_by: number | null;
  note: Generated<string>;
};

export type RefundsTable = {
  id: Generated<number>;
  order_id: number;
  receipt_id: string;
  cancel_id: string;
  amount: number;
  /** The shop's own sentence about an automatic refund. */
  reason: Generated<string>;
  /** An administrator's reason, encrypted; `reason` then is empty. */
  reason_sealed: Generated<Buffer | null>;
  requested_by: string;
  state: Generated<RefundState>;
  attempts: Generated<number>;
  last_error: Generated<string>;
  /** Null for automatic refunds. */
  requested_by_id: number | null;
  /** Amount of the receipt refunded before; null for refunds older than this column. */
  cancelled_before: number | null;
  account: NullableJson<RefundAccount>;
  lease_until: Generated<Date>;
  due_at: Generated<Date>;
  /** When the refund was last sent to the provider. */
  sent_at: Date | null;
  awaits_account: Generated<boolean>;
  channel: Generated<'provider' | 'outside'>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
};

/** A customer's refund request and the decision on it. */
export type RefundRequestsTable = {
  id: Generated<number>;
  order_id: number;
  state: Generated<RefundRequestStatus>;
  /** Amount that the refund policy allowed at the time of the request, in won. */
  amount: number;
  policy_basis: RefundBasis;
  policy_reason: string;
  /** The customer's reason and the administrator's answer, encrypted. */
  reason_sealed: Generated<Buffer | null>;
  note_sealed: Generated<Buffer | null>;
  granted_amount: number | null;
  /** The refund that granted it; null when the money was returned in another way. */
  refund_id: number | null;
  decided_by: number | null;
  created_at: Date;
  decided_at: Date | null;
};

/** A refund that waits for a second administrator, or waited (decision 048). */
export type RefundProposalsTable = {
  id: Generated<number>;
  order_id: number;
  receipt_id: string;
  /** Becomes the refund's. */
  cancel_id: string;
  amount: number;
  /** The customer's request that it grants. */
  request_id: number | null;
  /** The reason of the refund; with a request, the note that its customer reads. */
  note_sealed: Generated<Buffer | null>;
  account: NullableJson<RefundAccount>;
  state: Generated<RefundProposalStatus>;
  proposed_by: number;
  decided_by: number | null;
  decision_note_sealed: Generated<Buffer | null>;
  refund_id: number | null;
  created_at: Date;
  decided_at: Date | null;
};
