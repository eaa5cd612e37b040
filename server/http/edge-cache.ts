/** Values of `Cache-Control` for responses that carry a strong ETag. */
export type EdgeCaching = {
  /** The same for all visitors: public pages and the catalogue. */
  shared: string;
  /** Shells of personal pages, error pages, and pages whose address may hold a token. */
  personal: string;
};

/** Share of the lifetime for which a cache may serve a stale copy while it fetches the new one. */
const STALE_PART = 0.1;

/**
 * Returns how shared caches (a CDN, Varnish) may keep responses. Browsers revalidate every time.
 * With 0 seconds shared caches do so as well, so a change is visible at once.
 */
export function edgeCaching(seconds: number): EdgeCaching {
  if (seconds === 0) return { shared: 'no-cache', personal: 'no-cache' };
  const stale = Math.ceil(seconds * STALE_PART);
  return {
    shared: `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${stale}`,
    personal: 'private, no-cache',
  };
}
