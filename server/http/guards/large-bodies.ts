import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '#server/lib/networks.ts';
import { createTransfers } from './transfers.ts';

/** Customers send smaller ones; the texts of services and terms are larger. */
const SMALL_BYTES = 64 * 1024;
/** A body is held in memory until it is whole. */
const AT_ONCE = { perUser: 3, perProcess: 30 };

/**
 * Limits how many large bodies arrive at a time, of one address (429) and in this process (503):
 * clients that stop in the middle of one could otherwise fill the memory. A body counts from the
 * byte that makes it large, because a chunked one does not say its length.
 */
export function registerLargeBodyLimit(app: FastifyInstance): void {
  const bodies = createTransfers(AT_ONCE);
  app.addHook('preParsing', async ({ headers, ip }, reply, payload) => {
    const isJson = headers['content-type']?.trimStart().toLowerCase().startsWith('application/json');
    // A form with a file is not held; uploads have limits of their own.
    if (!isJson || Number(headers['content-length'] ?? Infinity) <= SMALL_BYTES) return payload;
    let received = 0;
    let isCounted = false;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length;
        if (received > SMALL_BYTES && !isCounted) {
          isCounted = true;
          try {
            bodies.begin(callerOf(ip), reply);
          } catch (error) {
            // The parser answers with the status of the stream's error.
            return done(error instanceof Error ? error : new Error(String(error)));
          }
        }
        done(null, chunk);
      },
    });
    payload.once('error', (error) => counted.destroy(error));
    // The rest of a refused body is read and dropped, so that the connection serves its next request.
    reply.raw.once('finish', () => {
      payload.unpipe(counted);
      payload.resume();
    });
    return payload.pipe(counted);
  });
}
