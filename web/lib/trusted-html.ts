import { useMemo } from 'react';

/** With trusted types a browser accepts only such objects, not strings, wherever HTML is set. */
type HtmlPolicy = { createHTML: (html: string) => string };

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: 'shop', rules: HtmlPolicy) => HtmlPolicy };
  }
}

/**
 * The only policy that the pages' Content-Security-Policy allows: other code that sets HTML is
 * blocked.
 */
const policy: HtmlPolicy =
  typeof window === 'undefined' || !window.trustedTypes
    ? { createHTML: (html) => html }
    : window.trustedTypes.createPolicy('shop', { createHTML: (html) => html });

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
