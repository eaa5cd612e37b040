import { FIRM } from '#content/firm.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { PAGES, PUBLIC_PAGES } from '#shared/pages.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { clockTime } from '#shared/rules/work/office-hours.ts';
import type { PageCatalogue } from './render.ts';

type Site = { catalogue: PageCatalogue; siteUrl: string; deskHours: DeskHours };
type Crumb = { title: string; path: string };

const SERVICE_PATH = /^\/services\/(\d+)$/;

const firmId = (siteUrl: string) => `${siteUrl}/#firm`;

function firm(siteUrl: string, { opens, closes }: DeskHours) {
  return {
    '@type': 'LegalService',
    '@id': firmId(siteUrl),
    name: `${FIRM.name} ${FIRM.centreName}`,
    description: FIRM.tagline,
    url: `${siteUrl}/`,
    image: `${siteUrl}/og/default.png`,
    telephone: `+82-${FIRM.phone.replace(/^0/, '')}`,
    email: FIRM.email,
    address: { '@type': 'PostalAddress', streetAddress: FIRM.address, addressCountry: 'KR' },
    areaServed: { '@type': 'Country', name: 'KR' },
    currenciesAccepted: 'KRW',
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: clockTime(opens),
      closes: clockTime(closes),
    },
  };
}

function trail(siteUrl: string, crumbs: readonly Crumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [PAGES.home, ...crumbs].map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: siteUrl + path,
    })),
  };
}

function service(siteUrl: string, { id, title, tagline, category, price }: ServiceDetail) {
  const url = `${siteUrl}/services/${id}`;
  const offers = price.plans.map((plan) => ({
    '@type': 'Offer',
    name: plan.name,
    description: plan.description,
    price: plan.price,
    priceCurrency: 'KRW',
    availability: 'https://schema.org/InStock',
    url,
  }));
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name: title,
    description: tagline,
    serviceType: serviceCategoryLabel(category),
    url,
    image: `${siteUrl}/og/services/${id}.png`,
    provider: { '@type': 'LegalService', '@id': firmId(siteUrl), name: `${FIRM.name} ${FIRM.centreName}` },
    areaServed: { '@type': 'Country', name: 'KR' },
    ...(offers.length > 0 && { offers }),
  };
}

/** The questions of a service's page; nothing where it has none. */
function faqPage(siteUrl: string, { id, description }: ServiceDetail): object[] {
  const questions = description.sections.flatMap((section) => (section.type === 'faq' ? section.questions : []));
  if (questions.length === 0) return [];
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [{ '@type': 'FAQPage', '@id': `${siteUrl}/services/${id}#faq`, mainEntity }];
}

/** Builds the schema.org data of a public page; undefined for all other pages. */
export function jsonLd(path: string, { catalogue, siteUrl, deskHours }: Site): object[] {
  if (path === '/') return [firm(siteUrl, deskHours)];
  const page = PUBLIC_PAGES.find((listed) => listed.path === path);
  if (page) return page.isIndexed === false ? [] : [trail(siteUrl, [page])];
  const shown = catalogue.find(Number(SERVICE_PATH.exec(path)?.[1]));
  if (!shown) return [];
  const crumbs = trail(siteUrl, [PAGES.services, { title: shown.title, path }]);
  return [service(siteUrl, shown), crumbs, ...faqPage(siteUrl, shown)];
}
