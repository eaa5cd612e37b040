import { queryOptions } from '@tanstack/react-query';
import type { AdminDifference, AdminWebhook, MarkHandledRequest } from '#shared/contract/admin-differences.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { toQuery } from '#web/features/admin-kit/search-values.ts';
import { api } from '#web/lib/api.ts';
import { readList } from '#web/lib/send-list.ts';

type ListPart = { state: 'open' | 'all'; cursor?: string };

export const differencesQuery = (part: ListPart) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-differences', part],
    queryFn: ({ signal }) => readList<AdminDifference>(`/api/admin/payment-differences?${toQuery(part)}`, { signal }),
    meta: { isPersonal: true },
  });

export const unmatchedWebhooksQuery = (part: ListPart) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-webhooks', part],
    queryFn: ({ signal }) => readList<AdminWebhook>(`/api/admin/payment-webhooks?${toQuery(part)}`, { signal }),
    meta: { isPersonal: true },
  });

/**
 * What an administrator has reviewed: one entry of a list, the webhooks of a page, or all up to the
 * newest one shown.
 */
export type Handled =
  | { list: 'payment-differences' | 'payment-webhooks'; id: number }
  | { webhookIds: readonly number[] }
  | { allWebhooksUpTo: number };

export function markHandled(handled: Handled, { note }: MarkHandledRequest): Promise<{ success: true }> {
  if ('id' in handled) return api.post(`/api/admin/${handled.list}/${handled.id}/handled`, { note });
  const which = 'webhookIds' in handled ? { ids: handled.webhookIds } : { all: true, up_to: handled.allWebhooksUpTo };
  return api.post('/api/admin/payment-webhooks/handled', { ...which, note });
}
