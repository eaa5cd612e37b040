import type { FastifyReply, FastifyRequest } from 'fastify';
import { getAdminOrderAnswer, getOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import { viewerOf } from '#server/http/acting-admin.ts';
import { actorOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Answers a buyer's call about money with their order as it is now; throws ORDER_NOT_FOUND. */
export function answerBuyer(payments: PaymentDeps, request: FastifyRequest, orderId: number): Promise<Order> {
  return getOrderAnswer(payments, actorOf(request).id, orderId, payments.clock.now());
}

/** Answers an administrator's call about money with the order as it is now; throws ORDER_NOT_FOUND. */
export function answerAdmin(payments: PaymentDeps, request: FastifyRequest, orderId: number): Promise<AdminOrder> {
  return getAdminOrderAnswer(payments, orderId, viewerOf(request));
}

/**
 * Answers with a refund and its order: 202 while the provider is to be asked again.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT where the refund is gone
 */
export async function answerWithRefund(
  payments: PaymentDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { orderId, refundId }: { orderId: number; refundId: number },
): Promise<RefundAnswer> {
  const order = await answerAdmin(payments, request, orderId);
  const refund = order.refunds.find(({ id }) => id === refundId);
  if (!refund) throw new AppError('CONFLICT');
  reply.code(refund.state === 'requested' ? 202 : 200);
  return { refund, order };
}
