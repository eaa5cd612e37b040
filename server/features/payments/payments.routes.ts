import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#server/config.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { createNetworkCheck } from '#server/lib/networks.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as orderCalls from '#shared/features/orders/calls.ts';
import { cancelOrderBody, order } from '#shared/features/orders/schemas.ts';
import * as paymentCalls from '#shared/features/payments/calls.ts';
import {
  confirmedPayment,
  confirmPaymentBody,
  type PaymentSettings,
  paymentSettings,
  webhookBody,
} from '#shared/features/payments/schemas.ts';
import { cancelOrder } from './cancel-order.ts';
import { confirmPayment } from './confirm/confirm-payment.ts';
import type { PaymentLimits } from './confirm/payment-limits.ts';
import { answerBuyer } from './order-answers.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { storeWebhook } from './webhooks/store-webhook.ts';

type Options = {
  payments: PaymentDeps;
  settings: PaymentSettings;
  limits: PaymentLimits;
  /** Networks that may send webhooks; any when empty. */
  webhookNetworks: readonly string[];
  isProduction: boolean;
};

/** The settings of the payment window: the key of the provider, and whether it is the stand-in. */
export function paymentSettingsOf({ payment: { credentials, sandbox } }: Pick<Config, 'payment'>): PaymentSettings {
  const key =
    credentials.kind === 'keys'
      ? ({ kind: 'client_key', value: credentials.clientKey } as const)
      : ({ kind: 'application_id', value: credentials.applicationId } as const);
  return { key, sandbox };
}

/** Body limit of webhooks; the provider's are a few kilobytes. */
const WEBHOOK_LIMIT_BYTES = 64 * 1024;

/** Paying for an order (contract §3). */
export const paymentsRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { payments, settings, limits, webhookNetworks, isProduction } = options;
  const isFromProvider = createNetworkCheck(webhookNetworks);
  if (isProduction && webhookNetworks.length === 0) {
    app.log.warn(
      'BOOTPAY_WEBHOOK_CIDRS is not set: any address can send webhooks. Made-up ones move no money, but they cost ' +
        'lookups at the provider and can crowd out an unknown receipt: set the networks of the provider',
    );
  }

  route(
    app,
    paymentCalls.getSettings,
    { summary: 'Get what opens the payment window', answer: paymentSettings },
    () => settings,
  );

  route(
    app,
    paymentCalls.confirm,
    {
      summary: 'Confirm the payment of an order by its receipt',
      deadline: 'payment',
      body: confirmPaymentBody,
      answer: confirmedPayment,
      errors: [
        'ORDER_NOT_FOUND',
        'PRICE_MISMATCH',
        'RECEIPT_MISMATCH',
        'RECEIPT_USED',
        'PAYMENT_NOT_READY',
        'PAYMENT_FAILED',
        'ORDER_CANCELLED',
        'ORDER_ALREADY_PAID',
        'TOO_MANY_REQUESTS',
        'GATEWAY_UNAVAILABLE',
      ],
      example: { order_id: 41, receipt_id: '6a1f0c2e8d3b4a5c6d7e8f90', price: 330_000 },
    },
    async (request) => {
      await confirmPayment({ ...payments, limit: limits.confirm }, actorOf(request), request.body);
      return { success: true as const, order: await answerBuyer(payments, request, request.body.order_id) };
    },
  );

  route(
    app,
    orderCalls.cancel,
    {
      summary: 'Cancel an order that is not paid',
      deadline: 'payment',
      params: idParam,
      body: cancelOrderBody,
      answer: order,
      errors: ['ORDER_NOT_FOUND', 'NOT_CANCELLABLE', 'TOO_MANY_REQUESTS'],
      example: { status: 'cancelled' },
    },
    async (request) => {
      const actor = actorOf(request);
      await consume(payments.db, limits.cancel, String(actor.id));
      await cancelOrder(payments, actor, request.params.id);
      return answerBuyer(payments, request, request.params.id);
    },
  );

  route(
    app,
    paymentCalls.receiveWebhook,
    {
      summary: "Receive the payment provider's webhook",
      body: webhookBody,
      answer: success,
      bodyLimit: WEBHOOK_LIMIT_BYTES,
      async onRequest(request) {
        if (!isFromProvider(request.ip)) throw new AppError('FOREIGN_SENDER');
      },
      errors: ['FOREIGN_SENDER'],
    },
    async (request) => {
      await storeWebhook(payments, request.body);
      return { success: true as const };
    },
  );
};
