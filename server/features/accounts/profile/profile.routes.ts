import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { getOrdersAtClosing } from '#server/features/orders/orders.lookup.ts';
import type { PaymentDeps } from '#server/features/payments/payment-deps.ts';
import { route } from '#server/http/api/route.ts';
import { createTransfers, endSlowDownload } from '#server/http/guards/transfers.ts';
import { actorOf, rightsOf, type Sessions, sessionIdOf } from '#server/http/session.ts';
import { consume } from '#server/lib/limits/consume.ts';
import type { RouteParts } from '#server/registry/feature.ts';
import { success } from '#shared/contract/fields.ts';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import {
  closeAccountBody,
  closing,
  myAccount,
  updatedProfile,
  updateProfileBody,
} from '#shared/features/accounts/schemas.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import { presentAccount } from '../account/accounts.present.ts';
import { getPasswordHash } from '../account/accounts.queries.ts';
import type { AccountLimits } from '../account-limits.ts';
import { closeAccount } from '../closing/close-account.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { requireOwner } from './require-owner.ts';
import { updateProfile } from './update-profile.ts';

const UPDATED = '회원 정보를 수정했습니다.';

type Options = {
  payments: PaymentDeps;
  sessions: Sessions;
  limits: AccountLimits;
  isLeaked: LeakCheck;
  requiresSecondFactor: boolean;
} & Pick<RouteParts, 'erase' | 'writePersonalData'>;

/** Each reads the database and holds a slice of it in memory. */
const DOWNLOADS_AT_ONCE = { perUser: 3, perProcess: 30 };

/** Reading, changing and closing the user's own account (contract §3). */
export const profileRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { payments, sessions, limits, isLeaked, requiresSecondFactor, erase, writePersonalData } = options;
  const { db, clock } = payments;
  const downloads = createTransfers(DOWNLOADS_AT_ONCE);

  route(app, sessionCalls.getMine, { summary: 'Get the logged-in account', answer: myAccount }, (request) =>
    presentAccount(actorOf(request), rightsOf(request), requiresSecondFactor),
  );

  route(
    app,
    accountCalls.updateProfile,
    {
      summary: 'Change the profile or the password',
      body: updateProfileBody,
      answer: updatedProfile,
      errors: ['WRONG_PASSWORD', 'STEP_UP_REQUIRED', 'EMAIL_ACCOUNTS_FULL', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      const session = { id: sessionIdOf(request), token: sessions.tokenOf(request) };
      const actor = actorOf(request);
      await requireOwner({ db, clock, limits }, { actor, rights: rightsOf(request) }, request.body);
      const user = await updateProfile({ db, clock, limits, isLeaked }, actor, session, request.body);
      const rights = {
        ...rightsOf(request),
        ...(request.body.newPassword !== undefined && { mustChangePassword: false }),
      };
      return { success: true as const, message: UPDATED, user: presentAccount(user, rights, requiresSecondFactor) };
    },
  );

  route(
    app,
    accountCalls.getPersonalData,
    {
      summary: 'Download everything that is kept about the account',
      deadline: 'none',
      answer: personalData,
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      const actor = actorOf(request);
      downloads.begin(actor.id, reply);
      endSlowDownload(reply);
      await consume(db, limits.personalData, String(actor.id));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="personal-data.json"')
        .send(Readable.from(writePersonalData(actor)));
    },
  );

  route(
    app,
    accountCalls.getClosing,
    { summary: 'Get what closing the account would mean', answer: closing },
    async (request) => {
      const { id } = actorOf(request);
      const [passwordHash, orders] = await Promise.all([getPasswordHash(db, id), getOrdersAtClosing(db, id)]);
      return { needsPassword: passwordHash !== null, keptOrders: orders.paidCount };
    },
  );

  route(
    app,
    accountCalls.close,
    {
      summary: 'Close the account',
      deadline: 'payment',
      body: closeAccountBody,
      answer: success,
      errors: ['WRONG_PASSWORD', 'LAST_ADMIN', 'LAST_OWNER', 'PAYMENT_IN_PROGRESS', 'TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      const user = { actor: actorOf(request), rights: rightsOf(request), sessionId: sessionIdOf(request) };
      await closeAccount({ payments, limits, erase }, user, request.body);
      await sessions.close(request, reply);
      return { success: true as const };
    },
  );
};
