import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import { StepUpHost } from '#web/features/accounts/factors/step-up-host.tsx';
import { queryClientOf } from '#web/lib/query-client.ts';

/** Provides the query cache to the pages below. */
export function QueriesLayout() {
  const queries = useRouteContext({ from: '__root__', select: (context) => context.queries });
  return (
    <QueryClientProvider client={queryClientOf(queries)}>
      <Outlet />
      <StepUpHost />
    </QueryClientProvider>
  );
}
