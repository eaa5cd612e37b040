import { LRUCache } from 'lru-cache';
import type { FinishedBody } from '#server/http/api/finished-body.ts';

/** A rendered page; `headers` are those that other responses lack. */
export type Page = {
  status: number;
  headers: Readonly<Record<string, string>>;
  cacheControl: string;
  body: FinishedBody;
};

type Settings = {
  maxEntries: number;
  /**
   * Returns the version of the catalogue. A page rendered from an older one is sent, but not
   * cached. Called before each lookup as well, so that a scheduled price invalidates the pages.
   */
  version: () => number;
  render: (path: string) => Promise<Page>;
};

export type PageCache = {
  /** Returns the cached page synchronously, or undefined. */
  peek: (path: string) => Page | undefined;
  get: (path: string) => Promise<Page>;
  clear: () => void;
  size: () => number;
};

/** Creates an LRU cache of rendered pages with up to `maxEntries`; 0 disables it. */
export function createPageCache({ maxEntries, version, render }: Settings): PageCache {
  const entries = maxEntries > 0 ? new LRUCache<string, Page>({ max: maxEntries }) : undefined;
  // One rendering per page at a time; concurrent requests share it.
  const running = new Map<string, Promise<Page>>();

  async function make(path: string): Promise<Page> {
    const begunAt = version();
    const page = await render(path);
    // A retry may succeed.
    if (begunAt === version() && page.status < 500) entries?.set(path, page);
    return page;
  }

  function peek(path: string): Page | undefined {
    version();
    return entries?.get(path);
  }

  return {
    peek,
    async get(path) {
      const kept = peek(path);
      if (kept) return kept;
      const key = `${version()} ${path}`;
      let rendering = running.get(key);
      if (!rendering) {
        rendering = make(path).finally(() => running.delete(key));
        running.set(key, rendering);
      }
      return rendering;
    },
    clear: () => entries?.clear(),
    size: () => entries?.size ?? 0,
  };
}
