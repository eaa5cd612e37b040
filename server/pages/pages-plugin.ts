import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteTags } from '#server/config.ts';
import { finishedBody, sendFinished } from '#server/http/api/finished-body.ts';
import { edgeCaching } from '#server/http/edge-cache.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { newToken } from '#server/lib/tokens.ts';
import { trimEnd } from '#server/lib/trim-end.ts';
import type { SocialProviders } from '#shared/features/oauth/schemas.ts';
import { PUBLIC_PAGES } from '#shared/pages.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { adminManifestRoute } from './admin-manifest.ts';
import { isAdminPath } from './admin-path.ts';
import type { OtherBuilds } from './builds/other-builds.ts';
import { readBuild } from './builds/read-build.ts';
import { registerBuiltFiles } from './built-assets.ts';
import { readBuiltFiles } from './client-files.ts';
import { contentSecurityPolicy, type ExtraSources, mergeSources } from './content-security-policy.ts';
import { addToHead, jsonLdScript, MEASUREMENT_SOURCES, siteTags, styleTags } from './head-tags.ts';
import { jsonLd } from './json-ld.ts';
import { offlineRoutes } from './offline/offline-routes.ts';
import { takeOwnScripts } from './own-scripts.ts';
import { createPageCache, type Page, type PageCache } from './page-cache.ts';
import { GONE, keyOf, NO_SERVICE, pageKey } from './page-key.ts';
import { catalogueReader, loadBuiltRenderer, type PageCatalogue, type PageSource } from './render.ts';
import { seoRoutes } from './seo.ts';
import { sharingRoutes } from './sharing/sharing-routes.ts';

/** Size of the page cache; more than a shop has pages. */
const MAX_PAGES = 1000;
/** Replaces the default policy of all responses, which allows no resources. */
const DEVELOPMENT_POLICY = "frame-ancestors 'self'";
const HTML_TYPE = 'text/html; charset=utf-8';
const NO_TAGS: SiteTags = { measurementId: undefined, naverVerification: undefined, googleVerification: undefined };

/** Pages whose URL may contain a token: send no referrer. */
const NO_REFERRER_PATHS = new Set<string>([
  '/register',
  '/reset-password',
  '/verify-email',
  '/undo-email',
  '/staff-invitation',
  '/join',
]);
export type PagesOptions = {
  catalogue: PageCatalogue;
  isDevelopment: boolean;
  /** Without trailing slash. */
  siteUrl: string;
  deskHours: DeskHours;
  clock: Clock;
  /** Folder with the build of the pages; not used in development. */
  distDir: string;
  /** Files of builds that other processes serve; none by default. */
  otherBuilds?: OtherBuilds;
  /** Returns whether the address may see the pages of the administration; all may by default. */
  isAdminNetwork?: (address: string) => boolean;
  /** External sources by page path, for the payment window. */
  extraSources?: (path: string) => ExtraSources | undefined;
  /** Providers of social login; none by default. */
  socialProviders?: SocialProviders;
  /** How long shared caches may keep public pages; not at all by default. */
  edgeSeconds?: number;
  /** Configured tags of every page's head; none by default. */
  tags?: SiteTags;
};

const SHARED_PATHS = new Set<string>(PUBLIC_PAGES.flatMap(({ path, isIndexed = true }) => (isIndexed ? [path] : [])));
const SERVICE_PATH = /^\/services\/\d+$/;

/** Returns whether shared caches may keep the page: not those around the login, whose address may hold a token. */
function isForAll(path: string): boolean {
  return SHARED_PATHS.has(path) || SERVICE_PATH.test(path);
}

type Pages = { cache: PageCache; catalogue: PageCatalogue };

