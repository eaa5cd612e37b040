import { queryOptions } from '@tanstack/react-query';
import * as staffCalls from '#shared/features/staff/calls.ts';
import type { StaffMember, StaffProfileBody } from '#shared/features/staff/schemas.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const staffQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'staff'],
  queryFn: ({ signal }) => send(staffCalls.list, { signal }),
  meta: { isPersonal: true },
});

/** Cases that the person has stay with them. */
export const setStaffProfile = (id: number, body: StaffProfileBody) =>
  send(staffCalls.setProfile, { params: { id }, body });

/** Name and title as customers read them: `김본보기 변호사`. */
export function staffLabel({ name, fullname, user_id, title }: StaffMember): string {
  return [name || fullname || user_id, title].filter(Boolean).join(' ');
}
