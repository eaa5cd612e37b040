import type { FastifyPluginAsync } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf, sessionIdOf } from '#server/http/session.ts';
import { success } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/push/calls.ts';
import { pushState, subscribePushBody, unsubscribePushBody } from '#shared/features/push/schemas.ts';
import type { PushDeps } from './push-deps.ts';
import { getPushState, subscribePush, unsubscribePush } from './subscriptions.ts';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/dGVzdA';

/** The browsers of an administrator that get pushes. */
export const pushAdminRoutes: FastifyPluginAsync<{ push: PushDeps }> = async (app, { push }) => {
  route(
    app,
    calls.getPush,
    { summary: 'Get the key of web push and the browsers of the caller that get pushes', answer: pushState },
    (request) => getPushState(push, actorOf(request).id),
  );

  route(
    app,
    calls.subscribePush,
    {
      summary: 'Have a browser of the caller get pushes',
      body: subscribePushBody,
      answer: success,
      example: {
        endpoint: ENDPOINT,
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      },
    },
    async (request) => {
      const session = { id: sessionIdOf(request), needs: calls.subscribePush.needs ?? 'owner' };
      await subscribePush(push, { userId: actorOf(request).id, session }, request.body);
      return { success: true as const };
    },
  );

  route(
    app,
    calls.unsubscribePush,
    {
      summary: 'End the pushes to a browser of the caller',
      body: unsubscribePushBody,
      answer: success,
      example: { endpoint: ENDPOINT },
    },
    async (request) => {
      await unsubscribePush(push, actorOf(request).id, request.body.endpoint);
      return { success: true as const };
    },
  );
};
