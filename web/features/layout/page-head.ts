import { FIRM } from '#content/firm.ts';

type Page = {
  path: string;
  title?: string | undefined;
  description?: string | undefined;
  /** Not for search engines: what is shown depends on who looks. */
  isPersonal?: boolean;
};

const SITE_NAME = `${FIRM.name} ${FIRM.centreName}`;

/** Title, description and the tags for search engines and previews of one page. */
export function pageHead(siteUrl: string, { path, title, description = FIRM.tagline, isPersonal = false }: Page) {
  const fullTitle = title ? `${title} | ${SITE_NAME}` : SITE_NAME;
  const url = siteUrl + path;
  if (isPersonal) return { meta: [{ title: fullTitle }, { name: 'robots', content: 'noindex' }] };
  return {
    meta: [
      { title: fullTitle },
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
