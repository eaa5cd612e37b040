import { queryOptions } from '@tanstack/react-query';
import * as orderCalls from '#shared/features/orders/admin-calls.ts';
import type { ExportPurpose } from '#shared/features/orders/admin-schemas.ts';
import * as reportCalls from '#shared/features/reports/calls.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send, urlOf } from '#web/lib/send.ts';

export const reportQuery = (month: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'report', month],
    queryFn: ({ signal }) => send(reportCalls.get, { query: { month }, signal }),
    meta: { isPersonal: true },
  });

export const daySheetQuery = (date: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'day-sheet', date],
    queryFn: ({ signal }) => send(reportCalls.getDay, { query: { date }, signal }),
    meta: { isPersonal: true },
  });

/** Address of the CSV file with the money of a month; `reason` is for the audit log. */
export function monthFileUrl(month: string, purpose: ExportPurpose, reason: string): string {
  return urlOf(orderCalls.exportFile, { query: { month, purpose, reason } });
}
