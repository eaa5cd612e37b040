import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { StrictMode } from 'react';
import type { CatalogueReader, ClientFiles, PageRenderer } from '#shared/contract/pages.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { declareHolidays } from '#shared/rules/work/declared-holidays.ts';
import { type AppRouter, createAppRouter } from './router.ts';
import { COLLECT_EARLY_TAPS } from './ui/hydration/early-taps.ts';

type RouteScript = { tag: 'script'; attrs: { type: 'module'; src?: string }; children?: string };

/** The router itself writes the sources of development into the markup, and nothing of a build. */
function manifestOf(router: AppRouter, { scripts, css }: ClientFiles) {
  const tags = scripts.map((script): RouteScript => {
    if ('code' in script) return { tag: 'script', attrs: { type: 'module' }, children: script.code };
    return { tag: 'script', attrs: { type: 'module', src: script.src } };
  });
  return { routes: { [router.routeTree.id]: { css, scripts: tags } } };
}

/**
 * The tags that a page's head has outside of React's tree: the code that runs before the body is
 * parsed, and the modules of a build. Their low priority leaves the line to markup, font and picture.
 */
function headTags(router: AppRouter, { built }: ClientFiles, nonce: string): string {
  const early = `<script nonce="${nonce}">${COLLECT_EARLY_TAPS}</script>`;
  if (!built) return early;
  const own = router.state.matches.flatMap(({ staticData }) => built.pages[staticData.file ?? ''] ?? []);
  const links = [...new Set([...built.modules, ...own])].map(
    (href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`,
  );
  return `${early}${links.join('')}<script type="module" src="${built.entry}" fetchpriority="low"></script>`;
}

/**
 * When the router loaded a match, as it tells the browser. It differs on every instance, and so would the ETag of the
 * page. A kept page is old in any case, so the browser's router must not rely on it.
 */
const LOADED_AT = /(\{i:"[^"]*",u:)\d{13}(?=,)/g;

/** Renders one page, the same for all users. */
export const renderPage: PageRenderer['renderPage'] = async (request) => {
  const { path, catalogue, files, siteUrl, deskHours, holidays, socialProviders, nonce } = request;
  declareHolidays(holidays);
  const router = createAppRouter({ queries: {}, catalogue, siteUrl, deskHours, holidays, socialProviders });
  router.options.ssr = { nonce };
  const handle = createRequestHandler({
    createRouter: () => router,
    request: new Request(new URL(path, siteUrl)),
    getRouterManifest: async () => manifestOf(router, files),
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
  // Not by React: hydration ignores unknown elements in the head, but a browser that renders the
  // document afresh could not write a script (Trusted Types).
  const tags = headTags(router, files, nonce);
  return { status: response.status, html: html.replace('</head>', (end) => tags + end) };
};

const NOTHING: CatalogueReader = {
  listServices: async () => [],
  getService: async () => undefined,
  childServices: async () => [],
  relatedServices: async () => [],
};
const matcher = createAppRouter({
  queries: {},
  catalogue: NOTHING,
  siteUrl: 'http://localhost',
  deskHours: DEFAULT_DESK_HOURS,
  holidays: [],
});

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
