import { redirect } from '@tanstack/react-router';

/** The page that this document was served for, as opposed to those that were walked to since. */
const documentPath = import.meta.env.SSR ? undefined : window.location.pathname;

type GuardArgs = { location: { pathname: string; href: string }; preload: boolean };

/**
 * Route guard (`beforeLoad`) of pages that may load from other sites, as the payment window does: a document keeps
 * the security policy that it came with, so such a page has to be loaded as a document of its own.
 */
export function requireOwnDocument({ location, preload }: GuardArgs): void {
  if (import.meta.env.SSR || preload || documentPath === location.pathname) return;
  throw redirect({ href: location.href, reloadDocument: true });
}
