import type { FastifyPluginAsync } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf, hasPermission, isOpenToAdmin, rightsOf, type Sessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';
import * as eventCalls from '#shared/features/events/calls.ts';
import { eventStream } from '#shared/features/events/schemas.ts';
import { STAFF_PERMISSIONS } from '#shared/features/events/stream-events.ts';
import { EventStream } from './event-stream.ts';
import type { StreamHub } from './stream-hub.ts';

/** A stream ends after this, cleanly: the next one is authenticated as any call is. */
const LIFE_MS = 15 * MINUTE_MS;
const RETRY_AFTER_SECONDS = 15;

type Options = {
  hub: StreamHub;
  sessions: Sessions;
  clock: Clock;
  limits: { streamsPerUser: number; streams: number };
};

/**
 * The event stream. It is written directly to the socket, because the framework would keep far more
 * memory per response.
 */
export const eventsRoutes: FastifyPluginAsync<Options> = async (app, { hub, sessions, clock, limits }) => {
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => hub.close());

  function refuseTooMany(userId: number): void {
    const isFull = limits.streams > 0 && hub.size >= limits.streams;
    const hasEnough = limits.streamsPerUser > 0 && hub.countOf(userId) >= limits.streamsPerUser;
    if (isFull || hasEnough) throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  route(
    app,
    eventCalls.stream,
    {
      summary: 'Stream the events of the own conversations',
      answer: eventStream,
      produces: ['text/event-stream'],
      deadline: 'none',
      errors: ['PERMISSION_REQUIRED'],
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { id } = actorOf(request);
      const { role } = rightsOf(request);
      // A browser does not connect again after a 403; a stream that ends would be opened for ever.
      if (role === 'admin' && !isOpenToAdmin(request)) throw new AppError('PERMISSION_REQUIRED');
      refuseTooMany(id);
      const tokenHash = hashToken(sessions.tokenOf(request) ?? '');
      const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
      const response = reply.hijack().raw;
      const stream = new EventStream(response, {
        userId: id,
        permissions: STAFF_PERMISSIONS.filter((permission) => hasPermission(request, permission)),
        tokenHash,
        endsAt: clock.now().getTime() + LIFE_MS,
      });
      hub.add(stream);
      response.once('close', () => hub.remove(stream));
      stream.open(Object.fromEntries(headers));
      return reply;
    },
  );
};
