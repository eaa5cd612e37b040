import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

/**
 * Parent of the pages that call the API. The others, above all home, do not load the query cache.
 */
export const queriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'queries',
  staticData: { file: 'web/pages/queries-layout.tsx' },
  component: lazyRouteComponent(() => import('../pages/queries-layout.tsx'), 'QueriesLayout'),
});
