import { useMemo } from 'react';
import { WORKER_PATH } from '#shared/platform/offline.ts';

/** With trusted types a browser accepts only such objects, not strings, wherever HTML is set. */
type Policy = { createHTML: (html: string) => string; createScriptURL: (url: string) => string };

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: 'shop', rules: Policy) => Policy };
  }
}

const RULES: Policy = {
  createHTML: (html) => html,
  createScriptURL(url) {
    if (url !== WORKER_PATH) throw new TypeError(`no script of this site: ${url}`);
    return url;
  },
};

/**
 * The only policy that the pages' Content-Security-Policy allows: other code that sets HTML, or
 * loads a script, is blocked.
 */
const policy: Policy =
  typeof window === 'undefined' || !window.trustedTypes ? RULES : window.trustedTypes.createPolicy('shop', RULES);

/** HTML that the server has sanitised, or that is parsed and never shown as HTML. */
export function trustedHtml(html: string): string {
  return policy.createHTML(html);
}

/**
 * The same for `dangerouslySetInnerHTML`: one object per text, because React compares objects by
 * identity.
 */
export function useTrustedHtml(html: string): { __html: string } {
  return useMemo(() => ({ __html: trustedHtml(html) }), [html]);
}

/**
 * Installs the service worker, which shows a page of ours where none can be loaded, and pushes to
 * administrators. Undefined where the browser has none.
 */
export async function installWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.register(policy.createScriptURL(WORKER_PATH));
  } catch {
    // Private windows and some in-app browsers have none: the browser shows its own page.
    return undefined;
  }
}
