import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from '#server/http/encodings.ts';
import { AppError } from '#server/lib/errors.ts';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import type { OtherBuilds, PublishedFile } from './builds/other-builds.ts';
import { HASHED_FOLDERS } from './builds/read-build.ts';

const YEAR_MS = 365 * DAY_MS;

type Options = { clientDir: string; otherBuilds: OtherBuilds | undefined };

function sendPublished(request: FastifyRequest, reply: FastifyReply, { type, etag, bodies }: PublishedFile) {
  const wanted = chooseEncoding(request.headers['accept-encoding']);
  const encoding: Encoding = bodies[wanted] ? wanted : 'identity';
  reply.headers({
    'cache-control': `public, max-age=${YEAR_MS / SECOND_MS}, immutable`,
    'content-type': type,
    etag: `"${etag}-${encoding}"`,
    vary: 'accept-encoding',
  });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(200).send(bodies[encoding]);
}

/** Serves a folder of hashed files, and what is not in it from the other builds. */
async function registerHashedFolder(app: FastifyInstance, name: string, { clientDir, otherBuilds }: Options) {
  await app.register(fastifyStatic, {
    root: join(clientDir, name),
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
    index: false,
    decorateReply: false,
  });
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.slice(1).split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isRead ? await otherBuilds?.find(path) : undefined;
    if (!file) throw new AppError('NOT_FOUND');
    return sendPublished(request, reply, file);
  });
}

/** Serves the built files: cacheable forever with a hash in the name, else for a day. */
export async function registerBuiltFiles(app: FastifyInstance, options: Options): Promise<void> {
  const { clientDir } = options;
  const entries = await readdir(clientDir, { withFileTypes: true });
  // Adds `sendFile` to replies; the folders come below.
  await app.register(fastifyStatic, { root: clientDir, serve: false });
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))) {
    if (HASHED_FOLDERS.includes(name)) {
      await app.register(async (scope) => registerHashedFolder(scope, name, options), { prefix: `/${name}` });
    } else {
      await app.register(fastifyStatic, {
        root: join(clientDir, name),
        prefix: `/${name}/`,
        preCompressed: true,
        maxAge: DAY_MS,
        index: false,
        decorateReply: false,
      });
    }
  }
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  for (const { name } of files) {
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(name, clientDir, { maxAge: DAY_MS, immutable: false }),
    );
  }
}