function createPages(source: PageSource, options: PagesOptions): Pages {
  const { catalogue, siteUrl, deskHours, tags = NO_TAGS, socialProviders = [] } = options;
  const caching = edgeCaching(options.edgeSeconds ?? 0);
  const reader = catalogueReader(catalogue);

  function tagsOf(path: string): SiteTags {
    // Admin pages are not measured, so their policy does not allow analytics.
    return isAdminPath(path) ? { ...tags, measurementId: undefined } : tags;
  }

  function sourcesOf(path: string): ExtraSources {
    const isMeasured = tagsOf(path).measurementId !== undefined;
    return mergeSources(options.extraSources?.(path), isMeasured ? MEASUREMENT_SOURCES : undefined);
  }

  async function render(key: string): Promise<Page> {
    const path = key === GONE ? NO_SERVICE : key;
    const { renderPage } = await source.renderer();
    const { files } = source;
    // New for each rendering, so that no text of the catalogue can carry it.
    const nonce = newToken();
    const holidays = catalogue.holidays();
    const request = { path, catalogue: reader, files, siteUrl, deskHours, holidays, socialProviders, nonce };
    const rendered = await renderPage(request);
    const status = key === GONE ? 410 : rendered.status;
    const own = takeOwnScripts(rendered.html, nonce);
    const [address = path] = path.split('?', 1);
    const hidesAddress = NO_REFERRER_PATHS.has(address);
    const html = addToHead(
      own.html,
      styleTags(source.styles, hidesAddress) +
        siteTags(tagsOf(path)) +
        jsonLdScript(jsonLd(address, { catalogue, siteUrl, deskHours })),
    );
    const headers: Record<string, string> = {
      'content-security-policy': source.isFinal
        ? contentSecurityPolicy({ scripts: own.scripts, styles: source.styles.map(({ css }) => css) }, sourcesOf(path))
        : DEVELOPMENT_POLICY,
    };
    if (hidesAddress) headers['referrer-policy'] = 'no-referrer';
    const cacheControl = status === 200 && isForAll(address) ? caching.shared : caching.personal;
    return { status, headers, cacheControl, body: finishedBody(html, HTML_TYPE, source.build) };
  }
  const maxEntries = source.isFinal ? MAX_PAGES : 0;
  const cache = createPageCache({ maxEntries, version: catalogue.edition, render });
  catalogue.onChange(() => cache.clear());
  return { cache, catalogue };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply | Promise<FastifyReply> {
  const { status, headers, body, cacheControl } = page;
  return sendFinished(request, reply.code(status).headers(headers), body, cacheControl);
}

function pathnameOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** Matches paths of this site; browsers read `//host` and `/\host` as another one. */
const OWN_PATH = /^\/[^/\\]/;

/** Returns the redirect target of a URL with trailing slashes; undefined for others. */
function withoutTrailingSlash(pathname: string, query: string): string | undefined {
  if (!pathname.endsWith('/') || !OWN_PATH.test(pathname)) return undefined;
  return trimEnd(pathname, /\//) + query;
}

/** Registers everything except the API: pages, static files, robots.txt and site map. */
export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const source = options.isDevelopment ? await developmentSource(app) : await builtSource(app, options);
  await app.register(seoRoutes, options);
  await app.register(sharingRoutes, options);
  await app.register(adminManifestRoute, { build: source.build });
  await app.register(offlineRoutes, { styles: source.styles.map(({ css }) => css), build: source.build });
  // `/terms/` would otherwise match the route of terms texts with an empty name.
  app.get('/terms/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/terms', 308));
  servePages(app, source, options);
}

/** Handles every remaining URL with a page, possibly the not-found page. */
export function servePages(app: FastifyInstance, source: PageSource, options: PagesOptions): void {
  const { catalogue, cache } = createPages(source, options);

  async function findAndSend(request: FastifyRequest, reply: FastifyReply, shown: string): Promise<FastifyReply> {
    if (await source.serveFile?.(request, reply)) return reply.hijack();
    return sendPage(request, reply, await cache.get(keyOf(await source.renderer(), catalogue, shown)));
  }

  // Not async, so that a cached page is sent without a promise.
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const { url } = request;
    const pathname = pathnameOf(url);
    if (options.isAdminNetwork?.(request.ip) === false && isAdminPath(pathname)) throw new AppError('FORBIDDEN');
    const shorter = withoutTrailingSlash(pathname, url.slice(pathname.length));
    if (shorter !== undefined) return reply.redirect(shorter, 308);
    const shown = pageKey(url, pathname, catalogue);
    const kept = cache.peek(shown);
    return kept ? sendPage(request, reply, kept) : findAndSend(request, reply, shown);
  });
}

async function builtSource(app: FastifyInstance, { distDir, otherBuilds }: PagesOptions): Promise<PageSource> {
  const clientDir = join(distDir, 'client');
  const { files, styles } = await readBuiltFiles(clientDir);
  await registerBuiltFiles(app, { clientDir, otherBuilds });
  const { id: build } = await readBuild(clientDir);
  const loading = loadBuiltRenderer(distDir);
  return {
    renderer: () => loading,
    files,
    build,
    styles,
    isFinal: true,
  };
}

async function developmentSource(app: FastifyInstance): Promise<PageSource> {
  // Only loaded in development: the built pages need no Vite.
  const { createDevelopmentSource } = await import('./development-source.ts');
  return createDevelopmentSource(app);
}
