import type { FastifyInstance } from 'fastify';
import type { PageCatalogue } from './render.ts';

/** Public pages besides those of the services. */
const PUBLIC_PATHS = ['/', '/services', '/about', '/info'];
/** Nothing there for a search engine. */
const PRIVATE_PATHS = ['/api/', '/admin', '/profile', '/purchase', '/soldier/'];

type Options = { catalogue: PageCatalogue; siteUrl: string };

function sitemap({ catalogue, siteUrl }: Options): string {
  const paths = [...PUBLIC_PATHS, ...catalogue.list().map((service) => `/services/${service.id}`)];
  const entries = paths.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

function robots(siteUrl: string): string {
  const rules = PRIVATE_PATHS.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}

/** What search engines ask for. */
export async function seoRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const robotsText = robots(options.siteUrl);
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robotsText),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemap(options)),
  );
}
