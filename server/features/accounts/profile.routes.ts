import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getOrdersAtClosing } from '#server/features/orders/orders.lookup.ts';
import type { PaymentDeps } from '#server/features/payments/attempts/payment-deps.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import {
  accountResponse,
  closeAccountRequest,
  closingResponse,
  updateProfileRequest,
  updateProfileResponse,
} from '#shared/contract/accounts.ts';
import { success } from '#shared/contract/fields.ts';
import { personalDataResponse } from '#shared/contract/personal-data.ts';
import type { AccountLimits } from './account-limits.ts';
import { presentAccount } from './accounts.present.ts';
import { getPasswordHash } from './accounts.queries.ts';
import { closeAccount } from './close-account.ts';
import { presentPersonalData } from './personal-data.present.ts';
import { getPersonalData } from './personal-data.queries.ts';
import { updateProfile } from './update-profile.ts';

const UPDATED = '회원 정보를 수정했습니다.';

type Options = { payments: PaymentDeps; sessions: Sessions; limits: AccountLimits };

/** The account of the person who is logged in: reading, changing and closing it (contract §3). */
export const profileRoutes: FastifyPluginAsyncZod<Options> = async (app, { payments, sessions, limits }) => {
  const { db, clock } = payments;
  const onRequest = sessions.requireUser;
  registerNoStore(app);

  app.get('/api/auth/my', { onRequest, schema: { response: { 200: accountResponse } } }, async (request) =>
    presentAccount(actorOf(request)),
  );

  app.put(
    '/api/auth/update-profile',
    { onRequest, schema: { body: updateProfileRequest, response: { 200: updateProfileResponse } } },
    async (request) => {
      const sessionToken = sessions.tokenOf(request);
      const user = await updateProfile({ db, clock, limits }, actorOf(request), sessionToken, request.body);
      return { success: true as const, message: UPDATED, user: presentAccount(user) };
    },
  );

  app.get(
    '/api/auth/personal-data',
    { onRequest, schema: { response: { 200: personalDataResponse } } },
    async (request, reply) => {
      const actor = actorOf(request);
      await limits.personalData.consume(String(actor.id));
      const data = await getPersonalData(db, actor);
      reply.header('content-disposition', 'attachment; filename="personal-data.json"');
      return presentPersonalData(actor, data, clock.now());
    },
  );

  app.get('/api/auth/closing', { onRequest, schema: { response: { 200: closingResponse } } }, async (request) => {
    const { id } = actorOf(request);
    const [passwordHash, orders] = await Promise.all([getPasswordHash(db, id), getOrdersAtClosing(db, id)]);
    return { needsPassword: passwordHash !== null, keptOrders: orders.paidCount };
  });

  app.post(
    '/api/auth/close',
    { onRequest, schema: { body: closeAccountRequest, response: { 200: success } } },
    async (request, reply) => {
      await closeAccount({ payments, limits }, actorOf(request), request.body);
      await sessions.close(request, reply);
      return { success: true as const };
    },
  );
};
