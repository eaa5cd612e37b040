import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { registerNoStore } from '#server/http/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import { successResponse } from '#shared/contract/accounts.ts';
import {
  confirmPaymentRequest,
  confirmPaymentResponse,
  type PaymentSettings,
  paymentSettings,
  webhookRequest,
} from '#shared/contract/payments.ts';
import { confirmPayment } from './confirm-payment.ts';
import { receiveWebhook } from './receive-webhook.ts';
import type { SettleDeps } from './settle-deps.ts';

type Options = { settle: SettleDeps; sessions: Sessions; settings: PaymentSettings };

/** Paying for an order (contract §3). */
export const paymentsRoutes: FastifyPluginAsyncZod<Options> = async (app, { settle, sessions, settings }) => {
  registerNoStore(app);

  app.get('/api/bootpay/settings', { schema: { response: { 200: paymentSettings } } }, async () => settings);

  app.post(
    '/api/bootpay/confirm',
    {
      onRequest: sessions.requireUser,
      schema: { body: confirmPaymentRequest, response: { 200: confirmPaymentResponse } },
    },
    async (request) => {
      const order = await confirmPayment(settle, actorOf(request), request.body);
      return { success: true as const, order };
    },
  );

  app.post(
    '/api/bootpay/webhook',
    { schema: { body: webhookRequest, response: { 200: successResponse } } },
    async (request) => {
      await receiveWebhook(settle, request.body);
      return { success: true as const };
    },
  );
};
