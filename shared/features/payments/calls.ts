import { call } from '#shared/contract/call.ts';
import type { Success } from '#shared/contract/fields.ts';
import type { ConfirmedPayment, ConfirmPaymentBody, PaymentSettings, WebhookBody } from './schemas.ts';

export const getSettings = call<{ answer: PaymentSettings }>('GET', '/api/bootpay/settings', { access: 'public' });

export const confirm = call<{ body: ConfirmPaymentBody; answer: ConfirmedPayment }>('POST', '/api/bootpay/confirm', {
  access: 'user',
});

/**
 * Sent by the provider and verified by reading the receipt from it, so no token is needed (contract
 * §2).
 */
export const receiveWebhook = call<{ body: WebhookBody; answer: Success }>('POST', '/api/bootpay/webhook', {
  access: 'public',
  isCsrfExempt: true,
});
