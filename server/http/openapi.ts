import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type FastifyPluginAsyncZod, jsonSchemaTransform } from 'fastify-type-provider-zod';
import { errorBody } from '#shared/contract/fields.ts';

/** Every call answers errors in one shape. Only the document says so: the error handler writes them without a schema. */
const withErrors: typeof jsonSchemaTransform = (document) => {
  const { schema } = document;
  if (!schema || schema.hide) return jsonSchemaTransform(document);
  const answers = typeof schema.response === 'object' ? schema.response : {};
  const response = { ...answers, '4XX': errorBody, '5XX': errorBody };
  return jsonSchemaTransform({ ...document, schema: { ...schema, response } });
};

/** Collects the schemas of the routes that are registered after it. */
export async function registerOpenApi(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Military-service legal help centre', version: '1' },
      servers: [{ url: publicUrl }],
    },
    transform: withErrors,
  });
}

/** `GET /api/openapi.json`, made from the very schemas that check and serialise. */
export const openApiRoutes: FastifyPluginAsyncZod = async (app) => {
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
};
