import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  AdminDiscrepanciesQuery,
  AdminDiscrepancy,
  AdminWebhook,
  AdminWebhooksQuery,
  MarkedWebhooks,
  MarkHandledBody,
  MarkWebhooksHandledBody,
} from './admin-discrepancy-schemas.ts';

export const list = call<{ query: AdminDiscrepanciesQuery; answer: AdminDiscrepancy[] }>(
  'GET',
  '/api/admin/payment-differences',
  { access: 'admin', needs: 'money' },
);

export const markHandled = call<{ params: IdParam; body: MarkHandledBody; answer: Success }>(
  'POST',
  '/api/admin/payment-differences/:id/handled',
  { access: 'admin', needs: 'money' },
);

export const listWebhooks = call<{ query: AdminWebhooksQuery; answer: AdminWebhook[] }>(
  'GET',
  '/api/admin/payment-webhooks',
  { access: 'admin', needs: 'money' },
);

export const markWebhookHandled = call<{ params: IdParam; body: MarkHandledBody; answer: Success }>(
  'POST',
  '/api/admin/payment-webhooks/:id/handled',
  { access: 'admin', needs: 'money' },
);

export const markWebhooksHandled = call<{ body: MarkWebhooksHandledBody; answer: MarkedWebhooks }>(
  'POST',
  '/api/admin/payment-webhooks/handled',
  { access: 'admin', needs: 'money' },
);
