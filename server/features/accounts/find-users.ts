import type { Db } from '#server/db/transaction.ts';
import type { AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { presentUserRow } from './accounts.admin-present.ts';
import { listUserRows } from './accounts.admin-queries.ts';

/** The newest accounts that the search of the list finds, for administrators with `orders`. */
export async function findUsers(db: Db, text: string, limit: number): Promise<AdminUserListItem[]> {
  const q = { text, maySeeSoldiers: true };
  const { rows } = await listUserRows(db, { q, sort: 'created_at', order: 'desc', limit, after: undefined });
  return rows.map(presentUserRow);
}
