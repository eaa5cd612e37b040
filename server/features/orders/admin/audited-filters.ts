import { type Sought, soughtBy } from '#server/features/audit/sought.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { ListFilters } from '../order-filters.ts';

/** The filters as the audit log keeps them: of the searched words a keyed hash. */
export async function auditedFilters(
  dataKeys: DataKeys,
  { q, ...filters }: ListFilters,
): Promise<Omit<ListFilters, 'q'> & Sought> {
  return { ...filters, ...(await soughtBy(dataKeys, q)) };
}
