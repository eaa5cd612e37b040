import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type EncodedBytes, type Encoding, encodedBytes } from '#server/http/encodings.ts';
import { bodyTag, matchesEtag } from './cached-body.ts';

/**
 * A body that is serialised once, compressed once per encoding when first asked for, and sent many
 * times.
 */
export type FinishedBody = {
  contentType: string;
  /** Returns a promise only while the body is compressed for the first time. */
  inEncoding: (encoding: Encoding) => EncodedBytes | Promise<EncodedBytes>;
};

/** Creates a body with a strong ETag per encoding. */
export function finishedBody(body: string, contentType: string): FinishedBody {
  const identity = Buffer.from(body);
  const tag = bodyTag(identity);
  const known = new Map<Encoding, EncodedBytes | Promise<EncodedBytes>>([
    ['identity', encodedBytes(identity, 'identity', tag)],
  ]);
  async function encode(encoding: Encoding): Promise<EncodedBytes> {
    try {
      const encoded = encodedBytes(await compress(identity, encoding), encoding, tag);
      known.set(encoding, encoded);
      return encoded;
    } catch (error) {
      // A retry may succeed.
      known.delete(encoding);
      throw error;
    }
  }
  return {
    contentType,
    inEncoding(encoding) {
      const found = known.get(encoding);
      if (found) return found;
      const encoded = encode(encoding);
      known.set(encoding, encoded);
      return encoded;
    },
  };
}

/**
 * Writes bytes directly on the raw response, with the headers that hooks have set: there is nothing
 * to serialise. A 304 has the headers too, because browsers update their cached ones.
 */
function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, headers }: EncodedBytes,
  own: Record<string, string>,
): FastifyReply {
  const isKept = matchesEtag(request.headers['if-none-match'], etag);
  const all: Record<string, number | string | string[] | undefined> = { ...reply.getHeaders(), ...own, ...headers };
  reply.hijack();
  if (isKept) reply.raw.writeHead(304, all).end();
  else reply.raw.writeHead(200, all).end(bytes);
  return reply;
}

/**
 * Sends the body in the encoding that the client prefers, or 304 when the client has it. Browsers
 * revalidate every time by default; another `cacheControl` lets caches keep it.
 */
export function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  body: FinishedBody,
  cacheControl = 'no-cache',
): FastifyReply | Promise<FastifyReply> {
  const own = { 'content-type': body.contentType, 'cache-control': cacheControl };
  const encoded = body.inEncoding(chooseEncoding(request.headers['accept-encoding']));
  if ('bytes' in encoded) return write(request, reply, encoded, own);
  return encoded.then((ready) => write(request, reply, ready, own));
}
