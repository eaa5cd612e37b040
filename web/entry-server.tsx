import type { AnyRoute } from '@tanstack/react-router';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { StrictMode } from 'react';
import type { CatalogueReader, ClientFiles, PageRenderer } from '#shared/contract/pages.ts';
import { type AppRouter, createAppRouter } from './router.ts';

type RouteScript = { tag: 'script'; attrs: { type: 'module'; src?: string }; children?: string };
type RouteFiles = { preloads?: string[]; css?: string[]; scripts?: RouteScript[] };

/** Which built files the router puts into the head of which route. */
function filesByRoute(router: AppRouter, files: ClientFiles) {
  const routes: Record<string, RouteFiles> = {};
  const all: AnyRoute[] = Object.values(router.routesById);
  for (const route of all) {
    const page = files.pages[route.options.staticData?.file ?? ''];
    if (page) routes[route.id] = page;
  }
  const scripts = files.scripts.map((script): RouteScript => {
    if ('code' in script) return { tag: 'script', attrs: { type: 'module' }, children: script.code };
    return { tag: 'script', attrs: { type: 'module', src: script.src } };
  });
  routes[router.routeTree.id] = { ...files.shared, scripts };
  return { routes };
}

/**
 * When the router loaded a match, as it tells the browser. It differs on every instance, and so would the ETag of the
 * page. A kept page is old in any case, so the browser's router must not rely on it.
 */
const LOADED_AT = /(\{i:"[^"]*",u:)\d{13}(?=,)/g;

/** Renders one page, the same for all users. */
export const renderPage: PageRenderer['renderPage'] = async (request) => {
  const { path, catalogue, files, siteUrl, socialProviders, nonce } = request;
  const router = createAppRouter({ queries: {}, catalogue, siteUrl, socialProviders });
  router.options.ssr = { nonce };
  const handle = createRequestHandler({
    createRouter: () => router,
    request: new Request(new URL(path, siteUrl)),
    getRouterManifest: async () => filesByRoute(router, files),
  });
  const response = await handle(({ responseHeaders }) =>
    renderRouterToString({
      router,
      responseHeaders,
      children: (
        <StrictMode>
          <RouterServer router={router} />
        </StrictMode>
      ),
    }),
  );
  const html = (await response.text()).replaceAll(LOADED_AT, '$10');
  return { status: response.status, html };
};

const NOTHING: CatalogueReader = {
  listServices: async () => [],
  getService: async () => undefined,
  childServices: async () => [],
  relatedServices: async () => [],
};
const matcher = createAppRouter({ queries: {}, catalogue: NOTHING, siteUrl: 'http://localhost' });

/** All unknown addresses share one page: its markup does not show the requested path. */
const NOT_FOUND = { path: '/404' };

export const pageOf: PageRenderer['pageOf'] = (pathname) => {
  const [, routeParams, foundRoute] = matcher.getMatchedRoutes(pathname);
  if (!foundRoute || routeParams['**']) return NOT_FOUND;
  if (foundRoute.fullPath === '/services/$serviceId') {
    const id = routeParams.serviceId ?? '';
    return /^[1-9]\d{0,9}$/.test(id) ? { path: `/services/${id}`, serviceId: Number(id) } : { path: '/services/0' };
  }
  // A personal page's shell is the same for all users.
  return { path: foundRoute.fullPath.replace(/\$\w+/g, '0') };
};
