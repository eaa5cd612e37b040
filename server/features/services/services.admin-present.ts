import type { AdminService, AdminServiceListItem } from '#shared/features/services/admin-schemas.ts';
import { toServiceDetail, toServiceLine } from './service-row.ts';
import type { AdminServiceLineRow, AdminServiceRow } from './services.admin-queries.ts';

function edited({ revision, updated_at }: AdminServiceLineRow): { version: number; updated_at: string } {
  return { version: revision, updated_at: updated_at.toISOString() };
}

export function presentService(row: AdminServiceRow): AdminService {
  return { ...toServiceDetail(row), ...edited(row) };
}

export function presentServiceLine(row: AdminServiceLineRow): AdminServiceListItem {
  return { ...toServiceLine(row), ...edited(row) };
}
