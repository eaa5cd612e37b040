import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminDiscrepancy, AdminWebhook } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import type { DiscrepancyRow, UnmatchedWebhookRow } from './discrepancies.queries.ts';

export function presentDiscrepancy(row: DiscrepancyRow): AdminDiscrepancy {
  return {
    ...row,
    found_at: wireTime(row.found_at),
    last_seen_at: wireTime(row.last_seen_at),
    handled_at: wireTimeOrNull(row.handled_at),
  };
}

export function presentWebhook(row: UnmatchedWebhookRow): AdminWebhook {
  return {
    ...row,
    received_at: wireTime(row.received_at),
    last_received_at: wireTime(row.last_received_at),
    handled_at: wireTimeOrNull(row.handled_at),
  };
}
