import type { FastifyPluginAsync } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/participants/share-calls.ts';
import { changeSharesBody, participantParams, shares } from '#shared/features/participants/share-schemas.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';
import { changeShares, endPayersShares } from './change-shares.ts';
import { leaveCase } from './leave-case.ts';
import { readShares, requireClient } from './read-shares.ts';

/** Shares of the payer, and leaving a case (contract §8). */
export const sharesRoutes: FastifyPluginAsync<ParticipantDeps> = async (app, deps) => {
  const { db, clock } = deps;

  route(
    app,
    calls.get,
    {
      summary: 'Get what the client lets the payer read',
      params: idParam,
      answer: shares,
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      const access = await getCaseAccess(db, actorOf(request).id, request.params.id, clock.now());
      return readShares(db, requireClient(access));
    },
  );

  route(
    app,
    calls.change,
    {
      summary: 'Change what the client lets the payer read',
      params: idParam,
      body: changeSharesBody,
      answer: shares,
      errors: ['ORDER_NOT_FOUND', 'CONSENT_REQUIRED', 'TOO_MANY_REQUESTS'],
      example: { shares: { progress: true }, shares_until: '2027-05-01T00:00:00Z' },
    },
    (request) => changeShares(deps, actorOf(request).id, request.params.id, request.body),
  );

  route(
    app,
    calls.leave,
    { summary: 'Leave a case', params: idParam, answer: success, errors: ['ORDER_NOT_FOUND', 'LETTER_SIGNED'] },
    async (request) => {
      await leaveCase(deps, actorOf(request).id, request.params.id);
      return { success: true as const };
    },
  );

  route(
    app,
    calls.end,
    {
      summary: 'End all shares of the payer',
      params: participantParams,
      answer: success,
      errors: ['ORDER_NOT_FOUND', 'PARTICIPANT_NOT_FOUND'],
    },
    async (request) => {
      await endPayersShares(deps, actorOf(request).id, request.params);
      return { success: true as const };
    },
  );
};
