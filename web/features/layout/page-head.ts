import { FIRM } from '#content/firm.ts';
import type { PublicPage } from '#shared/pages.ts';

type Page = {
  title?: string | undefined;
  description?: string | undefined;
  /** Address of the page, for pages that search engines may list. */
  place?: { siteUrl: string; path: string };
  /** Path of the page's sharing image. */
  image?: string;
  isIndexed?: boolean | undefined;
};

export const SITE_NAME = `${FIRM.name} ${FIRM.centreName}`;

/** Title, description and tags for search engines and previews. */
export function pageHead({
  place,
  title,
  description = FIRM.tagline,
  image = '/og/default.png',
  isIndexed = true,
}: Page) {
  const fullTitle = title ? `${title} | ${SITE_NAME}` : SITE_NAME;
  if (!isIndexed || !place) {
    return { meta: [{ title: fullTitle }, { name: 'robots', content: 'noindex' }] };
  }
  const url = place.siteUrl + place.path;
  return {
    meta: [
      { title: fullTitle },
      // Overrides the root's `noindex`, which is for pages that were not found.
      { name: 'robots', content: 'index, follow' },
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: SITE_NAME },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:locale', content: 'ko_KR' },
      { property: 'og:image', content: place.siteUrl + image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: fullTitle },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}

/** The `head` of a route for a page of `shared/pages.ts`. */
export function publicHead({ path, title, description, isIndexed }: PublicPage) {
  return ({ match }: { match: { context: { siteUrl: string } } }) =>
    pageHead({
      place: { siteUrl: match.context.siteUrl, path },
      title: path === '/' ? undefined : title,
      description,
      isIndexed,
    });
}

/** The `head` of a route for a page that search engines do not list. */
export function unlistedHead(title: string) {
  return () => pageHead({ title, isIndexed: false });
}
