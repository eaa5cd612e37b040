import type { Db } from '#server/db/transaction.ts';
import type { AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { presentUserRow } from './accounts.admin-present.ts';
import { listUserRows } from './accounts.admin-queries.ts';

/** The newest accounts that the search of the list finds. */
export async function findUsers(db: Db, q: string, limit: number): Promise<AdminUserListItem[]> {
  const { rows } = await listUserRows(db, { q, sort: 'created_at', order: 'desc', limit, after: undefined });
  return rows.map(presentUserRow);
}
