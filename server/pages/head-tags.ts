import type { SiteTags } from '#server/config.ts';
import type { ClientStyle } from './client-files.ts';
import type { ExtraSources } from './content-security-policy.ts';

const HEAD_END = '</head>';

/** Configured values are checked at the start; escaped all the same, as they go into attributes. */
function attribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/**
 * Configured tags in the head of every page: site verification and analytics.
 */
export function siteTags({ measurementId, naverVerification, googleVerification }: SiteTags): string {
  const tags = [
    ['naver-site-verification', naverVerification],
    ['google-site-verification', googleVerification],
    ['measurement-id', measurementId],
  ] as const;
  return tags
    .map(([name, content]) => (content === undefined ? '' : `<meta name="${name}" content="${attribute(content)}">`))
    .join('');
}

/** Renders JSON as a data script. Escapes every `<`, so that no text can end the element. */
export function jsonLdScript(data: readonly object[]): string {
  if (data.length === 0) return '';
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replace(/</g, '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}

/**
 * Inserts tags at the end of a page's head. They are not part of React's tree; hydration ignores
 * unknown elements in the head.
 */
export function addToHead(html: string, tags: string): string {
  const end = html.indexOf(HEAD_END);
  return end === -1 ? html : html.slice(0, end) + tags + html.slice(end);
}

/**
 * The page's styles: within the markup, or linked where the page's address may hold a token. Chromium
 * sends the page's whole address with a font that styles within the markup ask for, whatever the
 * page's referrer policy says; a linked sheet sends its own address.
 */
export function styleTags(styles: readonly ClientStyle[], areLinked: boolean): string {
  return styles
    .map(({ css, address }) => (areLinked ? `<link rel="stylesheet" href="${address}">` : `<style>${css}</style>`))
    .join('');
}

/** Holds what Google Analytics loads and where it reports to; allowed only where it is configured. */
export const MEASUREMENT_SOURCES: ExtraSources = {
  'script-src': ['https://www.googletagmanager.com'],
  'connect-src': [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
};
