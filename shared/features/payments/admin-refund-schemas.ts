import { z } from 'zod';
import { pageQuery, sortFieldsWithoutOrder } from '#shared/contract/admin-lists.ts';
import { id, line, receiptIdText, requiredLine, won } from '#shared/contract/fields.ts';
import { adminOrder, adminRefund } from '#shared/features/orders/admin-schemas.ts';
import { adminRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import { REFUND_REQUEST_SORTS } from '#shared/platform/list-sorts.ts';
import { REFUND_REQUEST_STATUSES } from '#shared/rules/payments/refund-status.ts';
import { refundAccount } from './refund-schemas.ts';

/** Made once per form: a repeat with the same key is the same refund. */
const requestKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, '요청 번호가 올바르지 않습니다.')
  .optional();
const refundAmount = won.min(1, '환불 금액은 1원 이상이어야 합니다.');
/** Any captured receipt of the order; left out, the order's own payment. */
const receiptId = receiptIdText.optional();

export const issueRefundBody = z.object({
  receipt_id: receiptId,
  amount: refundAmount,
  reason: requiredLine(200, '환불 사유를 입력해주세요.'),
  requestKey,
  /** Where the money goes; the provider needs it for payments by virtual account. */
  account: refundAccount.optional(),
});
export type IssueRefundBody = z.infer<typeof issueRefundBody>;

/** Money that was paid back by other means than the provider, and how. */
export const outsideRefundBody = z.object({
  receipt_id: receiptId,
  amount: refundAmount,
  note: requiredLine(200, '어떻게 돌려드렸는지 입력해주세요.'),
  requestKey,
});
export type OutsideRefundBody = z.infer<typeof outsideRefundBody>;

/** 200 when the provider has answered, 202 while it is to be retried. */
export const refundAnswer = z.object({ refund: adminRefund, order: adminOrder });
export type RefundAnswer = z.infer<typeof refundAnswer>;

export const refundRequestsQuery = pageQuery.extend({
  status: z
    .enum(['all', ...REFUND_REQUEST_STATUSES], { error: '환불 요청의 상태가 올바르지 않습니다.' })
    .default('open')
    .transform((status) => (status === 'all' ? undefined : status)),
  /** Open ones whose due day is over. */
  due: z.enum(['overdue'], { error: '처리 기한의 조건이 올바르지 않습니다.' }).optional(),
  ...sortFieldsWithoutOrder(REFUND_REQUEST_SORTS),
});
export type RefundRequestsQuery = z.input<typeof refundRequestsQuery>;
export type ValidRefundRequestsQuery = z.output<typeof refundRequestsQuery>;

/**
 * Open ones by their due day, the longest waiting first; otherwise newest first.
 * Unless sorted otherwise.
 */
export const refundRequestListItem = adminRefundRequest.omit({ refund_state: true, policy_reason: true }).extend({
  order_id: id,
  order_number: z.string(),
  service_title: z.string(),
  user_name: z.string(),
  /** The login id. */
  user_id: z.string(),
  user_phone: z.string(),
  paid_price: won,
  /** An administrator has granted it, and a second one has to approve. */
  awaits_approval: z.boolean(),
});
export type RefundRequestListItem = z.infer<typeof refundRequestListItem>;

/**
 * The amount may be another one than the policy's: administrators know what was done. The customer
 * reads the note.
 */
export const grantRefundBody = z.object({
  amount: refundAmount,
  note: line(500).default(''),
  account: refundAccount.optional(),
});
export type GrantRefundBody = z.input<typeof grantRefundBody>;
export type ValidGrantRefundBody = z.output<typeof grantRefundBody>;

export const refuseRefundBody = z.object({ note: requiredLine(500, '고객에게 알릴 사유를 입력해주세요.') });
export type RefuseRefundBody = z.infer<typeof refuseRefundBody>;

/** Holds what a second administrator says about a refund that they do not approve. */
export const declineProposalBody = z.object({ note: line(500).default('') });
export type DeclineProposalBody = z.input<typeof declineProposalBody>;
export type ValidDeclineProposalBody = z.output<typeof declineProposalBody>;
