import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RefundAccount, RequestRefundBody } from './refund-schemas.ts';

/** 200 for a request that is open already. */
export const ask = call<{ params: IdParam; body: RequestRefundBody; answer: Order }>(
  'POST',
  '/api/orders/:id/refund-requests',
  { access: 'user', status: [201, 200] },
);

export const withdraw = call<{ params: IdParam; answer: Order }>('DELETE', '/api/orders/:id/refund-requests', {
  access: 'user',
});

/** The refund starts at once: a borrowed session must not send it to another account. */
export const setAccount = call<{ params: IdParam; body: RefundAccount; answer: Order }>(
  'PUT',
  '/api/orders/:id/refund-account',
  { access: 'user', stepUp: 'everyone' },
);
