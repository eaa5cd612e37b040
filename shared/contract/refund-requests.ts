import { z } from 'zod';
import { requiredText } from './fields.ts';

export * from '#shared/features/orders/refund-schemas.ts';

export const askForRefundRequest = z.object({ reason: requiredText(1000, '환불 사유를 입력해주세요.') });
export type AskForRefundRequest = z.infer<typeof askForRefundRequest>;
