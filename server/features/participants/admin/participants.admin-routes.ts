import type { FastifyPluginAsync } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/participants/admin-calls.ts';
import {
  addedParticipant,
  addParticipantBody,
  removeParticipantBody,
} from '#shared/features/participants/admin-schemas.ts';
import { participantParams } from '#shared/features/participants/share-schemas.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { addParticipant, removeParticipant } from './change-participants.ts';

/** Participants that administrators confirm by a call (contract §8). */
export const participantsAdminRoutes: FastifyPluginAsync<ParticipantDeps> = async (app, deps) => {
  route(
    app,
    calls.add,
    {
      summary: 'Add a participant to a case, confirmed by a call',
      params: idParam,
      body: addParticipantBody,
      answer: addedParticipant,
      errors: ['ORDER_NOT_FOUND', 'NO_CLIENT', 'CLIENT_JOINED', 'SAME_PERSON'],
      example: { role: 'client', user_id: 7, note: '부모 명의의 휴대폰이라 통화로 확인함' },
    },
    async (request) => ({ id: await addParticipant(deps, adminOf(request), request.params.id, request.body) }),
  );

  route(
    app,
    calls.remove,
    {
      summary: 'Remove a participant or an invitation from a case',
      params: participantParams,
      body: removeParticipantBody,
      answer: success,
      errors: ['ORDER_NOT_FOUND', 'PARTICIPANT_NOT_FOUND', 'CONFLICT'],
      example: { note: '본인 요청을 통화로 확인함' },
    },
    async (request) => {
      await removeParticipant(deps, adminOf(request), request.params, request.body.note);
      return { success: true as const };
    },
  );
};
