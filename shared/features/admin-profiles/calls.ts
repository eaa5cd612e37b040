import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminProfile, AdminProfileBody } from './schemas.ts';

/** By name. */
export const list = call<{ answer: AdminProfile[] }>('GET', '/api/admin/staff', {
  access: 'admin',
  needs: ['orders', 'people', 'catalogue'],
});

export const setProfile = call<{ params: IdParam; body: AdminProfileBody; answer: AdminProfile }>(
  'PUT',
  '/api/admin/staff/:id',
  { access: 'admin', needs: 'people' },
);
