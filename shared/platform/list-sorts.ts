/**
 * Holds what the lists of the administration are sorted by, each from its own index; the first one when nothing is
 * asked for. The orders have theirs in `shared/rules/work/order-list.ts`.
 */
export const USER_SORTS = ['created_at', 'user_id', 'fullname'] as const;
export const MAIL_SORTS = ['created_at', 'kind', 'state', 'recipient'] as const;
export const AUDIT_SORTS = ['at', 'action', 'actor'] as const;
export const REFUND_REQUEST_SORTS = ['due_on', 'created_at', 'status', 'amount'] as const;
export const DISCREPANCY_SORTS = ['found_at', 'kind', 'ours', 'theirs'] as const;
export const WEBHOOK_SORTS = ['received_at', 'last_received_at', 'receipt_id', 'times_received'] as const;
export const MARKETING_SORTS = ['changed_at'] as const;
export const NOTICE_SORTS = ['created_at'] as const;

export type UserSort = (typeof USER_SORTS)[number];
export type MailSort = (typeof MAIL_SORTS)[number];
export type AuditSort = (typeof AUDIT_SORTS)[number];
export type RefundRequestSort = (typeof REFUND_REQUEST_SORTS)[number];
export type DiscrepancySort = (typeof DISCREPANCY_SORTS)[number];
export type WebhookSort = (typeof WEBHOOK_SORTS)[number];
