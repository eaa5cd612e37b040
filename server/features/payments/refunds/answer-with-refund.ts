import type { FastifyReply } from 'fastify';
import { type AdminOrderReading, getAdminOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import type { Viewer } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';

/**
 * Answers with a refund and its order: 202 while the provider is to be asked again.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT where the refund is gone
 */
export async function answerWithRefund(
  reply: FastifyReply,
  { viewer, ...reading }: AdminOrderReading & { viewer: Viewer },
  { orderId, refundId }: { orderId: number; refundId: number },
): Promise<RefundAnswer> {
  const order = await getAdminOrderAnswer(reading, orderId, viewer);
  const refund = order.refunds.find(({ id }) => id === refundId);
  if (!refund) throw new AppError('CONFLICT');
  reply.code(refund.state === 'requested' ? 202 : 200);
  return { refund, order };
}
