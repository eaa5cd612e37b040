import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import type { AdminUser, AdminUserListItem, SetRoleBody, UsersQuery } from './admin-schemas.ts';

export const list = call<{ query: UsersQuery; answer: AdminUserListItem[] }>('GET', '/api/admin/users', {
  access: 'admin',
});

export const get = call<{ params: IdParam; answer: AdminUser }>('GET', '/api/admin/users/:id', { access: 'admin' });

export const listSoldiers = call<{ params: IdParam; answer: Soldier[] }>('GET', '/api/admin/users/:id/soldiers', {
  access: 'admin',
});

/** Ends all sessions of the account. */
export const setRole = call<{ params: IdParam; body: SetRoleBody; answer: AdminUser }>(
  'PUT',
  '/api/admin/users/:id/role',
  { access: 'admin' },
);
