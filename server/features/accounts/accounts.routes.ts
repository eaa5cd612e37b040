import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import { AppError } from '#server/lib/errors.ts';
import { consumeFrom } from '#server/lib/limits/consume.ts';
import { ERRORS } from '#shared/contract/errors.ts';
import { success } from '#shared/contract/fields.ts';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import {
  checkUserIdParams,
  logInAnswer,
  logInBody,
  registerBody,
  userIdAnswer,
  userIdAvailable,
} from '#shared/features/accounts/schemas.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import { isUserIdTaken } from './account/accounts.queries.ts';
import type { LoginDeps } from './finish-login.ts';
import { inTurnOfAddress } from './login/address-turns.ts';
import { loginCallerOf } from './login/callers.ts';
import { logIn } from './login/log-in.ts';
import { passFirstStep } from './pass-first-step.ts';
import type { LeakCheck } from './registration/leaked-passwords.ts';
import { registerAccount } from './registration/register-account.ts';

const AVAILABLE = '사용 가능한 아이디입니다.';

type Options = { db: Db; logins: LoginDeps; isLeaked: LeakCheck };

/** Login and sign-up (contract §3). */
export const accountsRoutes: FastifyPluginAsync<Options> = async (app, { db, logins, isLeaked }) => {
  const { clock, sessions, devices, limits } = logins;
  route(
    app,
    accountCalls.logIn,
    {
      summary: 'Log in; opens a session unless a second factor is due',
      body: logInBody,
      answer: logInAnswer,
      errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
      example: { userId: 'hong.gildong', password: 'my-long-password' },
    },
    async (request, reply) => {
      const user = await logIn({ db, clock, limits }, loginCallerOf(devices, request), request.body);
      const kinds = await passFirstStep(logins, request, reply, {
        userId: user.id,
        passwordHash: user.password_hash,
        isPersistent: request.body.remember,
        method: 'password',
      });
      const answer = { success: true as const, userId: user.user_id };
      return kinds.length === 0 ? answer : { ...answer, second_factor: kinds };
    },
  );

  route(
    app,
    sessionCalls.logOut,
    { summary: 'End the session, if there is one', answer: success },
    async (request, reply) => {
      await sessions.close(request, reply);
      logins.waiting.clear(reply);
      return { success: true as const };
    },
  );

  route(
    app,
    accountCalls.register,
    {
      summary: 'Create an account',
      body: registerBody,
      answer: userIdAnswer,
      errors: ['USER_ID_TAKEN', 'EMAIL_ACCOUNTS_FULL', 'TOO_MANY_REQUESTS'],
      example: { userId: 'hong.gildong', password: 'my-long-password', phone: '010-1234-5678', acceptedTos: true },
    },
    async (request) => {
      const { userId } = await inTurnOfAddress(request.ip, async () => {
        await consumeFrom(db, limits.register, request.ip);
        return registerAccount({ db, clock, isLeaked }, request.body);
      });
      return { success: true as const, userId };
    },
  );

  route(
    app,
    accountCalls.checkUserId,
    {
      summary: 'Check that a login id is free',
      params: checkUserIdParams,
      answer: userIdAvailable,
      errors: ['USER_ID_TAKEN', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await consumeFrom(db, limits.checkUserId, request.ip);
      if (await isUserIdTaken(db, request.params.userId)) {
        throw new AppError('USER_ID_TAKEN', { extra: { available: false, message: ERRORS.USER_ID_TAKEN.message } });
      }
      return { available: true as const, message: AVAILABLE };
    },
  );
};
