import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { SetAdminProfileBody, StaffMember } from './schemas.ts';

/** By name; how each logs in and what each may do is for `people` alone. */
export const list = call<{ answer: StaffMember[] }>('GET', '/api/admin/staff', {
  access: 'admin',
  needs: ['orders', 'consultations', 'people', 'catalogue'],
});

export const setProfile = call<{ params: IdParam; body: SetAdminProfileBody; answer: StaffMember }>(
  'PUT',
  '/api/admin/staff/:id',
  { access: 'admin', needs: 'people' },
);
