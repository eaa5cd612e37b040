import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Quality 5 is within a few per cent of the best and takes a hundredth of its time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Encoding = 'br' | 'gzip' | 'identity';

/** One body in one encoding with every header of its answer. */
export type FinishedPage = { status: number; etag: string; headers: Record<string, string>; bytes: Buffer };
type Entry = Readonly<Record<Encoding, FinishedPage>>;

/** A page as it was rendered, before it is kept. */
export type PageToKeep = { status: number; html: string; headers: Record<string, string> };

type Settings = {
  maxEntries: number;
  /**
   * The version of what is on sale. A page that was begun under an older one is sent, but not kept.
   * Asked before each look as well, so that a price that changes by the clock clears the pages.
   */
  version: () => number;
  render: (path: string) => Promise<PageToKeep>;
};

async function finish({ status, html, headers }: PageToKeep): Promise<Entry> {
  const bytes = Buffer.from(html);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const [br, gzipped] = await Promise.all([brotliCompressAsync(bytes, BROTLI_OPTIONS), gzipAsync(bytes)]);
  const page = (encoding: Encoding, body: Buffer): FinishedPage => {
    // Bodies of different bytes need different strong tags.
    const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
    const coding = encoding === 'identity' ? undefined : { 'content-encoding': encoding };
    return {
      status,
      etag,
      headers: { ...headers, ...coding, etag, vary: 'accept-encoding', 'content-length': String(body.length) },
      bytes: body,
    };
  };
  return { br: page('br', br), gzip: page('gzip', gzipped), identity: page('identity', bytes) };
}

/** Browsers send a handful of different headers; parsing one takes longer than finding a page. */
const MAX_KNOWN_HEADERS = 100;
const negotiator = new Negotiator<Exclude<Encoding, 'identity'>>({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: MAX_KNOWN_HEADERS }),
});

/** The encoding that an `Accept-Encoding` header prefers, brotli before gzip where it has no preference. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  return (accepted && negotiator.negotiate(accepted)) || 'identity';
}

export type PageCache = {
  /** The finished page if it is there: a look into a map. */
  peek: (path: string, encoding: Encoding) => FinishedPage | undefined;
  get: (path: string, encoding: Encoding) => Promise<FinishedPage>;
  clear: () => void;
  size: () => number;
};

/** Keeps each page as finished bytes, the least recently used one up to `maxEntries`; 0 keeps none. */
export function createPageCache({ maxEntries, version, render }: Settings): PageCache {
  const entries = maxEntries > 0 ? new LRUCache<string, Entry>({ max: maxEntries }) : undefined;
  // One rendering per page at a time; concurrent requests share it.
  const running = new Map<string, Promise<Entry>>();

  async function make(path: string): Promise<Entry> {
    const begunAt = version();
    const entry = await finish(await render(path));
    // A failure may be gone with the next request.
    if (begunAt === version() && entry.identity.status < 500) entries?.set(path, entry);
    return entry;
  }

  return {
    peek(path, encoding) {
      version();
      return entries?.get(path)?.[encoding];
    },
    async get(path, encoding) {
      const key = `${version()} ${path}`;
      let rendering = running.get(key);
      if (!rendering) {
        rendering = make(path).finally(() => running.delete(key));
        running.set(key, rendering);
      }
      return (await rendering)[encoding];
    },
    clear: () => entries?.clear(),
    size: () => entries?.size ?? 0,
  };
}
