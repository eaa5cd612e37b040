import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Brotli quality 5 is within a few per cent of the best at a hundredth of its time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send a handful of different headers; parsing one takes longer than finding a page. */
const MAX_KNOWN_HEADERS = 100;
const known = new LRUCache<string, Encoding>({ max: MAX_KNOWN_HEADERS });

/** The codings in order of preference, each with what refuses it by name. */
const CODINGS = [
  { name: 'br', refusal: /(?:^|,)\s*br\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i },
  { name: 'gzip', refusal: /(?:^|,)\s*gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i },
] as const;

function readHeader(accepted: string): Encoding {
  // The negotiator lets `*` stand for the first coding, also in `br;q=0, *`.
  const allowed = CODINGS.filter(({ refusal }) => !refusal.test(accepted)).map(({ name }) => name);
  return negotiate(accepted, allowed) ?? 'identity';
}

/** Returns the preferred encoding of an `Accept-Encoding` header; brotli over gzip by default. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const found = known.get(accepted);
  if (found) return found;
  const read = readHeader(accepted);
  known.set(accepted, read);
  return read;
}

/** Compresses on the thread pool. */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotliCompressAsync(bytes, BROTLI_OPTIONS);
  return encoding === 'gzip' ? gzipAsync(bytes) : bytes;
}
