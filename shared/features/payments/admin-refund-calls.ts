import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type {
  GrantRefundBody,
  IssueRefundBody,
  OutsideRefundBody,
  RefundAnswer,
  RefundRequestListItem,
  RefundRequestsQuery,
  RefuseRefundBody,
} from './admin-refund-schemas.ts';

/** 202 while the provider is to be asked again. */
export const issue = call<{ params: IdParam; body: IssueRefundBody; answer: RefundAnswer }>(
  'POST',
  '/api/admin/orders/:id/refunds',
  { access: 'admin', needs: 'money', stepUp: true, status: [200, 202] },
);

/** Moves no money: it was paid back by other means. */
export const recordOutside = call<{ params: IdParam; body: OutsideRefundBody; answer: RefundAnswer }>(
  'POST',
  '/api/admin/orders/:id/refunds/outside',
  { access: 'admin', needs: 'money', stepUp: true },
);

export const listRequests = call<{ query: RefundRequestsQuery; answer: RefundRequestListItem[] }>(
  'GET',
  '/api/admin/refund-requests',
  { access: 'admin', needs: 'money' },
);

/** 202 while the provider is to be asked again. */
export const grant = call<{ params: IdParam; body: GrantRefundBody; answer: RefundAnswer }>(
  'POST',
  '/api/admin/refund-requests/:id/grant',
  { access: 'admin', needs: 'money', stepUp: true, status: [200, 202] },
);

/** The customer reads the note. */
export const refuse = call<{ params: IdParam; body: RefuseRefundBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/refund-requests/:id/refuse',
  { access: 'admin', needs: 'money' },
);
