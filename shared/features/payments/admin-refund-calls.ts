import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type {
  DeclineProposalBody,
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

/** Asks a second administrator for a refund that is above the limit of one. Moves no money. */
export const propose = call<{ params: IdParam; body: IssueRefundBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/orders/:id/refund-proposals',
  { access: 'admin', needs: 'money', stepUp: true, status: 201 },
);

/** The same for granting a customer's request, which stays open. */
export const proposeGrant = call<{ params: IdParam; body: GrantRefundBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/refund-requests/:id/propose',
  { access: 'admin', needs: 'money', stepUp: true, status: 201 },
);

/**
 * By another administrator than the one who proposed; 202 while the provider is to be asked again.
 */
export const approveProposal = call<{ params: IdParam; answer: RefundAnswer }>(
  'POST',
  '/api/admin/refund-proposals/:id/approve',
  { access: 'admin', needs: 'money', stepUp: true, status: [200, 202] },
);

/** By the administrator who proposed it, it is withdrawn. */
export const declineProposal = call<{ params: IdParam; body: DeclineProposalBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/refund-proposals/:id/decline',
  { access: 'admin', needs: 'money' },
);
