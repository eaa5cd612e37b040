import { queryOptions } from '@tanstack/react-query';
import type { AdminDifference, AdminWebhook, MarkHandledRequest } from '#shared/contract/admin-differences.ts';
import { api } from '#web/lib/api-client.ts';
import { ADMIN_KEY } from './api.ts';
import { toQuery } from './order-search.ts';

type ListPart = { state: 'open' | 'all'; cursor?: string };

export const differencesQuery = (part: ListPart) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-differences', part],
    queryFn: ({ signal }) => api.part<AdminDifference>(`/api/admin/payment-differences?${toQuery(part)}`, { signal }),
    meta: { isPersonal: true },
  });

export const unknownWebhooksQuery = (part: ListPart) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-webhooks', part],
    queryFn: ({ signal }) => api.part<AdminWebhook>(`/api/admin/payment-webhooks?${toQuery(part)}`, { signal }),
    meta: { isPersonal: true },
  });

/** What somebody of the staff has seen to: where it is listed, and which one. */
export type Handled = { list: 'payment-differences' | 'payment-webhooks'; id: number };

export const markHandled = ({ list, id }: Handled, request: MarkHandledRequest) =>
  api.post<{ success: true }>(`/api/admin/${list}/${id}/handled`, request);
