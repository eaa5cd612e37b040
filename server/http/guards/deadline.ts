import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HeldConnections, holdConnections } from '#server/db/held-connections.ts';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/** A call that waits for the payment provider; its exchanges have time limits of their own. */
const PAYMENT_MS = 30 * SECOND_MS;
const RETRY_AFTER_SECONDS = 5;

/**
 * `payment`: the call asks the payment provider. `none`: a file or a stream, which takes as long as
 * it takes.
 */
export type Deadline = 'payment' | 'none';

type Running = { held: HeldConnections; timer?: NodeJS.Timeout };

declare module 'fastify' {
  interface FastifyContextConfig {
    deadline?: Deadline | undefined;
  }
  interface FastifyRequest {
    /** Undefined for a call without a deadline. */
    running: Running | undefined;
  }
}

function answerLate(request: FastifyRequest, reply: FastifyReply, { held }: Running): void {
  if (reply.sent || reply.raw.headersSent) return;
  request.log.warn('deadline reached');
  // All that the provider says after the deadline is still recorded.
  held.destroy({ isLast: request.routeOptions.config.deadline !== 'payment' });
  reply.send(new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
}

/**
 * Answers 503 to every call of the scope that still waits at its deadline, and closes the
 * connections to the database that it holds. What had been sent may have been written: each write
 * is safe to repeat (decision 040).
 */
export function registerDeadline(app: FastifyInstance, { deadlineMs }: { deadlineMs: number }): void {
  const paymentMs = Math.max(PAYMENT_MS, deadlineMs);
  app.decorateRequest('running', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { deadline } = request.routeOptions.config;
    if (deadline === 'none') return done();
    const running: Running = { held: holdConnections() };
    running.timer = setTimeout(answerLate, deadline === 'payment' ? paymentMs : deadlineMs, request, reply, running);
    request.running = running;
    running.held.run(done);
  });
  // A body is parsed in the context of its socket, so that the call's own is entered again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.running) request.running.held.run(done);
    else done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.running?.timer);
    done();
  });
}
