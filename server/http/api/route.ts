import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import type { Deadline } from '#server/http/guards/deadline.ts';
import { noStore } from '#server/http/guards/security-headers.ts';
import type { Guard } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Access, Call, CallParts } from '#shared/contract/call.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';

type Input = 'params' | 'query' | 'body';
/** Input parts of a call. */
type Taken<Parts extends CallParts> = Extract<keyof Parts, Input>;

/** A schema for every input part of the call, and no other. */
type Schemas<Parts extends CallParts> = {
  readonly [K in Taken<Parts>]: z.ZodType<unknown, Parts[K]>;
} & { readonly [K in Exclude<Input, Taken<Parts>>]?: never } & { readonly answer: z.ZodType<Parts['answer']> };

/** The reverse: the schemas accept all that the call's types allow, and promise no more. */
type Fitting<Parts extends CallParts, S extends Schemas<Parts>> = {
  readonly [K in Taken<Parts>]: Parts[K] extends z.input<S[K]> ? unknown : never;
} & { readonly answer: Parts['answer'] extends z.output<S['answer']> ? unknown : never };

type OutputOf<S, K extends Input> = S extends Record<K, infer T extends z.ZodType> ? z.output<T> : unknown;
type Checked<S> = { Params: OutputOf<S, 'params'>; Querystring: OutputOf<S, 'query'>; Body: OutputOf<S, 'body'> };
type Answer<Parts extends CallParts> = Parts['answer'] | FastifyReply;

/** Documentation of a call besides its schemas. */
type Documented<Parts extends CallParts> = {
  /** One line in the imperative: "List the soldiers of the account". */
  readonly summary: string;
  /** Errors specific to this call; those of its access and input are added (call-errors.ts). */
  readonly errors?: readonly ErrorCode[];
  /** A valid body. */
  readonly example?: Parts extends { body: infer Body } ? Body : never;
};

type Options<Parts extends CallParts> = Documented<Parts> &
  Pick<RouteShorthandOptions, 'bodyLimit' | 'exposeHeadRoute' | 'preValidation'> & {
    /** Runs after the guard and before the body is read. */
    readonly onRequest?: Guard;
    /** The deadline of a call that takes longer than others. */
    readonly deadline?: Deadline;
    /** Content types of a request and response that are not JSON. */
    readonly consumes?: readonly string[];
    readonly produces?: readonly string[];
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that the route implements. */
    call?: Call;
    errors?: readonly ErrorCode[];
    example?: unknown;
  }
  interface FastifyInstance {
    /** Guards of the access levels; set by `createSessions`. */
    guards: Readonly<Record<Access, Guard | undefined>>;
  }
}

/** Refuses bodies of other content types: the framework parses JSON in every call. */
function refuseOtherTypes(consumes: readonly string[]): Guard {
  return async ({ headers }) => {
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type !== undefined && !consumes.includes(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  };
}

/**
 * Guards a call, and judges its caller again where the body was still under way: a client may
 * send it slowly, and lose the session or the right meanwhile.
 */
function guardWithBody(guard: Guard): { onRequest: Guard; preValidation: Guard } {
  const arrivedWhole = new WeakSet<FastifyRequest>();
  return {
    async onRequest(request, reply) {
      await guard(request, reply);
      if (request.raw.complete) arrivedWhole.add(request);
    },
    async preValidation(request, reply) {
      const hasBody = request.body !== undefined && request.body !== null;
      if (hasBody && !arrivedWhole.has(request)) await guard(request, reply);
    },
  };
}

/** Success statuses of a call, the default first. */
export function statusesOf({ status = 200 }: Call): readonly [number, ...number[]] {
  return typeof status === 'number' ? [status] : status;
}

/**
 * Registers the handler of a call. URL, guard, `no-store` and status come from the call. Schemas
 * that differ from its types, and handlers that return another type, do not compile.
 */
export function route<Parts extends CallParts, S extends Schemas<Parts>>(
  app: FastifyInstance,
  call: Call<Parts>,
  options: S & Fitting<Parts, S> & Options<Parts>,
  handler: (request: FastifyRequest<Checked<S>>, reply: FastifyReply) => Answer<Parts> | Promise<Answer<Parts>>,
): void {
  const {
    params,
    query,
    body,
    answer,
    summary,
    errors = [],
    example,
    onRequest,
    preValidation,
    deadline,
    consumes,
    produces,
    ...routeOptions
  } = options;
  const statuses = statusesOf(call);
  const typeGuard = consumes && refuseOtherTypes(consumes);
  const guard = app.guards[call.access];
  const access = guard && guardWithBody(guard);
  const guards = [call.isCacheable ? undefined : noStore, access?.onRequest, typeGuard, onRequest];
  app.route<Checked<S>>({
    ...routeOptions,
    method: call.method,
    url: call.path,
    onRequest: guards.filter((guard) => guard !== undefined),
    preValidation: [...(access ? [access.preValidation] : []), ...[preValidation ?? []].flat()],
    schema: {
      summary,
      ...(consumes && { consumes }),
      ...(produces && { produces }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: Object.fromEntries(statuses.map((status) => [status, answer])),
    },
    config: { call, errors, example, deadline },
    handler(request, reply) {
      reply.code(statuses[0]);
      return handler(request, reply);
    },
  });
}
