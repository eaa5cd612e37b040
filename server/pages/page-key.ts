import { FALLBACK_SERVICES } from '#content/fallback-services.ts';
import { trimEnd } from '#server/lib/trim-end.ts';
import type { PageRenderer } from '#shared/contract/pages.ts';
import { countServices, isShownInParts, listPath, listPlace } from '#shared/features/services/list-parts.ts';
import { PAGES } from '#shared/pages.ts';
import type { PageCatalogue } from './render.ts';

/** Cache key of the page for unknown services, an id that never exists. */
export const NO_SERVICE = '/services/0';
/** Cache key of the page for deleted services, which no URL can have. */
export const GONE = 'gone';
/**
 * Cache key of the sign-up page after a social login. Its markup does not contain the token.
 */
const SOCIAL_REGISTER = '/register?socialToken=any';
const NAMES_TOKEN = /[?&]socialToken=[^&]/;
const NAMES_PART = /[?&](?:category|page|packages)=/;

/** Returns the path of the part of a long list that the query names; the list's own path otherwise. */
function partKey(query: string, catalogue: PageCatalogue): string {
  const counts = countServices(catalogue.list());
  if (!isShownInParts(counts)) return PAGES.services.path;
  return listPath(listPlace(Object.fromEntries(new URLSearchParams(query)), counts));
}

/** Returns the path of a URL, with the query parameters that change the page. */
export function pageKey(url: string, pathname: string, catalogue: PageCatalogue): string {
  if (url.length === pathname.length) return pathname;
  if (pathname === PAGES.register.path && NAMES_TOKEN.test(url)) return SOCIAL_REGISTER;
  if (pathname === PAGES.services.path && NAMES_PART.test(url)) return partKey(url.slice(pathname.length), catalogue);
  return pathname;
}

/** Returns the cache key of the page that a `pageKey` leads to: many of them share one. */
export function keyOf({ pageOf }: PageRenderer, catalogue: PageCatalogue, pageKey: string): string {
  if (pageKey.includes('?')) return pageKey;
  // The router does the same, in the square of the number of slashes.
  const { path, serviceId } = pageOf(trimEnd(pageKey, /\//) || '/');
  if (serviceId === undefined || catalogue.find(serviceId)) return path;
  // The list shows the fallback services while there are no others (spec §4), and links to them.
  const isFallback = FALLBACK_SERVICES.some(({ id }) => id === serviceId);
  if (isFallback && catalogue.list().length === 0) return path;
  return catalogue.isDeleted(serviceId) ? GONE : NO_SERVICE;
}
