import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding } from '#server/http/encodings.ts';

/** Bytes in one encoding, with the headers that describe them. */
type EncodedBytes = { bytes: Buffer; etag: string; headers: Readonly<Record<string, string>> };

/**
 * A response body that is serialised once, compressed once per encoding when first asked for, and
 * sent many times.
 */
export type FinishedBody = {
  /** Returns a promise only while the body is compressed for the first time. */
  inEncoding: (encoding: Encoding) => EncodedBytes | Promise<EncodedBytes>;
};

/** The part of a strong ETag that identifies these bytes, of a page also its build. */
function bodyTag(bytes: Buffer, build = ''): string {
  return createHash('sha256').update(build).update(bytes).digest('base64url').slice(0, 22);
}

/** Names the bytes of each encoding: those of different bytes need different strong tags. */
function encodedBytes(bytes: Buffer, encoding: Encoding, tag: string, contentType: string): EncodedBytes {
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const coding = encoding === 'identity' ? undefined : { 'content-encoding': encoding };
  const length = String(bytes.length);
  const headers = { 'content-type': contentType, ...coding, etag, vary: 'accept-encoding', 'content-length': length };
  return { bytes, etag, headers };
}

/** Creates a body with a strong ETag per encoding; those of two builds differ in any case. */
export function finishedBody(body: string, contentType: string, build?: string): FinishedBody {
  const identity = Buffer.from(body);
  const tag = bodyTag(identity, build);
  const known = new Map<Encoding, EncodedBytes | Promise<EncodedBytes>>();

  async function encode(encoding: Encoding): Promise<EncodedBytes> {
    try {
      const encoded = encodedBytes(await compress(identity, encoding), encoding, tag, contentType);
      known.set(encoding, encoded);
      return encoded;
    } catch (error) {
      // A retry may succeed.
      known.delete(encoding);
      throw error;
    }
  }
  return {
    inEncoding(encoding) {
      const found = known.get(encoding);
      if (found) return found;
      const encoded = encode(encoding);
      known.set(encoding, encoded);
      return encoded;
    },
  };
}

/** Returns whether an `If-None-Match` header matches the tag, by weak comparison (RFC 9110 §13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/**
 * Writes on the raw response, after all hooks of a request have run: there is nothing to serialise.
 * A 304 has the headers too, because browsers update their cached ones.
 */
function send(request: FastifyRequest, reply: FastifyReply, { bytes, etag, headers }: EncodedBytes): FastifyReply {
  const isKept = reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag);
  const all: Record<string, number | string | string[] | undefined> = { ...reply.getHeaders(), ...headers };
  reply.hijack();
  if (isKept) reply.raw.writeHead(304, all).end();
  else reply.raw.writeHead(reply.statusCode, all).end(bytes);
  return reply;
}

/**
 * Sends the body in the encoding that the client prefers, or 304 when the client has it. Browsers
 * revalidate every time by default, so a change is visible at once; another `cacheControl` lets
 * caches keep it.
 */
export function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  body: FinishedBody,
  cacheControl = 'no-cache',
): FastifyReply | Promise<FastifyReply> {
  reply.header('cache-control', cacheControl);
  const encoded = body.inEncoding(chooseEncoding(request.headers['accept-encoding']));
  return 'bytes' in encoded ? send(request, reply, encoded) : encoded.then((ready) => send(request, reply, ready));
}

/** Sends a body that is made for this request alone, in the same way but without compression. */
export function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  { contentType, cacheControl = 'no-cache' }: { contentType: string; cacheControl?: string },
): FastifyReply {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = `"${bodyTag(bytes)}"`;
  const length = String(bytes.length);
  const headers = { 'content-type': contentType, 'cache-control': cacheControl, etag, 'content-length': length };
  return send(request, reply, { bytes, etag, headers });
}
