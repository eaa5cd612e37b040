import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { callerOf } from '#server/lib/networks.ts';
import {
  checkUserIdParams,
  checkUserIdResponse,
  loginRequest,
  loginResponse,
  registerRequest,
  registerResponse,
} from '#shared/contract/accounts.ts';
import { ERRORS } from '#shared/contract/errors.ts';
import { success } from '#shared/contract/fields.ts';
import type { AccountLimits } from './account-limits.ts';
import { isUserIdTaken } from './accounts.queries.ts';
import { logIn } from './log-in.ts';
import { registerAccount } from './register-account.ts';

const AVAILABLE = '사용 가능한 아이디입니다.';

type Options = { db: Db; sessions: Sessions; limits: AccountLimits };

/** Login and sign-up (contract §3). */
export const accountsRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, sessions, limits }) => {
  registerNoStore(app);

  app.post(
    '/api/auth/login',
    { schema: { body: loginRequest, response: { 200: loginResponse } } },
    async (request, reply) => {
      const user = await logIn({ db, limits }, callerOf(request.ip), request.body);
      await sessions.open(request, reply, user.id, user.password_hash);
      return { success: true as const, userId: user.user_id };
    },
  );

  app.post('/api/auth/logout', { schema: { response: { 200: success } } }, async (request, reply) => {
    await sessions.close(request, reply);
    return { success: true as const };
  });

  app.post(
    '/api/auth/register',
    { schema: { body: registerRequest, response: { 201: registerResponse } } },
    async (request, reply) => {
      await limits.register.consume(callerOf(request.ip));
      const { userId } = await registerAccount({ db }, request.body);
      reply.code(201);
      return { success: true as const, userId };
    },
  );

  app.get(
    '/api/auth/check-userid/:userId',
    { schema: { params: checkUserIdParams, response: { 200: checkUserIdResponse } } },
    async (request) => {
      await limits.checkUserId.consume(callerOf(request.ip));
      if (await isUserIdTaken(db, request.params.userId)) {
        throw new AppError('USER_ID_TAKEN', { extra: { available: false, message: ERRORS.USER_ID_TAKEN.message } });
      }
      return { available: true as const, message: AVAILABLE };
    },
  );
};
