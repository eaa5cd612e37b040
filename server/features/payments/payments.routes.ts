import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import { route } from '#server/http/api/route.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { createNetworkCheck } from '#server/lib/networks.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import {
  confirmPaymentRequest,
  confirmPaymentResponse,
  type PaymentSettings,
  paymentSettings,
  webhookRequest,
} from '#shared/contract/payments.ts';
import { refundAccount } from '#shared/contract/refund-account.ts';
import * as orderCalls from '#shared/features/orders/calls.ts';
import { cancelOrderBody, order } from '#shared/features/orders/schemas.ts';
import type { PaymentDeps } from './attempts/payment-deps.ts';
import { confirmPayment } from './confirm/confirm-payment.ts';
import type { PaymentLimits } from './confirm/payment-limits.ts';
import { cancelOrder } from './expiry/cancel-order.ts';
import { setRefundAccount } from './refunds/set-refund-account.ts';
import { storeWebhook } from './webhooks/store-webhook.ts';

type Options = {
  payments: PaymentDeps;
  sessions: Sessions;
  settings: PaymentSettings;
  limits: PaymentLimits;
  /** Networks that webhooks may come from; none: any. */
  webhookNetworks: readonly string[];
  isProduction: boolean;
};

/** The provider's own are a few thousand bytes. */
const WEBHOOK_LIMIT_BYTES = 64 * 1024;

/** Paying for an order (contract §3). */
export const paymentsRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { payments, sessions, settings, limits, webhookNetworks, isProduction } = options;
  const isFromProvider = createNetworkCheck(webhookNetworks);
  if (isProduction && webhookNetworks.length === 0) {
    app.log.warn('BOOTPAY_WEBHOOK_CIDRS is not set: webhooks are accepted from any address');
  }
  registerNoStore(app);

  app.get('/api/bootpay/settings', { schema: { response: { 200: paymentSettings } } }, async () => settings);

  app.post(
    '/api/bootpay/confirm',
    {
      onRequest: sessions.requireUser,
      schema: { body: confirmPaymentRequest, response: { 200: confirmPaymentResponse } },
    },
    async (request) => {
      const order = await confirmPayment({ ...payments, limit: limits.confirm }, actorOf(request), request.body);
      return { success: true as const, order };
    },
  );

  route(
    app,
    orderCalls.cancel,
    {
      summary: 'Cancel an order that is not paid',
      params: idParam,
      body: cancelOrderBody,
      answer: order,
      errors: ['ORDER_NOT_FOUND', 'NOT_CANCELLABLE', 'TOO_MANY_REQUESTS'],
      example: { status: 'cancelled' },
    },
    async (request) => {
      const actor = actorOf(request);
      await limits.cancel.consume(String(actor.id));
      await cancelOrder(payments, actor, request.params.id);
      return getOrderAnswer(payments.db, actor.id, request.params.id, payments.clock.now());
    },
  );

  app.put(
    '/api/orders/:id/refund-account',
    {
      onRequest: sessions.requireUser,
      schema: { params: idParam, body: refundAccount, response: { 200: order } },
    },
    async (request) => {
      const actor = actorOf(request);
      await setRefundAccount(payments, actor, request.params.id, request.body);
      return getOrderAnswer(payments.db, actor.id, request.params.id, payments.clock.now());
    },
  );

  app.post(
    '/api/bootpay/webhook',
    {
      bodyLimit: WEBHOOK_LIMIT_BYTES,
      async onRequest(request) {
        if (!isFromProvider(request.ip)) throw new AppError('FOREIGN_SENDER');
      },
      schema: { body: webhookRequest, response: { 200: success } },
    },
    async (request) => {
      await storeWebhook(payments, request.body);
      return { success: true as const };
    },
  );
};
