import { LRUCache } from 'lru-cache';
import { bodyTag } from '#server/http/api/cached-body.ts';
import { compress, type Encoding, encodedBytes } from '#server/http/encodings.ts';
import { type FinishedAnswer, headerList } from '#server/http/memory-answers.ts';

type Entry = Readonly<Record<Encoding, FinishedAnswer>>;

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
  const tag = bodyTag(bytes, build);
  async function page(encoding: Encoding): Promise<FinishedAnswer> {
    const encoded = encodedBytes(await compress(bytes, encoding), encoding, tag);
    return { ...encoded, status, headers: headerList({ ...headers, ...encoded.headers }) };
  }
  const [br, gzip, identity] = await Promise.all([page('br'), page('gzip'), page('identity')]);
  return { br, gzip, identity };
}

export type PageCache = {
  /** Returns the cached page synchronously, or undefined. */
  peek: (path: string, encoding: Encoding) => FinishedAnswer | undefined;
  get: (path: string, encoding: Encoding) => Promise<FinishedAnswer>;
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
