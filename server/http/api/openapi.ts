import { STATUS_CODES } from 'node:http';
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  type FastifyPluginAsyncZod,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isUnsafe } from '#server/http/guards/origin-guard.ts';
import type { Call, CallTable } from '#shared/contract/call.ts';
import { errorsOf } from './call-errors.ts';
import { errorBody, errorCode, errorResponses } from './openapi-errors.ts';

/** Schemas of addresses become parameters, which have no name of their own. */
const UNNAMED = /(Query|Params?)$/;

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

type Options = {
  publicUrl: string;
  sessionCookie: string;
  tables: readonly CallTable[];
  /** Their exported schemas become shared components. */
  modules: readonly Readonly<Record<string, unknown>>[];
};

/** Names the shared schemas for references in the document: `soldier` is `Soldier`. */
function nameSchemas(modules: Options['modules']): void {
  const ids = new Set<string>();
  const named = [{ errorBody, errorCode }, ...modules].flatMap((module) => Object.entries(module));
  for (const [name, schema] of named) {
    if (!(schema instanceof z.ZodType) || UNNAMED.test(name)) continue;
    const id = capitalize(name);
    if (ids.has(id)) throw new Error(`two schemas are named ${id}`);
    ids.add(id);
    schema.register(z.globalRegistry, { ...schema.meta(), id });
  }
}

/** Tag and operation id by method and URL. Of two calls with one URL, the first names the operation. */
function operationsOf(tables: readonly CallTable[]) {
  const operations = tables.flatMap(({ name: table, calls }) =>
    Object.entries(calls).map(([name, { method, path }]) => {
      const named = { tags: [table], operationId: table + capitalize(name) };
      return [`${method} ${path}`, named] as const;
    }),
  );
  return new Map(operations.toReversed());
}

/** Security requirements: the session cookie, and the CSRF token for unsafe calls. */
function securityOf(call: Call): Record<string, string[]>[] {
  const isTokenNeeded = isUnsafe(call) && !call.isCsrfExempt;
  const schemes = [call.access !== 'public' && 'session', isTokenNeeded && 'csrf'].filter((name) => name !== false);
  return schemes.length > 0 ? [Object.fromEntries(schemes.map((name) => [name, []]))] : [];
}

const LIST_HEADERS = {
  Link: { type: 'string', description: 'The next page of the list: `<…>; rel="next"`.' },
  'X-Total-Count': { type: 'string', description: 'Length of the list, or `10000+`.' },
};

/** Describes the success responses of a call. A paged list has headers, too. */
function answersOf(schemas: object, isPaged: boolean, produces: readonly string[]): Record<string, object> {
  const responses = Object.entries(schemas).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[status],
      ...(isPaged && { headers: LIST_HEADERS }),
      content: Object.fromEntries(produces.map((type) => [type, { schema }])),
    },
  ]);
  return Object.fromEntries(responses);
}

const SCHEMA_REF = /"#\/components\/schemas\/([^"]+)"/g;

/**
 * Leaves out schemas that no call uses: the library writes each one twice, for requests
 * (`ServiceWorkInput`) and for answers.
 */
function dropUnused<T extends { paths?: unknown; components?: { schemas?: object } }>(document: T): T {
  const all = new Map(Object.entries(document.components?.schemas ?? {}));
  const used = new Map<string, unknown>();
  function keepUsedBy(part: unknown): void {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA_REF)) {
      if (used.has(name)) continue;
      used.set(name, all.get(name));
      keepUsedBy(all.get(name));
    }
  }
  keepUsedBy(document.paths);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } };
}

const ABOUT = `API of the shop's pages, open to other programs of the firm. Errors have one form (\`ErrorBody\`): \`error\` is
a sentence for people, \`code\` is for programs. \`docs/api.md\` says how a program logs in.`;

/** Collects the schemas of the routes registered after it. */
export async function registerOpenApi(app: FastifyInstance, options: Options): Promise<void> {
  const { publicUrl, sessionCookie, tables, modules } = options;
  nameSchemas(modules);
  const operations = operationsOf(tables);
  const examples = new Map<unknown, unknown>();
  const zodToJsonConfig = {
    override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
      // Answers may have more fields in later versions.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (examples.has(zodSchema)) jsonSchema.examples = [examples.get(zodSchema)];
    },
  };
  const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig });
  const nameComponents = createJsonSchemaTransformObject({ zodToJsonConfig });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Military-service legal help centre', version: '1', description: ABOUT },
      servers: [{ url: publicUrl }],
      tags: tables.map(({ name, description }) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by logging in.' },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'X-CSRF-Token',
            description: 'From `GET /api/csrf-token`, with the cookie that it sets.',
          },
        },
      },
    },
    transform(document) {
      const { schema, route } = document;
      const { call, errors = [], example } = route.config ?? {};
      if (!schema || schema.hide) return toJsonSchema(document);
      const named = call && operations.get(`${call.method} ${call.path}`);
      if (!named) throw new Error(`${document.url} is in no table of calls`);
      if (example !== undefined) examples.set(schema.body, example);
      const written = toJsonSchema(document);
      const { querystring, produces = ['application/json'] } = schema;
      const isPaged = querystring instanceof z.ZodObject && 'cursor' in querystring.shape;
      return {
        url: written.url,
        schema: {
          ...written.schema,
          ...named,
          security: securityOf(call),
          response: {
            ...answersOf(Object(written.schema.response), isPaged, produces),
            ...errorResponses(errorsOf(call, errors, schema), errors),
          },
        },
      };
    },
    transformObject: (document) => dropUnused(nameComponents(document)),
  });
}

/** `GET /api/openapi.json`, generated from the schemas that validate and serialise. */
export const openApiRoutes: FastifyPluginAsyncZod = async (app) => {
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
};
