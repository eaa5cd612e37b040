import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#server/lib/errors.ts';
import { createWorkerProcess } from '#server/lib/process/worker-process.ts';
import type { PageCatalogue } from '../render.ts';
import { type Card, DEFAULT_CARD, serviceCard } from './card.ts';

type Image = { png: Buffer; etag: string };
type Options = { catalogue: PageCatalogue };

/** Cache size; some 50 kB each, more than a shop has services. */
const MAX_IMAGES = 500;
const FILE = /^([1-9]\d{0,9})\.png$/;
const DEFAULT_KEY = 'default';

/**
 * Caches images by subject, drawn once per version of the catalogue. Concurrent requests share one
 * drawing.
 */
function createImages({ catalogue }: Options) {
  const drawing = createWorkerProcess<Card, Uint8Array>(new URL('./draw-cards.ts', import.meta.url));
  const images = new LRUCache<string, Promise<Image>>({ max: MAX_IMAGES });
  catalogue.onChange(() => images.clear());

  async function make(card: Card): Promise<Image> {
    const png = Buffer.from(await drawing.run(card));
    return { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` };
  }

  function get(key: string, card: Card): Promise<Image> {
    const known = images.get(key);
    if (known) return known;
    const image = make(card);
    images.set(key, image);
    // A retry may succeed.
    image.catch(() => images.get(key) === image && images.delete(key));
    return image;
  }

  return { get, close: drawing.close };
}

/** Link preview images of pages, drawn from title and price (decision 014). */
export async function sharingRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const images = createImages(options);
  app.addHook('onClose', async () => images.close());

  async function send(request: FastifyRequest, reply: FastifyReply, key: string, card: Card): Promise<FastifyReply> {
    const { png, etag } = await images.get(key, card);
    reply.headers({
      etag,
      'cache-control': 'public, max-age=3600',
      // Other sites embed it in previews.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/png').send(png);
  }

  app.get('/og/default.png', { schema: { hide: true } }, (request, reply) =>
    send(request, reply, DEFAULT_KEY, DEFAULT_CARD),
  );
  app.get<{ Params: { file: string } }>('/og/services/:file', { schema: { hide: true } }, (request, reply) => {
    const id = FILE.exec(request.params.file)?.[1];
    const service = id === undefined ? undefined : options.catalogue.find(Number(id));
    if (!service || id === undefined) throw new AppError('NOT_FOUND');
    return send(request, reply, id, serviceCard(service));
  });
}
