import { wireTime } from '#server/lib/wire-time.ts';
import type { AdminService, AdminServiceListItem } from '#shared/features/services/admin-schemas.ts';
import { readScheduledPrice, toServiceDetail, toServiceLine } from './service-row.ts';
import type { AdminServiceLineRow, AdminServiceRow } from './services.admin-queries.ts';

function edited({ is_hidden, scheduled_price, revision, updated_at }: AdminServiceLineRow) {
  return {
    is_hidden,
    scheduled_price: readScheduledPrice(scheduled_price),
    version: revision,
    updated_at: wireTime(updated_at),
  };
}

export function presentService(row: AdminServiceRow): AdminService {
  return { ...toServiceDetail(row), ...edited(row) };
}

export function presentServiceLine(row: AdminServiceLineRow): AdminServiceListItem {
  return { ...toServiceLine(row), ...edited(row) };
}
