import { CREDENTIALS, LAWYER_PICTURES, LAWYERS, LAWYERS_NOTE, lawyerOf } from '#content/lawyers.ts';
import { PROBLEMS, type Problem } from '#content/problems.ts';
import { CASE_KIND, PACKAGE_KIND } from '#content/service-kinds.ts';
import { STORIES, STORIES_NOTE } from '#content/stories.ts';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { cardPrice, formatManwon } from '#shared/rules/price.ts';
import type { DeskRow, HomeContent } from '#web/features/home/home-content.ts';

type Services = readonly ServiceListItem[] | undefined;

function deskRow({ serviceId, situation, title }: Problem, services: Services): DeskRow {
  const service = services?.find(({ id }) => id === serviceId);
  const lawyer = lawyerOf(serviceId);
  return {
    serviceId,
    situation,
    title: service?.title ?? title,
    price: service && cardPrice(service.price),
    isSold: services === undefined || service !== undefined,
    lawyer: lawyer && { name: lawyer.name, face: lawyer.face },
  };
}

/** The price of the cheapest package. */
function packageFrom(services: Services): string | undefined {
  const plans = (services ?? []).filter(({ category }) => category === 'package').flatMap(({ price }) => price.plans);
  return plans.length > 0 ? `${formatManwon(Math.min(...plans.map(({ price }) => price)))}부터` : undefined;
}

function caseServices(services: Services) {
  const found = CASE_KIND.serviceIds.flatMap((id) => services?.find((service) => service.id === id) ?? []);
  return found.map(({ id, title, price }) => ({ id, title, price: cardPrice(price) }));
}

type Context = { catalogue: CatalogueReader };

/**
 * The texts of the home page and the prices of the services that it names. Without the catalogue it
 * links to the services without prices.
 */
export async function loadHome({ context }: { context: Context }): Promise<HomeContent> {
  const services: Services = await context.catalogue.listServices().catch((error: unknown) => {
    console.error('Could not load the prices of the home page:', error);
    return undefined;
  });
  return {
    hero: {
      credentials: CREDENTIALS,
      pictures: LAWYER_PICTURES,
      pictureText: `${LAWYERS.map(({ name }) => name).join(', ')} 변호사`,
    },
    desk: PROBLEMS.map((problem) => deskRow(problem, services)),
    packageKind: { ...PACKAGE_KIND, from: packageFrom(services) },
    caseKind: { title: CASE_KIND.title, summary: CASE_KIND.summary, services: caseServices(services) },
    lawyers: LAWYERS.map(({ name, title, portrait, fields, introduction, years }) => ({
      name,
      title,
      portrait,
      fields,
      introduction,
      years,
    })),
    lawyersNote: LAWYERS_NOTE,
    stories: STORIES.map(({ serviceId: _, ...story }) => story),
    storiesNote: STORIES_NOTE,
  };
}
