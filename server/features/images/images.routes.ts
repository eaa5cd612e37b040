import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from '#server/db/connection.ts';
import { sendOnce } from '#server/http/api/finished-body.ts';
import { registerLoadGuard } from '#server/http/guards/load-guard.ts';
import { AppError } from '#server/lib/errors.ts';
import { imageSizes, parseImageFile } from '#shared/platform/image-url.ts';
import { findImageFile } from './images.queries.ts';

/** The URL contains the hash of the file, so its content never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

type Options = { database: Pick<OpenDatabase, 'db' | 'pool'> };

/**
 * Public files of uploaded images (decision 014). They are read from the database, so the load
 * guard applies to them.
 */
export async function imagesRoutes(app: FastifyInstance, { database: { db, pool } }: Options): Promise<void> {
  registerLoadGuard(app, pool);
  app.get<{ Params: { file: string } }>('/uploads/:file', { schema: { hide: true } }, async (request, reply) => {
    const named = parseImageFile(request.params.file);
    const file = named && (await findImageFile(db, named));
    // One URL per file: caches would store every other height as a separate copy.
    if (!file || !imageSizes(file).some(({ width, height }) => width === named.width && height === named.height)) {
      throw new AppError('NOT_FOUND');
    }
    return sendOnce(request, reply, file.bytes, { contentType: `image/${named.format}`, cacheControl: FOR_EVER });
  });
}
