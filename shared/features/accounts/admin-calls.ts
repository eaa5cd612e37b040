import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import type {
  AdminUser,
  AdminUserListItem,
  SetActiveBody,
  SetPermissionsBody,
  SetRoleBody,
  SoldiersOfQuery,
  UsersQuery,
} from './admin-schemas.ts';
import type { LoginEvent, LoginEventsQuery } from './session-schemas.ts';

export const list = call<{ query: UsersQuery; answer: AdminUserListItem[] }>('GET', '/api/admin/users', {
  access: 'admin',
  needs: ['orders', 'people'],
});

export const get = call<{ params: IdParam; answer: AdminUser }>('GET', '/api/admin/users/:id', {
  access: 'admin',
  needs: ['orders', 'people'],
});

/** Oldest first. */
export const listSoldiers = call<{ params: IdParam; query: SoldiersOfQuery; answer: Soldier[] }>(
  'GET',
  '/api/admin/users/:id/soldiers',
  { access: 'admin', needs: 'orders' },
);

/** Ends all sessions of the account. */
export const setRole = call<{ params: IdParam; body: SetRoleBody; answer: AdminUser }>(
  'PUT',
  '/api/admin/users/:id/role',
  { access: 'admin', needs: 'people', stepUp: true },
);

/** Ends all sessions of the account unless permissions are only added. */
export const setPermissions = call<{ params: IdParam; body: SetPermissionsBody; answer: AdminUser }>(
  'PUT',
  '/api/admin/users/:id/permissions',
  { access: 'admin', needs: 'people', stepUp: true },
);

/** Ends all sessions of the account. */
export const setActive = call<{ params: IdParam; body: SetActiveBody; answer: AdminUser }>(
  'PUT',
  '/api/admin/users/:id/active',
  { access: 'admin', needs: 'people', stepUp: true },
);

/** Newest first. */
export const listLoginEvents = call<{ params: IdParam; query: LoginEventsQuery; answer: LoginEvent[] }>(
  'GET',
  '/api/admin/users/:id/login-events',
  { access: 'admin', needs: 'people' },
);
