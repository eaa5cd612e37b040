import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
  /** The version of what is on sale. A page that was begun under an older one is sent, but not kept. */
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

/** Picks by what the header names; a coding that is refused with q=0 is rare enough to be looked for last. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  if (accepted.includes('br') && !/\bbr;\s*q=0(?:\.0*)?(?:,|$)/.test(accepted)) return 'br';
  if (accepted.includes('gzip') && !/\bgzip;\s*q=0(?:\.0*)?(?:,|$)/.test(accepted)) return 'gzip';
  return 'identity';
}

export type PageCache = {
  /** The finished page if it is there: a look into a map. */
  peek: (path: string, encoding: Encoding) => FinishedPage | undefined;
  get: (path: string, encoding: Encoding) => Promise<FinishedPage>;
  clear: () => void;
  size: () => number;
};

/** Keeps each page as finished bytes. The page that was not asked for the longest goes when there are too many. */
export function createPageCache({ maxEntries, version, render }: Settings): PageCache {
  // A Map lists its keys by age; what is read is put to the end again.
  const entries = new Map<string, Entry>();
  // One rendering per page at a time: whoever comes meanwhile waits for it.
  const running = new Map<string, Promise<Entry>>();

  async function make(path: string): Promise<Entry> {
    const begunAt = version();
    const entry = await finish(await render(path));
    // A failure may be gone with the next request.
    if (begunAt === version() && entry.identity.status < 500) {
      entries.set(path, entry);
      const oldest = entries.keys().next().value;
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    }
    return entry;
  }

  return {
    peek(path, encoding) {
      const entry = entries.get(path);
      if (entry && entries.size === maxEntries) {
        entries.delete(path);
        entries.set(path, entry);
      }
      return entry?.[encoding];
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
    clear: () => entries.clear(),
    size: () => entries.size,
  };
}
