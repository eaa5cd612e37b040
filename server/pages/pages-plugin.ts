import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteTags } from '#server/config.ts';
import { securityHeaders } from '#server/http/guards/security-headers.ts';
import type { PageRenderer } from '#shared/contract/pages.ts';
import type { SocialProviders } from '#shared/features/oauth/schemas.ts';
import { registerBuiltFiles } from './built-assets.ts';
import { readBuiltFiles } from './client-files.ts';
import { contentSecurityPolicy, type ExtraSources, mergeSources } from './content-security-policy.ts';
import { addToHead, jsonLdScript, MEASUREMENT_SOURCES, siteTags } from './head-tags.ts';
import { jsonLd } from './json-ld.ts';
import { chooseEncoding, createPageCache, type FinishedPage, type PageCache, type PageToKeep } from './page-cache.ts';
import { catalogueReader, loadBuiltRenderer, type PageCatalogue, type PageSource } from './render.ts';
import { seoRoutes } from './seo.ts';
import { sharingRoutes } from './sharing/sharing-routes.ts';

/** More pages than a shop has; a bound all the same. */
const MAX_PAGES = 1000;
/** Replaces the policy that every answer has, with which a page could load nothing at all. */
const DEVELOPMENT_POLICY = "frame-ancestors 'self'";
const HTML_TYPE = 'text/html; charset=utf-8';
/** The page for every service that does not exist, under the id of the one that never will. */
const NO_SERVICE = '/services/0';
/** The same page for services that have been deleted: a key that no address can be. */
const GONE = 'gone';
/** Nothing is measured there, so nothing may be loaded for it. */
const UNMEASURED = /^\/admin/;
const NO_TAGS: SiteTags = { measurementId: undefined, naverVerification: undefined, googleVerification: undefined };

/** Pages whose addresses may hold a token, which nobody is told by way of a link or a file that they load. */
const NO_REFERRER_PATHS = new Set(['/register', '/reset-password', '/verify-email', '/undo-email']);
/**
 * Stands for every sign-up after a social login, which shows no normal form first. The token is no
 * part of its markup.
 */
const SOCIAL_REGISTER = '/register?socialToken=any';

export type PagesOptions = {
  catalogue: PageCatalogue;
  isDevelopment: boolean;
  /** Without a slash at the end. */
  siteUrl: string;
  /** Folder with the build of the pages; not used in development. */
  distDir: string;
  /** Sources that one page needs besides this site, by its path: the payment window. */
  extraSources?: (path: string) => ExtraSources | undefined;
  /** Who can be logged in with; none when left out. */
  socialProviders?: SocialProviders;
  /** What this installation says in every page's head; nothing when left out. */
  tags?: SiteTags;
};

type Pages = { source: PageSource; cache: PageCache; catalogue: PageCatalogue };

function createPages(source: PageSource, options: PagesOptions): Pages {
  const { catalogue, siteUrl, tags = NO_TAGS, socialProviders = [] } = options;
  const reader = catalogueReader(catalogue);

  function tagsOf(path: string): SiteTags {
    return UNMEASURED.test(path) ? { ...tags, measurementId: undefined } : tags;
  }

  function sourcesOf(path: string): ExtraSources {
    const isMeasured = tagsOf(path).measurementId !== undefined;
    return mergeSources(options.extraSources?.(path), isMeasured ? MEASUREMENT_SOURCES : undefined);
  }

  async function render(key: string): Promise<PageToKeep> {
    const path = key === GONE ? NO_SERVICE : key;
    const { renderPage } = await source.renderer();
    const { files } = source;
    const rendered = await renderPage({ path, catalogue: reader, files, siteUrl, socialProviders });
    const status = key === GONE ? 410 : rendered.status;
    const html = addToHead(rendered.html, siteTags(tagsOf(path)) + jsonLdScript(jsonLd(path, { catalogue, siteUrl })));
    const headers: Record<string, string> = {
      ...securityHeaders(siteUrl.startsWith('https:')),
      'content-type': HTML_TYPE,
      // Kept by browsers and caches, but asked for each time, so that a change shows at once.
      'cache-control': 'no-cache',
    };
    headers['content-security-policy'] = source.isFinal
      ? contentSecurityPolicy(html, sourcesOf(path))
      : DEVELOPMENT_POLICY;
    if (NO_REFERRER_PATHS.has(path.split('?', 1)[0] ?? '')) headers['referrer-policy'] = 'no-referrer';
    if (source.linkHeader) headers.link = source.linkHeader;
    return { status, html, headers };
  }
  const maxEntries = source.isFinal ? MAX_PAGES : 0;
  const cache = createPageCache({ maxEntries, version: catalogue.edition, render });
  catalogue.onChange(() => cache.clear());
  return { source, cache, catalogue };
}

