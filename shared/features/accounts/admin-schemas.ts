import { z } from 'zod';
import { pageQuery, searchText, sortFields } from '#shared/contract/admin-lists.ts';
import { id, orderStatus, timestamp, won } from '#shared/contract/fields.ts';
import { PERMISSIONS } from '#shared/features/accounts/permissions.ts';
import { account } from '#shared/features/accounts/schemas.ts';
import { soldier } from '#shared/features/soldiers/schemas.ts';
import { USER_SORTS } from '#shared/platform/list-sorts.ts';

const ROLES = ['user', 'admin'] as const;

/**
 * `q` looks in login id, name, phone and e-mail (contract §3), and in those of the soldiers for
 * administrators with `orders`; one character alone is looked for at their beginning.
 */
export const usersQuery = pageQuery.extend({ q: searchText, ...sortFields(USER_SORTS) });
export type UsersQuery = z.input<typeof usersQuery>;

export const soldiersOfQuery = pageQuery;
export type SoldiersOfQuery = z.input<typeof soldiersOfQuery>;

/** Newest first unless sorted otherwise. */
export const adminUserListItem = account.extend({
  /** Set when the person has closed the account. */
  closed_at: timestamp.nullable(),
  soldier_count: z.int(),
  order_count: z.int(),
});
export type AdminUserListItem = z.infer<typeof adminUserListItem>;

export const adminUser = adminUserListItem.extend({
  /** False: the account cannot be used; its orders and its name in the audit log stay. */
  is_active: z.boolean(),
  /** Empty for customers. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** The latest login whose session still lives. */
  last_login_at: timestamp.nullable(),
  consents: z.array(
    z.object({ document: z.string(), version: z.string(), agreed_at: timestamp, withdrawn_at: timestamp.nullable() }),
  ),
  /** The first fifty; the list of the account's soldiers has the others. */
  soldiers: z.array(soldier),
  /** The newest fifty; the list of orders finds the others by the login id. */
  orders: z.array(
    z.object({
      id,
      order_number: z.string(),
      service_title: z.string(),
      selected_plan: z.string(),
      price: won,
      paid_price: won,
      status: orderStatus,
      created_at: timestamp,
    }),
  ),
});
export type AdminUser = z.infer<typeof adminUser>;

const PERMISSIONS_MESSAGE = '권한을 선택해주세요.';
const permissions = z
  .array(z.enum(PERMISSIONS, { error: PERMISSIONS_MESSAGE }), { error: PERMISSIONS_MESSAGE })
  .max(PERMISSIONS.length, PERMISSIONS_MESSAGE);

/** `seen` is what the account could do when the form was opened: anything else by now is refused. */
export const setPermissionsBody = z.object({ permissions, seen: permissions.optional() });
export type SetPermissionsBody = z.infer<typeof setPermissionsBody>;

export const setActiveBody = z.object({ is_active: z.boolean({ error: '사용 여부를 선택해주세요.' }) });
export type SetActiveBody = z.infer<typeof setActiveBody>;

export const setRoleBody = z.object({ role: z.enum(ROLES, { error: '권한을 선택해주세요.' }) });
export type SetRoleBody = z.infer<typeof setRoleBody>;
