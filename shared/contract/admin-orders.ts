import { z } from 'zod';
import { adminOrder, adminRefund } from '#shared/features/orders/admin-schemas.ts';
import { receiptIdText, requiredLine, won } from './fields.ts';
import { refundAccount } from './refund-account.ts';

export type {
  AdminAttempt,
  AdminOrder,
  AdminOrderListItem,
  AdminRefund,
} from '#shared/features/orders/admin-schemas.ts';
export {
  type AddNoteBody as AddNoteRequest,
  addNoteBody as addNoteRequest,
  type SetOrderStatusBody as SetOrderStatusRequest,
  setOrderStatusBody as setOrderStatusRequest,
} from '#shared/features/orders/admin-schemas.ts';

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

export const dropAttemptBody = z.object({ reason: requiredLine(200, '중단하는 사유를 입력해주세요.') });
export type DropAttemptBody = z.infer<typeof dropAttemptBody>;

/** 200 when the provider has answered, 202 while it is to be retried. */
export const refundResponse = z.object({ refund: adminRefund, order: adminOrder });
export type RefundAnswer = z.infer<typeof refundResponse>;
