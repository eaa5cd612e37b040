import { queryOptions } from '@tanstack/react-query';
import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import type {
  GrantRefundBody,
  RefundRequestsQuery,
  RefuseRefundBody,
} from '#shared/features/payments/admin-refund-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** Without a status the open ones. */
export const refundRequestsQuery = (search: RefundRequestsQuery) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'refund-requests', search],
    queryFn: ({ signal }) => sendList(refundCalls.listRequests, { query: search, signal }),
    meta: { isPersonal: true },
  });

export const grantRefundRequest = (id: number, body: GrantRefundBody) =>
  send(refundCalls.grant, { params: { id }, body });

/** The customer can read the note. */
export const refuseRefundRequest = (id: number, body: RefuseRefundBody) =>
  send(refundCalls.refuse, { params: { id }, body });
