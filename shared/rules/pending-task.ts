/**
 * Tasks of the work queue: deadlines that are near or over, cases in which it is the firm's turn, undecided
 * refund requests, all and those whose due day is over, refunds that wait for a second administrator, running and
 * refused refunds, payments without a result for five minutes, virtual accounts without a deposit.
 */
export const PENDING_TASKS = [
  'near_deadline',
  'case_work',
  'refund_request',
  'overdue_refund_request',
  'refund_approval',
  'refund',
  'refused_refund',
  'unsettled',
  'deposit',
] as const;

/** A reason why an order needs an administrator's attention. */
export type PendingTask = (typeof PENDING_TASKS)[number];
