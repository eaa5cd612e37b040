import { queryOptions } from '@tanstack/react-query';
import type { AdminOrder, RefundAnswer } from '#shared/contract/admin-orders.ts';
import type {
  GrantRefundRequest,
  RefundRequestListItem,
  RefuseRefundRequest,
} from '#shared/contract/admin-refund-requests.ts';
import type { StaffRefundRequest } from '#shared/contract/refund-requests.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { toQuery } from '#web/features/admin-kit/search-values.ts';
import { api } from '#web/lib/api.ts';
import { readList } from '#web/lib/send-list.ts';

/** Without a status the open ones. The cursor returned with the previous page. */
type RefundRequestSearch = { status?: StaffRefundRequest['status'] | 'all' | undefined; cursor?: string | undefined };

export const refundRequestsQuery = (search: RefundRequestSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'refund-requests', search],
    queryFn: ({ signal }) =>
      readList<RefundRequestListItem>(`/api/admin/refund-requests?${toQuery(search)}`, { signal }),
    meta: { isPersonal: true },
  });

export const grantRefundRequest = (id: number, request: GrantRefundRequest) =>
  api.post<RefundAnswer>(`/api/admin/refund-requests/${id}/grant`, request);

/** The customer can read the note. */
export const refuseRefundRequest = (id: number, request: RefuseRefundRequest) =>
  api.post<AdminOrder>(`/api/admin/refund-requests/${id}/refuse`, request);
