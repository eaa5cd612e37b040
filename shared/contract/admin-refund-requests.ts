import { z } from 'zod';
import { REFUND_REQUEST_STATUSES, staffRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import { pageQuery } from './admin-lists.ts';
import { issueRefundBody } from './admin-orders.ts';
import { id, line, requiredLine, won } from './fields.ts';
import { refundAccount } from './refund-account.ts';

export const refundRequestsQuery = pageQuery.extend({
  status: z
    .enum(['all', ...REFUND_REQUEST_STATUSES], { error: '환불 요청의 상태가 올바르지 않습니다.' })
    .default('open')
    .transform((status) => (status === 'all' ? undefined : status)),
});

/** Open ones in the order in which they came, the longest waiting first; otherwise newest first. */
export const refundRequestListItem = staffRefundRequest.omit({ refund_state: true, policy_reason: true }).extend({
  order_id: id,
  order_number: z.string(),
  service_title: z.string(),
  user_name: z.string(),
  /** The login id. */
  user_id: z.string(),
  paid_price: won,
});
export type RefundRequestListItem = z.infer<typeof refundRequestListItem>;

/** The amount may be another one than the policy's: staff know what was done. The customer reads the note. */
export const grantRefundRequest = z.object({
  amount: issueRefundBody.shape.amount,
  note: line(500).default(''),
  account: refundAccount.optional(),
});
export type GrantRefundRequest = z.infer<typeof grantRefundRequest>;

export const refuseRefundRequest = z.object({ note: requiredLine(500, '고객에게 알릴 사유를 입력해주세요.') });
export type RefuseRefundRequest = z.infer<typeof refuseRefundRequest>;

/** Whether staff have begun to work on an order. */
export const setWorkBody = z.object({ isStarted: z.boolean({ error: '업무 시작 여부를 선택해주세요.' }) });
export type SetWorkBody = z.infer<typeof setWorkBody>;
