import type { AdminService, AdminServiceListItem } from '#shared/contract/admin-services.ts';
import { toServiceDetail } from './service-row.ts';
import type { AdminServiceRow } from './services.admin-queries.ts';

export function presentService(row: AdminServiceRow): AdminService {
  return { ...toServiceDetail(row), version: row.revision, updated_at: row.updated_at.toISOString() };
}

export function presentServiceLine(row: AdminServiceRow): AdminServiceListItem {
  const { description: _, ...item } = presentService(row);
  return item;
}
