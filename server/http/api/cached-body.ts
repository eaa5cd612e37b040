import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A response body that is serialised once and sent many times. */
export type CachedBody = { bytes: Buffer; etag: string; contentType: string };

/** The part of a strong ETag that identifies these bytes, of a page also its build. */
export function bodyTag(bytes: Buffer, build = ''): string {
  return createHash('sha256').update(build).update(bytes).digest('base64url').slice(0, 22);
}

/** Serialises a body and computes a strong ETag from its bytes. */
export function cachedBody(body: string | Buffer, contentType: string): CachedBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { bytes, etag: `"${bodyTag(bytes)}"`, contentType };
}

/** Whether an `If-None-Match` header matches the tag, by weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/**
 * Sends the body, or 304 when the client has it. Browsers revalidate every time by default, so a
 * change is visible at once; another `cacheControl` lets them cache.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CachedBody,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.headers({ etag: body.etag, 'cache-control': cacheControl });
  if (matchesEtag(request.headers['if-none-match'], body.etag)) return reply.code(304).send();
  return reply.type(body.contentType).send(body.bytes);
}
