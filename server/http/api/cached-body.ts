import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes that are finished: serialised once, sent many times. */
export type CachedBody = { bytes: Buffer; etag: string; contentType: string };

/** Finishes a body and gives it a strong ETag made from its bytes. */
export function cachedBody(body: string | Buffer, contentType: string): CachedBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, etag, contentType };
}

/** Whether an `If-None-Match` header names the tag; weak forms of it count, as RFC 9110 §13.1.2 has it. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/**
 * Sends the bytes, or 304 when the caller has them. Browsers ask each time, so a change shows at
 * once, unless they are told how long they may keep it.
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
