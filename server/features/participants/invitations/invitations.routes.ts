import type { FastifyPluginAsync } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf, sessionIdOf } from '#server/http/session.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/participants/invitation-calls.ts';
import {
  acceptAnswer,
  acceptBody,
  invitation,
  inviteBody,
  inviteGuardianBody,
  lookAnswer,
  lookBody,
} from '#shared/features/participants/invitation-schemas.ts';
import type { InvitationDeps } from '../participant-deps.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { inviteClient, withdrawInvitation } from './invite-client.ts';
import { inviteGuardian } from './invite-guardian.ts';
import { lookAtInvitation } from './look-at-invitation.ts';

/** Invitations to a case (contract §8). */
export const invitationsRoutes: FastifyPluginAsync<InvitationDeps> = async (app, deps) => {
  route(
    app,
    calls.invite,
    {
      summary: 'Invite the soldier of an order',
      params: idParam,
      body: inviteBody,
      answer: invitation,
      errors: [
        'ORDER_NOT_FOUND',
        'NO_CLIENT',
        'CLIENT_JOINED',
        'QUIET_HOURS',
        'SMS_OFF',
        'PHONE_UNUSABLE',
        'TOO_MANY_REQUESTS',
      ],
      example: { send: 'sms' },
      // Every field is optional, and so is the body.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    (request) =>
      inviteClient(deps, actorOf(request).id, { orderId: request.params.id, isSent: request.body.send === 'sms' }),
  );

  route(
    app,
    calls.withdraw,
    {
      summary: 'Withdraw the invitation of the soldier',
      params: idParam,
      answer: success,
      errors: ['ORDER_NOT_FOUND', 'NO_CLIENT', 'CLIENT_JOINED', 'INVITATION_INVALID'],
    },
    async (request) => {
      await withdrawInvitation(deps, actorOf(request).id, request.params.id);
      return { success: true as const };
    },
  );

  route(
    app,
    calls.inviteGuardian,
    {
      summary: 'Invite a guardian of a client who is under age',
      params: idParam,
      body: inviteGuardianBody,
      answer: invitation,
      errors: ['ORDER_NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      example: { name: '김보호', phone: '010-1234-5678' },
    },
    (request) => inviteGuardian(deps, actorOf(request).id, request.params.id, request.body),
  );

  route(
    app,
    calls.look,
    {
      summary: 'Look who invites by a link',
      body: lookBody,
      answer: lookAnswer,
      errors: ['INVITATION_INVALID', 'TOO_MANY_REQUESTS'],
      example: { token: 'x'.repeat(43) },
    },
    (request) => lookAtInvitation(deps, request.body.token, request.ip),
  );

  route(
    app,
    calls.accept,
    {
      summary: 'Accept an invitation by an identity check',
      deadline: 'payment',
      body: acceptBody,
      answer: acceptAnswer,
      errors: [
        'INVITATION_INVALID',
        'SAME_PERSON',
        'IDENTITY_MISMATCH',
        'IDENTITY_USED',
        'IDENTITY_EXPIRED',
        'IDENTITY_NOT_PROVEN',
        'IDENTITY_UNREACHABLE',
        'IDENTITY_OFF',
        'TOO_MANY_REQUESTS',
      ],
    },
    async (request) => {
      const owner = { userId: actorOf(request).id, sessionId: sessionIdOf(request) };
      return { order_id: await acceptInvitation(deps, owner, request.body) };
    },
  );
};
