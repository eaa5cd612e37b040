import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  type FastifyPluginAsyncZod,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isUnsafe } from '#server/http/guards/origin-guard.ts';
import type { Call } from '#shared/contract/call.ts';
import { errorsOf } from './call-errors.ts';
import { CALL_TABLES, SCHEMA_MODULES } from './call-tables.ts';
import { finishDocument, type OperationDetails } from './openapi-document.ts';

/**
 * Without a name: schemas of addresses, which become parameters, and one that is shorter than a
 * reference.
 */
const UNNAMED = /(Query|Params?)$|^timestamp$/;

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Names the shared schemas for references in the document: `soldierBody` is `SoldierBody`. */
function nameSchemas(): z.core.$ZodRegistry<{ id?: string | undefined }> {
  const names = z.registry<{ id: string }>();
  const ids = new Set<string>();
  for (const [name, schema] of SCHEMA_MODULES.flatMap((module) => Object.entries(module))) {
    if (!(schema instanceof z.ZodType) || UNNAMED.test(name)) continue;
    const id = capitalize(name);
    if (ids.has(id)) throw new Error(`two schemas are named ${id}`);
    ids.add(id);
    names.add(schema, { ...z.globalRegistry.get(schema), id });
  }
  return names;
}

type OperationName = { tags: [string]; operationId: string };

function addressOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** Operation ids by method and URL. */
function nameOperations(): ReadonlyMap<string, OperationName> {
  const names = new Map<string, OperationName>();
  for (const { name: table, calls } of CALL_TABLES) {
    for (const [name, call] of Object.entries(calls)) {
      const address = addressOf(call);
      if (!names.has(address)) names.set(address, { tags: [table], operationId: `${table}${capitalize(name)}` });
    }
  }
  return names;
}

/** Security requirements: the session cookie, and the CSRF token for unsafe calls. */
function securityOf(call: Call): Record<string, string[]>[] {
  const isTokenNeeded = isUnsafe(call) && !call.isCsrfExempt;
  const schemes = [call.access !== 'public' && 'session', isTokenNeeded && 'csrf'].filter((name) => name !== false);
  return schemes.length > 0 ? [Object.fromEntries(schemes.map((name) => [name, []]))] : [];
}

type Options = { publicUrl: string; sessionCookie: string };

const ABOUT = `API of the shop's pages, open to other programs of the firm. Errors have one form (\`ErrorBody\`): \`error\` is
a sentence for people, \`code\` is for programs. \`docs/api.md\` says how a program logs in.`;

/** Collects the schemas of the routes registered after it. */
export async function registerOpenApi(app: FastifyInstance, { publicUrl, sessionCookie }: Options): Promise<void> {
  const schemaRegistry = nameSchemas();
  const names = nameOperations();
  const details = new Map<string, OperationDetails>();
  const toJsonSchema = createJsonSchemaTransform({ schemaRegistry });
  const nameComponents = createJsonSchemaTransformObject({ schemaRegistry });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Military-service legal help centre', version: '1', description: ABOUT },
      servers: [{ url: publicUrl }],
      tags: CALL_TABLES.map(({ name, description }) => ({ name, description })),
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
      const named = call && names.get(addressOf(call));
      if (!named) throw new Error(`${document.url} is in no table of calls`);
      details.set(named.operationId, { errors: errorsOf(call, errors, schema), own: errors, example });
      return toJsonSchema({ ...document, schema: { ...schema, ...named, security: securityOf(call) } });
    },
    transformObject: (document) => finishDocument(nameComponents(document), details),
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
