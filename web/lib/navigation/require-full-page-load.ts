import { redirect } from '@tanstack/react-router';

/** The page that this document was loaded for, as opposed to client-side navigations since. */
const documentPath = import.meta.env.SSR ? undefined : window.location.pathname;

type GuardArgs = { location: { pathname: string; href: string }; preload: boolean };

/**
 * Route guard (`beforeLoad`) of pages that load from other sites, such as the payment window: a
 * document keeps the security policy that it was loaded with, so the page needs a full page load.
 */
export function requireFullPageLoad({ location, preload }: GuardArgs): void {
  if (import.meta.env.SSR || preload || documentPath === location.pathname) return;
  throw redirect({ href: location.href, reloadDocument: true });
}
