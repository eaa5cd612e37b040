import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  AdminDifference,
  AdminDifferencesQuery,
  AdminWebhook,
  MarkedWebhooks,
  MarkHandledBody,
  MarkWebhooksHandledBody,
} from './admin-discrepancy-schemas.ts';

export const list = call<{ query: AdminDifferencesQuery; answer: AdminDifference[] }>(
  'GET',
  '/api/admin/payment-differences',
  { access: 'admin' },
);

export const markHandled = call<{ params: IdParam; body: MarkHandledBody; answer: Success }>(
  'POST',
  '/api/admin/payment-differences/:id/handled',
  { access: 'admin' },
);

export const listWebhooks = call<{ query: AdminDifferencesQuery; answer: AdminWebhook[] }>(
  'GET',
  '/api/admin/payment-webhooks',
  { access: 'admin' },
);

export const markWebhookHandled = call<{ params: IdParam; body: MarkHandledBody; answer: Success }>(
  'POST',
  '/api/admin/payment-webhooks/:id/handled',
  { access: 'admin' },
);

export const markWebhooksHandled = call<{ body: MarkWebhooksHandledBody; answer: MarkedWebhooks }>(
  'POST',
  '/api/admin/payment-webhooks/handled',
  { access: 'admin' },
);
