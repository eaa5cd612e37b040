import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf, type Sessions, sessionIdOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as factorCalls from '#shared/features/accounts/factor-calls.ts';
import {
  addedPasskey,
  addPasskeyBody,
  confirmTotpBody,
  giveFactorBody,
  passkeyCreation,
  passkeyRequest,
  proofs,
  recoveryCodes,
  secondFactor,
  totpSecret,
} from '#shared/features/accounts/factor-schemas.ts';
import { userIdAnswer } from '#shared/features/accounts/schemas.ts';
import type { LoginDeps } from '../finish-login.ts';
import type { FactorOwner } from './change-factors.ts';
import { requestPasskey } from './check-passkey.ts';
import { confirmTotp } from './confirm-totp.ts';
import { addPasskey, startPasskey } from './enrol-passkey.ts';
import type { FactorDeps } from './factor-deps.ts';
import { presentFactor, presentRecovery } from './factors.present.ts';
import { getProofs, listFactors } from './factors.queries.ts';
import { finishSecondStep, stepUp } from './give-factor.ts';
import { findPending } from './pending-logins.ts';
import { getRecoveryState } from './recovery-codes.ts';
import { removeFactor } from './remove-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { startTotp } from './start-totp.ts';

type Options = { factors: FactorDeps; logins: LoginDeps };

function ownerOf(request: FastifyRequest): FactorOwner {
  return { userId: actorOf(request).id, sessionId: sessionIdOf(request), by: adminOf(request) };
}

/** Returns what challenges for passkeys are tied to. */
function sessionHash(sessions: Sessions, request: FastifyRequest): Buffer {
  const token = sessions.tokenOf(request);
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  return hashToken(token);
}

/** Second factors: enrolling them, and giving them (contract §6; decision 036). */
export const factorsRoutes: FastifyPluginAsync<Options> = async (app, { factors, logins }) => {
  const { db, clock } = factors;
  const { sessions, waiting } = logins;

  route(
    app,
    factorCalls.list,
    { summary: 'List the second factors of the account', answer: secondFactor.array() },
    async (request) => {
      const { id } = actorOf(request);
      const [rows, recovery] = await Promise.all([listFactors(db, id), getRecoveryState(db, id)]);
      return [...rows.map(presentFactor), ...(recovery ? [presentRecovery(recovery)] : [])];
    },
  );

  route(
    app,
    factorCalls.startTotp,
    {
      summary: 'Make a secret for an authenticator app',
      answer: totpSecret,
      errors: ['TOO_MANY_FACTORS'],
    },
    (request) => startTotp(factors, actorOf(request)),
  );

  route(
    app,
    factorCalls.confirmTotp,
    {
      summary: 'Enrol an authenticator app by its first code',
      body: confirmTotpBody,
      answer: recoveryCodes,
      errors: ['CODE_INVALID', 'TOO_MANY_FACTORS', 'TOO_MANY_REQUESTS'],
    },
    (request) => confirmTotp(factors, ownerOf(request), request.body),
  );

  route(
    app,
    factorCalls.startPasskey,
    { summary: 'Get what a new passkey is made from', answer: passkeyCreation },
    (request) => startPasskey(factors, actorOf(request), sessionHash(sessions, request)),
  );

  route(
    app,
    factorCalls.addPasskey,
    {
      summary: 'Enrol a passkey that the browser made',
      body: addPasskeyBody,
      answer: addedPasskey,
      errors: ['PASSKEY_REFUSED', 'TOO_MANY_FACTORS'],
    },
    (request) => addPasskey(factors, ownerOf(request), sessionHash(sessions, request), request.body),
  );

  route(
    app,
    factorCalls.renewRecoveryCodes,
    { summary: 'Replace the recovery codes', answer: recoveryCodes, errors: ['NO_SECOND_FACTOR'] },
    (request) => renewRecoveryCodes(factors, ownerOf(request)),
  );

  route(
    app,
    factorCalls.remove,
    {
      summary: 'Remove a second factor and end all other sessions',
      params: idParam,
      answer: success,
      errors: ['FACTOR_NOT_FOUND', 'LAST_FACTOR'],
    },
    async (request) => {
      await removeFactor(factors, ownerOf(request), request.params.id);
      return { success: true as const };
    },
  );

  route(
    app,
    factorCalls.getProofs,
    { summary: 'List the ways to prove again who uses the session', answer: proofs },
    (request) => getProofs(db, actorOf(request).id),
  );

  /** The login that waits in this browser, if there is one. */
  async function pendingOf(request: FastifyRequest) {
    const token = waiting.read(request);
    return token === undefined ? undefined : findPending(db, token, clock.now());
  }

  route(
    app,
    factorCalls.give,
    {
      summary: 'Finish a login by the second factor, or prove it again',
      body: giveFactorBody,
      answer: userIdAnswer,
      errors: ['CODE_INVALID', 'WRONG_PASSWORD', 'LOGIN_EXPIRED', 'TOO_MANY_REQUESTS'],
      example: { code: '123456' },
    },
    async (request, reply) => {
      const pending = await pendingOf(request);
      if (pending) {
        await finishSecondStep(factors, logins, { request, reply, pending, proof: request.body });
        return { success: true as const, userId: pending.login };
      }
      if (!(await sessions.identify(request, reply))) throw new AppError('LOGIN_EXPIRED');
      const actor = actorOf(request);
      await stepUp(factors, { request, actor, boundTo: sessionHash(sessions, request) }, request.body);
      return { success: true as const, userId: actor.user_id };
    },
  );

  route(
    app,
    factorCalls.startGiving,
    {
      summary: 'Get what a passkey of the account has to sign',
      answer: passkeyRequest,
      errors: ['LOGIN_EXPIRED', 'NO_SECOND_FACTOR'],
    },
    async (request, reply) => {
      const pending = await pendingOf(request);
      if (pending) {
        return requestPasskey(factors, { userId: pending.user_id, purpose: 'login', boundTo: pending.token_hash });
      }
      if (!(await sessions.identify(request, reply))) throw new AppError('LOGIN_EXPIRED');
      const boundTo = sessionHash(sessions, request);
      return requestPasskey(factors, { userId: actorOf(request).id, purpose: 'step_up', boundTo });
    },
  );
};
