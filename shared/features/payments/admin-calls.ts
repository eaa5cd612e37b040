import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AttemptParams, DropAttemptBody, PaymentEvent } from './admin-schemas.ts';

export const listEvents = call<{ params: IdParam; answer: PaymentEvent[] }>(
  'GET',
  '/api/admin/orders/:id/payment-events',
  { access: 'admin', needs: ['orders', 'money'] },
);

/** Asks the provider again about the payments and refunds of an order. */
export const check = call<{ params: IdParam; answer: AdminOrder }>('POST', '/api/admin/orders/:id/check', {
  access: 'admin',
  needs: ['orders', 'money'],
});

/** Stops following a payment attempt whose outcome stays unclear. */
export const dropAttempt = call<{ params: AttemptParams; body: DropAttemptBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/orders/:id/attempts/:receiptId/drop',
  { access: 'admin', needs: 'money' },
);
