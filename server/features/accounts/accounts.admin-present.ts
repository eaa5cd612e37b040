import type { AdminUser, AdminUserListItem } from '#shared/contract/admin-users.ts';
import type { AdminUserDetail, AdminUserRow } from './accounts.admin-queries.ts';

export function presentUserRow(user: AdminUserRow): AdminUserListItem {
  return { ...user, created_at: user.created_at.toISOString(), closed_at: user.closed_at?.toISOString() ?? null };
}

function iso(time: string): string {
  return new Date(time).toISOString();
}

/** A person as staff see him. */
export function presentUserDetail(user: AdminUserDetail): AdminUser {
  const { last_login_at, consents, soldiers, orders, ...row } = user;
  return {
    ...presentUserRow(row),
    last_login_at: last_login_at?.toISOString() ?? null,
    consents: consents.map((consent) => ({
      ...consent,
      agreed_at: iso(consent.agreed_at),
      withdrawn_at: consent.withdrawn_at === null ? null : iso(consent.withdrawn_at),
    })),
    soldiers,
    orders: orders.map((order) => ({ ...order, created_at: iso(order.created_at) })),
  };
}
