import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as invitationCalls from '#shared/features/accounts/invitation-calls.ts';
import {
  acceptInvitationBody,
  inviteStaffBody,
  sentInvitation,
  staffInvitation,
} from '#shared/features/accounts/invitation-schemas.ts';
import { userIdAnswer } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../account-limits.ts';
import { changerOf } from '../admin/change-standing.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { listInvitations } from './invitations.queries.ts';
import { inviteStaff } from './invite-staff.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

type Options = { db: Db; clock: Clock; limits: AccountLimits; isLeaked: LeakCheck };

/** Invitations to become an administrator (contract §9). */
export const invitationsRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, clock } = options;
  route(
    app,
    invitationCalls.list,
    { summary: 'List the open invitations to staff', answer: staffInvitation.array() },
    () => listInvitations(db, clock.now()),
  );

  route(
    app,
    invitationCalls.invite,
    {
      summary: 'Invite a person to become an administrator',
      body: inviteStaffBody,
      answer: sentInvitation,
      errors: ['STAFF_EXISTS', 'STAFF_INVITED', 'TOO_MANY_REQUESTS'],
      example: { email: 'lawyer@example.com', fullname: '홍길동', permissions: ['orders', 'consultations'] },
    },
    (request) => inviteStaff(options, { ...changerOf(request), id: actorOf(request).id }, request.body),
  );

  route(
    app,
    invitationCalls.withdraw,
    {
      summary: 'End an open invitation to staff',
      params: idParam,
      answer: success,
      errors: ['STAFF_INVITATION_NOT_FOUND'],
    },
    async (request) => {
      await withdrawInvitation(options, changerOf(request), request.params.id);
      return { success: true as const };
    },
  );

  route(
    app,
    invitationCalls.accept,
    {
      summary: 'Create the account of an administrator by the token of the mail',
      body: acceptInvitationBody,
      answer: userIdAnswer,
      errors: ['INVITATION_INVALID', 'USER_ID_TAKEN', 'EMAIL_ACCOUNTS_FULL', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      const { userId } = await acceptInvitation(options, request.ip, request.body);
      return { success: true as const, userId };
    },
  );
};
