import { queryOptions } from '@tanstack/react-query';
import * as invitationCalls from '#shared/features/accounts/invitation-calls.ts';
import type { InviteStaffBody } from '#shared/features/accounts/invitation-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const invitationsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'staff-invitations'],
  queryFn: ({ signal }) => send(invitationCalls.list, { signal }),
  meta: { isPersonal: true },
});

/** Mails a link that is valid for 72 hours. */
export const inviteStaff = (body: InviteStaffBody) => send(invitationCalls.invite, { body });

/** The mailed link no longer works. */
export const withdrawInvitation = (id: number) => send(invitationCalls.withdraw, { params: { id } });
