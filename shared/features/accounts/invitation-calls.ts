import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { AcceptInvitationBody, InviteStaffBody, SentInvitation, StaffInvitation } from './invitation-schemas.ts';
import type { UserIdAnswer } from './schemas.ts';

/** Newest first. */
export const list = call<{ answer: StaffInvitation[] }>('GET', '/api/admin/staff/invitations', {
  access: 'admin',
  needs: 'people',
});

/** Mails a link that is valid for 72 hours. */
export const invite = call<{ body: InviteStaffBody; answer: SentInvitation }>('POST', '/api/admin/staff/invitations', {
  access: 'admin',
  needs: 'people',
  stepUp: true,
  status: 201,
});

export const withdraw = call<{ params: IdParam; answer: Success }>('DELETE', '/api/admin/staff/invitations/:id', {
  access: 'admin',
  needs: 'people',
  stepUp: true,
});

/** Called from the page of the mailed link. Opens no session: the new administrator logs in next. */
export const accept = call<{ body: AcceptInvitationBody; answer: UserIdAnswer }>('POST', '/api/auth/staff-invitation', {
  access: 'public',
  status: 201,
});
