import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf, sessionIdOf } from '#server/http/session.ts';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import {
  confirmIdentityBody,
  phoneStatus,
  sentCode,
  startedIdentity,
  verifiedPhone,
  verifyPhoneBody,
} from '#shared/features/accounts/phone-schemas.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { issueCode } from './issue-code.ts';
import { presentPhoneStatus, presentSentCode } from './phone.present.ts';
import { findCode } from './phone-codes.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { listPhoneProofs } from './phone-proofs.ts';
import { type IdentityOwner, startIdentity } from './start-identity.ts';
import { verifyCode } from './verify-code.ts';

const VERIFIED = { success: true, phone_verified: true } as const;

function ownerOf(request: FastifyRequest): IdentityOwner {
  return { userId: actorOf(request).id, sessionId: sessionIdOf(request) };
}

/** Proof of the phone of an account (contract §7; decision 038). */
export const phoneRoutes: FastifyPluginAsync<{ phones: PhoneDeps }> = async (app, { phones }) => {
  const { db, clock } = phones;

  route(
    app,
    phoneCalls.getStatus,
    { summary: 'Get how the phone is proved, and how it can be', answer: phoneStatus },
    async (request) => {
      const actor = actorOf(request);
      const [proofs, code] = await Promise.all([
        listPhoneProofs(db, actor.id),
        findCode(db, { userId: actor.id, purpose: 'proof' }, clock.now()),
      ]);
      return presentPhoneStatus(actor, phones, { proofs, code });
    },
  );

  route(
    app,
    phoneCalls.sendCode,
    {
      summary: 'Send a code to the phone of the account',
      answer: sentCode,
      errors: ['PHONE_VERIFIED', 'PHONE_UNUSABLE', 'SMS_OFF', 'TOO_MANY_REQUESTS'],
    },
    async (request) => presentSentCode(await issueCode(phones, actorOf(request), request.ip)),
  );

  route(
    app,
    phoneCalls.verifyCode,
    {
      summary: 'Prove the phone by the code that was sent to it',
      body: verifyPhoneBody,
      answer: verifiedPhone,
      errors: ['CODE_INVALID', 'CODE_EXPIRED'],
      example: { code: '123456' },
    },
    async (request) => {
      await verifyCode(phones, ownerOf(request), request.body.code);
      return VERIFIED;
    },
  );

  route(
    app,
    phoneCalls.startIdentity,
    {
      summary: "Begin the provider's identity check",
      answer: startedIdentity,
      errors: ['IDENTITY_OFF', 'TOO_MANY_REQUESTS'],
    },
    async (request) => ({ authentication_id: await startIdentity(phones, ownerOf(request)) }),
  );

  route(
    app,
    phoneCalls.confirmIdentity,
    {
      summary: "Prove the phone by a receipt of the provider's identity check",
      deadline: 'payment',
      body: confirmIdentityBody,
      answer: verifiedPhone,
      errors: [
        'NOT_FOUND',
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
      await confirmIdentity(phones, ownerOf(request), request.body);
      return VERIFIED;
    },
  );
};
