import type { FastifyInstance } from 'fastify';
import { FIRM } from '#content/firm.ts';
import { POLICY_VERSION } from '#content/policies/versions.ts';
import type { Clock } from '#server/lib/clock.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { PUBLIC_PAGES, type PublicPath } from '#shared/pages.ts';
import type { PageCatalogue } from './render.ts';

/** Paths excluded from search engines. */
const PRIVATE_PATHS = ['/api/', '/admin', '/profile', '/purchase', '/soldier/', '/sandbox/'];
/** Naver's crawler, listed separately because it requires its own section. */
const CRAWLERS = ['*', 'Yeti'];

type Options = { catalogue: PageCatalogue; siteUrl: string; clock: Clock };
type Entry = { path: string; changedOn?: string | undefined };

function entriesOf(catalogue: PageCatalogue): Entry[] {
  const services = catalogue
    .list()
    .map(({ id }) => ({ path: `/services/${id}`, changedOn: catalogue.changedAt(id)?.toISOString() }));
  const newest = services
    .map(({ changedOn }) => changedOn ?? '')
    .sort()
    .at(-1);
  const changedOn = new Map<PublicPath, string | undefined>([
    ['/services', newest],
    ['/terms', POLICY_VERSION.terms],
    ['/privacy', POLICY_VERSION.privacy],
  ]);
  const pages = PUBLIC_PAGES.filter(({ isIndexed }) => isIndexed !== false);
  return [...pages.map(({ path }) => ({ path, changedOn: changedOn.get(path) })), ...services];
}

function sitemap({ catalogue, siteUrl }: Pick<Options, 'catalogue' | 'siteUrl'>): string {
  const entries = entriesOf(catalogue).map(({ path, changedOn }) => {
    const lastmod = changedOn ? `<lastmod>${changedOn}</lastmod>` : '';
    return `<url><loc>${siteUrl}${path}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

function robots(siteUrl: string): string {
  const rules = ['Allow: /', ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`)];
  const groups = CRAWLERS.flatMap((crawler) => [`User-agent: ${crawler}`, ...rules, '']);
  return [...groups, `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}

/** RFC 9116 asks for less than a year; computed, so that it never ends while the shop runs. */
const SECURITY_TEXT_DAYS = 180;

function securityText(siteUrl: string, now: Date): string {
  const ends = new Date(now.getTime() + SECURITY_TEXT_DAYS * DAY_MS);
  return [
    ...FIRM.securityContacts.map((contact) => `Contact: ${contact}`),
    // The whole day, so that the text changes once a day.
    `Expires: ${ends.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: ko, en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Registers robots.txt, the site map, security.txt and where a password manager goes. */
export async function seoRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const robotsText = robots(options.siteUrl);
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robotsText),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemap(options)),
  );
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/profile/edit'),
  );
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(securityText(options.siteUrl, options.clock.now())),
  );
}
