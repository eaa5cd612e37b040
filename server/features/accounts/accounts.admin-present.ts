import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminUser, AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import type { AdminUserDetail, AdminUserRow } from './accounts.admin-queries.ts';

export function presentUserRow(user: AdminUserRow): AdminUserListItem {
  return { ...user, created_at: wireTime(user.created_at), closed_at: wireTimeOrNull(user.closed_at) };
}

/** A user as shown to administrators. */
export function presentUserDetail(user: AdminUserDetail): AdminUser {
  const { last_login_at, is_active, permissions, consents, soldiers, orders, ...row } = user;
  return {
    ...presentUserRow(row),
    is_active,
    permissions,
    last_login_at: wireTimeOrNull(last_login_at),
    consents: consents.map((consent) => ({
      ...consent,
      agreed_at: wireTime(consent.agreed_at),
      withdrawn_at: wireTimeOrNull(consent.withdrawn_at),
    })),
    soldiers,
    orders: orders.map((order) => ({ ...order, created_at: wireTime(order.created_at) })),
  };
}
