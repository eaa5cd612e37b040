import { FIRM } from '#content/firm.ts';

type Page = {
  /** Full address of the page, for those that search engines may list. */
  url?: string;
  title?: string | undefined;
  description?: string | undefined;
  isIndexed?: boolean;
};

const SITE_NAME = `${FIRM.name} ${FIRM.centreName}`;

/** Title, description and the tags for search engines and previews of one page. */
export function pageHead({ url, title, description = FIRM.tagline, isIndexed = true }: Page) {
  const fullTitle = title ? `${title} | ${SITE_NAME}` : SITE_NAME;
  if (!isIndexed || url === undefined) {
    return { meta: [{ title: fullTitle }, { name: 'robots', content: 'noindex' }] };
  }
  return {
    meta: [
      { title: fullTitle },
      // Takes back what the root says for pages that were not found.
      { name: 'robots', content: 'index, follow' },
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: SITE_NAME },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:locale', content: 'ko_KR' },
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}
