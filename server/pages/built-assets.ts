import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#server/lib/time.ts';

/** Serves the built files: those with a hash in their name for ever, the others for a day. */
export async function registerBuiltFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const entries = await readdir(clientDir, { withFileTypes: true });
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: 365 * DAY_MS,
    index: false,
  });
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !/^(assets|\.)/.test(entry.name))) {
    await app.register(fastifyStatic, {
      root: join(clientDir, name),
      prefix: `/${name}/`,
      preCompressed: true,
      maxAge: DAY_MS,
      index: false,
      decorateReply: false,
    });
  }
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  for (const { name } of files) {
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(name, clientDir, { maxAge: DAY_MS, immutable: false }),
    );
  }
}