/** What the page that answers this address is kept under. */
function keyOf({ pageOf }: PageRenderer, catalogue: PageCatalogue, pathname: string): string {
  if (pathname === SOCIAL_REGISTER) return pathname;
  const { path, serviceId } = pageOf(pathname);
  if (serviceId === undefined || catalogue.find(serviceId)) return path;
  return catalogue.isDeleted(serviceId) ? GONE : NO_SERVICE;
}

async function findPage({ source, cache, catalogue }: Pages, pathname: string, accepted: string | undefined) {
  const encoding = chooseEncoding(accepted);
  const key = keyOf(await source.renderer(), catalogue, pathname);
  return cache.peek(key, encoding) ?? cache.get(key, encoding);
}

/**
 * Sends finished bytes past the framework's own sending: nothing is left for it to serialise, and a
 * page from memory costs half as much this way. The 304 carries the page's headers too, because
 * browsers put them over the ones they keep.
 */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: FinishedPage): FastifyReply {
  const isKept = page.status === 200 && request.headers['if-none-match'] === page.etag;
  reply.hijack();
  if (isKept) reply.raw.writeHead(304, page.headers).end();
  else reply.raw.writeHead(page.status, page.headers).end(page.bytes);
  return reply;
}

/** By what a page is kept: its path, and of all queries the one that makes it another page. */
function pageKey(url: string, pathname: string): string {
  return pathname === '/register' && /[?&]socialToken=[^&]/.test(url) ? SOCIAL_REGISTER : pathname;
}

/** Where an address with needless slashes at its end leads; undefined for all others. */
function withoutTrailingSlash(pathname: string, query: string): string | undefined {
  if (!pathname.endsWith('/') || pathname === '/' || pathname.startsWith('//')) return undefined;
  return pathname.replace(/\/+$/, '') + query;
}

/** Everything that is not the API: the pages, their files and what search engines ask for. */
export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const source = options.isDevelopment ? await developmentSource(app) : await builtSource(app, options.distDir);
  await app.register(seoRoutes, options);
  await app.register(sharingRoutes, options);
  // Below it stand the terms of services, which would take it for one without a name.
  app.get('/terms/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/terms', 308));
  servePages(app, source, options);
}

/** Answers every address that nothing else answers with a page, which may be the one that says "not found". */
export function servePages(app: FastifyInstance, source: PageSource, options: PagesOptions): void {
  const pages = createPages(source, options);
  async function findAndSend(
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
    pathname: string,
  ): Promise<FastifyReply> {
    const shorter = withoutTrailingSlash(pathname, url.slice(pathname.length));
    if (shorter !== undefined) return reply.redirect(shorter, 308);
    if (await source.serveFile?.(request, reply)) return reply.hijack();
    return sendPage(request, reply, await findPage(pages, pageKey(url, pathname), request.headers['accept-encoding']));
  }

  // Not an async function: what is in memory is sent without a promise.
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const url = request.raw.url ?? '/';
    const end = url.indexOf('?');
    const pathname = end === -1 ? url : url.slice(0, end);
    const kept = pages.cache.peek(pageKey(url, pathname), chooseEncoding(request.headers['accept-encoding']));
    return kept ? sendPage(request, reply, kept) : findAndSend(request, reply, url, pathname);
  });
}

async function builtSource(app: FastifyInstance, distDir: string): Promise<PageSource> {
  const clientDir = join(distDir, 'client');
  const { files, fontPreloads } = await readBuiltFiles(clientDir);
  await registerBuiltFiles(app, clientDir);
  const loading = loadBuiltRenderer(distDir);
  const linkHeader = fontPreloads.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`);
  return { renderer: () => loading, files, linkHeader: linkHeader.join(', '), isFinal: true };
}

async function developmentSource(app: FastifyInstance): Promise<PageSource> {
  // Only loaded in development: the built pages need no Vite.
  const { createDevelopmentSource } = await import('./development-source.ts');
  return createDevelopmentSource(app);
}
