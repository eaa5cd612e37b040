import { useMemo } from 'react';

/** A browser that knows trusted types gives an object that counts as text wherever HTML is set, and takes no other. */
type HtmlPolicy = { createHTML: (html: string) => string };

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: 'shop', rules: HtmlPolicy) => HtmlPolicy };
  }
}

/** The only one that the Content-Security-Policy of pages allows: whatever else would set HTML is stopped by the browser. */
const policy: HtmlPolicy =
  typeof window === 'undefined' || !window.trustedTypes
    ? { createHTML: (html) => html }
    : window.trustedTypes.createPolicy('shop', { createHTML: (html) => html });

/** HTML that the server has sanitised, or that is only read and never shown as it is. */
export function trustedHtml(html: string): string {
  return policy.createHTML(html);
}

/** The same for `dangerouslySetInnerHTML`: one object for each text, because React sets another one again. */
export function useTrustedHtml(html: string): { __html: string } {
  return useMemo(() => ({ __html: trustedHtml(html) }), [html]);
}
