import { queryOptions } from '@tanstack/react-query';
import * as adminProfileCalls from '#shared/features/admin-profiles/calls.ts';
import type { SetAdminProfileBody, StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const adminProfilesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'profiles'],
  queryFn: ({ signal }) => send(adminProfileCalls.list, { signal }),
  meta: { isPersonal: true },
});

/** Cases that the person has stay with them. */
export const setAdminProfile = (id: number, body: SetAdminProfileBody) =>
  send(adminProfileCalls.setProfile, { params: { id }, body });

/** Name and title as customers read them: `김본보기 변호사`. */
export function adminLabel({ id, name, fullname, user_id, title }: StaffMember): string {
  return [name || fullname || user_id || `관리자 ${id}`, title].filter(Boolean).join(' ');
}
