import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordFirmsView, recordPersonsView } from '#server/features/participants/case-views.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf, sessionIdOf, userAgentOf } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/letters/calls.ts';
import {
  adminLetter,
  custodyBody,
  declineLetterBody,
  letterBody,
  ownLetter,
  signLetterBody,
  updateLetterBody,
} from '#shared/features/letters/schemas.ts';
import { declineLetter } from './decline-letter.ts';
import { createLetter, updateLetter } from './draft-letter.ts';
import { answerFor, getLetterFor, turnOf } from './letter-access.ts';
import { answerForAdmin } from './letter-data.ts';
import type { LetterDeps } from './letter-deps.ts';
import { addLetterEvent, getLetter } from './letters.queries.ts';
import { offerLetter, withdrawLetter } from './offer-letter.ts';
import { retrySeal } from './retry-seal.ts';
import { setCustody } from './set-custody.ts';
import { signForFirm } from './sign-for-firm.ts';
import { signLetter } from './sign-letter.ts';

function placeOf(request: FastifyRequest) {
  return { address: request.ip, port: request.socket.remotePort ?? null, browser: userAgentOf(request) };
}

/** The letter of a case, for those who sign it and for administrators (contract §8). */
export const lettersRoutes: FastifyPluginAsync<LetterDeps> = async (app, deps) => {
  const { db, dataKeys, clock } = deps;

  route(
    app,
    calls.get,
    {
      summary: 'Get the letter of a case, or its sheet for the payer',
      params: idParam,
      answer: ownLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND'],
    },
    async (request) => {
      const now = clock.now();
      const access = await getCaseAccess(db, actorOf(request).id, request.params.id, now);
      const found = await getLetterFor({ db }, access);
      const read = { kind: 'read', role: turnOf(found, access, now), user_id: access.userId, at: now } as const;
      await addLetterEvent(db, { letterId: found.row.id, ...read });
      await recordPersonsView(db, access, ['letter'], now);
      return answerFor({ db, dataKeys, now }, access);
    },
  );

  route(
    app,
    calls.sign,
    {
      summary: "Sign the letter of a case, or the payer's sheet",
      deadline: 'payment',
      params: idParam,
      body: signLetterBody,
      answer: ownLetter,
      errors: [
        ...(['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_CHANGED', 'LETTER_EXPIRED', 'LETTER_STATE'] as const),
        ...(['NAME_MISMATCH', 'CONSENT_REQUIRED', 'CLIENT_ID_REUSED', 'IDENTITY_MISMATCH', 'IDENTITY_USED'] as const),
        ...(['IDENTITY_EXPIRED', 'IDENTITY_NOT_PROVEN', 'IDENTITY_UNREACHABLE', 'IDENTITY_OFF'] as const),
        ...(['TOO_MANY_REQUESTS', 'LETTER_CHARACTERS'] as const),
      ],
    },
    (request) => {
      const signer = { userId: actorOf(request).id, sessionId: sessionIdOf(request), ...placeOf(request) };
      return signLetter(deps, signer, request.params.id, request.body);
    },
  );

  route(
    app,
    calls.decline,
    {
      summary: 'Decline the letter of a case',
      params: idParam,
      body: declineLetterBody,
      answer: ownLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_EXPIRED', 'LETTER_STATE'],
      example: { reason: '먼저 통화하고 싶습니다.' },
    },
    (request) => declineLetter(deps, actorOf(request).id, request.params.id, request.body.reason),
  );

  route(
    app,
    calls.setCustody,
    {
      summary: 'Say that the guardian who signs is the only one',
      params: idParam,
      body: custodyBody,
      answer: ownLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_EXPIRED', 'LETTER_STATE', 'TOO_MANY_REQUESTS'],
      example: { sole: true },
    },
    (request) => setCustody(deps, actorOf(request).id, request.params.id, request.body.sole),
  );
};

const EXAMPLE = { scope: '징계 항고서 작성과 제출', fee: 550_000, terms: '' };

export const lettersAdminRoutes: FastifyPluginAsync<LetterDeps> = async (app, deps) => {
  route(
    app,
    calls.getForAdmin,
    {
      summary: 'Get the letter of any case',
      params: idParam,
      answer: adminLetter,
      errors: ['LETTER_NOT_FOUND'],
    },
    async (request) => {
      const { id } = request.params;
      const reading = { db: deps.db, dataKeys: deps.dataKeys, now: deps.clock.now() };
      const answer = await answerForAdmin(reading, await getLetter(deps.db, id, { withDraft: true }));
      const act = { action: 'order.view_letter', subjectType: 'order', subjectId: id } as const;
      await recordAudit(deps.db, { ...adminOf(request), ...act });
      await recordFirmsView(deps.db, { orderId: id, adminId: actorOf(request).id }, ['letter'], reading.now);
      return answer;
    },
  );

  route(
    app,
    calls.create,
    {
      summary: 'Begin the letter of a case',
      params: idParam,
      body: letterBody,
      answer: adminLetter,
      errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'LETTER_STATE', 'CONFLICT'],
      example: EXAMPLE,
    },
    (request) => createLetter(deps, adminOf(request), request.params.id, request.body),
  );

  route(
    app,
    calls.update,
    {
      summary: 'Change the draft of a letter',
      params: idParam,
      body: updateLetterBody,
      answer: adminLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_STATE', 'VERSION_CONFLICT'],
      example: EXAMPLE,
    },
    (request) => updateLetter(deps, adminOf(request), request.params.id, request.body),
  );

  route(
    app,
    calls.offer,
    {
      summary: 'Offer a letter to those who sign it',
      params: idParam,
      answer: adminLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_STATE', 'CONFLICT', 'LETTER_CHARACTERS'],
    },
    (request) => offerLetter(deps, adminOf(request), request.params.id),
  );

  route(
    app,
    calls.signForFirm,
    {
      summary: 'Sign a letter for the firm',
      params: idParam,
      answer: adminLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_STATE', 'LETTER_CHARACTERS'],
    },
    (request) => {
      const { id, fullname } = actorOf(request);
      const { port, browser } = placeOf(request);
      const signer = { admin: adminOf(request), userId: id, name: fullname, sessionId: sessionIdOf(request) };
      return signForFirm(deps, { ...signer, port, browser }, request.params.id);
    },
  );

  route(
    app,
    calls.withdraw,
    {
      summary: 'Withdraw a letter that is not signed by all',
      params: idParam,
      answer: adminLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_STATE'],
    },
    (request) => withdrawLetter(deps, adminOf(request), request.params.id),
  );

  route(
    app,
    calls.retrySeal,
    {
      summary: 'Try at once again to seal a letter',
      params: idParam,
      answer: adminLetter,
      errors: ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND', 'LETTER_STATE'],
    },
    (request) => retrySeal(deps, adminOf(request), request.params.id),
  );
};
