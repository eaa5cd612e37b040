import { queryOptions } from '@tanstack/react-query';
import * as discrepancyCalls from '#shared/features/payments/admin-discrepancy-calls.ts';
import type {
  AdminDiscrepanciesQuery,
  AdminWebhooksQuery,
  MarkHandledBody,
} from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

export const discrepanciesQuery = (part: AdminDiscrepanciesQuery) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-differences', part],
    queryFn: ({ signal }) => sendList(discrepancyCalls.list, { query: part, signal }),
    meta: { isPersonal: true },
  });

export const unmatchedWebhooksQuery = (part: AdminWebhooksQuery) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-webhooks', part],
    queryFn: ({ signal }) => sendList(discrepancyCalls.listWebhooks, { query: part, signal }),
    meta: { isPersonal: true },
  });

const MARK_ONE = {
  'payment-differences': discrepancyCalls.markHandled,
  'payment-webhooks': discrepancyCalls.markWebhookHandled,
} as const;

/**
 * Describes what an administrator has reviewed: one entry of a list, the webhooks of a page, or all up to the newest
 * one shown.
 */
export type HandledEntries =
  | { list: keyof typeof MARK_ONE; id: number }
  | { webhookIds: readonly number[] }
  | { allWebhooksUpTo: number };

export function markHandled(handled: HandledEntries, { note }: MarkHandledBody): Promise<{ success: true }> {
  if ('id' in handled) return send(MARK_ONE[handled.list], { params: { id: handled.id }, body: { note } });
  const which =
    'webhookIds' in handled ? { ids: [...handled.webhookIds] } : { all: true as const, up_to: handled.allWebhooksUpTo };
  return send(discrepancyCalls.markWebhooksHandled, { body: { ...which, note } });
}
