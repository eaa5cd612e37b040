import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#server/lib/time.ts';

/**
 * Scripts are in `static/js` (spec §7), the other files that the build names by their content in
 * `assets`.
 */
const HASHED_FOLDERS = ['static', 'assets'];

/** Serves the built files: cacheable forever with a hash in the name, else for a day. */
export async function registerBuiltFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const entries = await readdir(clientDir, { withFileTypes: true });
  // Adds `sendFile` to replies; the folders come below.
  await app.register(fastifyStatic, { root: clientDir, serve: false });
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))) {
    const isHashed = HASHED_FOLDERS.includes(name);
    await app.register(fastifyStatic, {
      root: join(clientDir, name),
      prefix: `/${name}/`,
      preCompressed: true,
      immutable: isHashed,
      maxAge: isHashed ? 365 * DAY_MS : DAY_MS,
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
