import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Brotli quality 5 is within a few per cent of the best at a hundredth of its time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body in one encoding with all response headers. */
export type FinishedPage = { status: number; etag: string; headers: Record<string, string>; bytes: Buffer };
type Entry = Readonly<Record<Encoding, FinishedPage>>;

/** A rendered page before it is cached. */
export type PageToKeep = { status: number; html: string; headers: Record<string, string> };

type Settings = {
  maxEntries: number;
  /**
   * Returns the version of the catalogue. A page rendered from an older one is sent, but not
   * cached. Called before each lookup as well, so that a scheduled price invalidates the pages.
   */
  version: () => number;
  /** Id of the build, so that no two builds have an ETag in common. */
  build?: string | undefined;
  render: (path: string) => Promise<PageToKeep>;
};

async function finish({ status, html, headers }: PageToKeep, build: string): Promise<Entry> {
  const bytes = Buffer.from(html);
  const tag = createHash('sha256').update(build).update(bytes).digest('base64url').slice(0, 22);
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

/** Returns the preferred encoding of an `Accept-Encoding` header; brotli over gzip by default. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  return (accepted && negotiator.negotiate(accepted)) || 'identity';
}

export type PageCache = {
  /** Returns the cached page synchronously, or undefined. */
  peek: (path: string, encoding: Encoding) => FinishedPage | undefined;
  get: (path: string, encoding: Encoding) => Promise<FinishedPage>;
  clear: () => void;
  size: () => number;
};

/** Creates an LRU cache of rendered pages with up to `maxEntries`; 0 disables it. */
export function createPageCache({ maxEntries, version, build = '', render }: Settings): PageCache {
  const entries = maxEntries > 0 ? new LRUCache<string, Entry>({ max: maxEntries }) : undefined;
  // One rendering per page at a time; concurrent requests share it.
  const running = new Map<string, Promise<Entry>>();

  async function make(path: string): Promise<Entry> {
    const begunAt = version();
    const entry = await finish(await render(path), build);
    // A retry may succeed.
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
