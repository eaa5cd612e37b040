import { z } from 'zod';
import { requiredLine, requiredText } from '#shared/contract/fields.ts';
import { readCode } from '#shared/text/typed-text.ts';

const ACCOUNT_MESSAGE = '환불받을 계좌를 확인해주세요.';

/** Where money goes back to that did not come from a card. */
export const refundAccount = z.object({
  bank_code: z.string({ error: ACCOUNT_MESSAGE }).regex(/^\d{3}$/, '은행을 선택해주세요.'),
  number: z
    .string({ error: ACCOUNT_MESSAGE })
    .overwrite(readCode)
    .regex(/^\d{6,20}$/, '계좌번호를 숫자로 입력해주세요.'),
  holder: requiredLine(50, '예금주를 입력해주세요.'),
});
export type RefundAccount = z.infer<typeof refundAccount>;

export const requestRefundBody = z.object({ reason: requiredText(1000, '환불 사유를 입력해주세요.') });
export type RequestRefundBody = z.infer<typeof requestRefundBody>;
