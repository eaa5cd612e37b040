import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

/** Stands above the pages that ask the API: the others, home before all, load nothing of the query cache. */
export const queriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'queries',
  staticData: { file: 'web/pages/queries-layout.tsx' },
  component: lazyRouteComponent(() => import('../pages/queries-layout.tsx'), 'QueriesLayout'),
});
