import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { errorsOf } from '#server/http/api/call-errors.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';

const FASTIFY_MADE = 'fastify.initialization';

/** Records every error response that the OpenAPI document does not list. */
export function watchErrors() {
  const undocumented = new Set<string>();

  function watch(message: unknown): void {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook<string>('onSend', (request, reply, payload, done) => {
      const { call, errors = [] } = request.routeOptions.config;
      if (call && reply.statusCode >= 400 && typeof payload === 'string' && payload !== '') {
        const { code }: ErrorBody = JSON.parse(payload);
        const documented = errorsOf(call, errors, request.routeOptions.schema ?? {});
        if (!documented.includes(code)) undocumented.add(`${call.method} ${call.path}: ${code}`);
      }
      done();
    });
  }

  subscribe(FASTIFY_MADE, watch);
  return {
    /** Stops watching apps created from now on. */
    stop: () => unsubscribe(FASTIFY_MADE, watch),
    /** @throws Error that names the calls and their responses */
    expectNone(): void {
      if (undocumented.size > 0) throw new Error(`not documented: ${[...undocumented].join(', ')}`);
    },
  };
}
