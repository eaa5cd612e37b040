import type { FastifyPluginAsync } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/participants/consent-calls.ts';
import { caseConsent, consentBody, consentParams } from '#shared/features/participants/consent-schemas.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';
import { giveConsent, withdrawConsent } from './change-consent.ts';
import { listConsents } from './list-consents.ts';

/** The consents of a person in a case (contract §8). */
export const consentsRoutes: FastifyPluginAsync<ParticipantDeps> = async (app, deps) => {
  const { db, clock } = deps;

  route(
    app,
    calls.list,
    {
      summary: 'List the consents that the person is asked for in a case',
      params: idParam,
      answer: caseConsent.array(),
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => listConsents(db, await getCaseAccess(db, actorOf(request).id, request.params.id, clock.now())),
  );

  route(
    app,
    calls.give,
    {
      summary: 'Give a consent in a case',
      params: consentParams,
      body: consentBody,
      answer: caseConsent.array(),
      errors: ['ORDER_NOT_FOUND', 'CONSENT_CHANGED', 'TOO_MANY_REQUESTS'],
      example: { version: '2026-11-27' },
    },
    (request) => giveConsent(deps, actorOf(request).id, request.params, request.body.version),
  );

  route(
    app,
    calls.withdraw,
    {
      summary: 'Withdraw a consent in a case',
      params: consentParams,
      body: consentBody,
      answer: caseConsent.array(),
      errors: ['ORDER_NOT_FOUND', 'CONSENT_CHANGED'],
      example: { version: '2026-11-27' },
    },
    (request) => withdrawConsent(deps, actorOf(request).id, request.params, request.body.version),
  );
};
