import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '#shared/features/accounts/permissions.ts';

/** SQL condition on `users`: an active administrator with a permission, as `mayDo` judges it. */
export function isPermitted(permission: Permission): RawBuilder<boolean> {
  return sql<boolean>`(users.role = 'admin' and users.is_active and users.closed_at is null and exists (
    select from user_permissions where user_permissions.user_id = users.id
      and user_permissions.permission in (${permission}, 'owner')))`;
}
