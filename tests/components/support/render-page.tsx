import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { queryClientOf } from '#web/lib/query-client.ts';
import { QuestionHost } from '#web/ui/question-host.tsx';

/** Shows a component as a page does: with links, the query cache and the questions of `confirm`. */
export async function renderInPage(component: ReactNode, { at = '/' } = {}) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
  });
  await router.load();
  await render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClientOf({})}>
        {component}
        <QuestionHost />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  /** Returns path and query that the page has now. */
  return { address: () => router.state.location.href };
}
