import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type FastifyPluginAsyncZod, jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Collects the schemas of the routes that are registered after it. */
export async function registerOpenApi(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Military-service legal help centre', version: '1' },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
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
