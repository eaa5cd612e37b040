import { createHash } from 'node:crypto';
import { CSP_REPORTS_PATH } from '#server/http/guards/security-headers.ts';

type Directive = 'script-src' | 'connect-src' | 'frame-src' | 'form-action' | 'img-src' | 'style-src';
/** External sources that a page needs, such as the payment window. */
export type ExtraSources = Partial<Record<Directive, readonly string[]>>;

const BASE: Record<Directive, readonly string[]> = {
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // Administrators can use image URLs of any site in services.
  'img-src': ["'self'", 'data:', 'https:'],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
};
const FIXED = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Where browsers report violations (csp-reports.routes.ts). */
const REPORTS = `report-uri ${CSP_REPORTS_PATH}`;

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/**
 * Requires trusted types: only the site's own policy (web/lib/trusted-html.ts) can create HTML or
 * scripts. Pages with external scripts cannot use it, because those scripts write HTML themselves.
 */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types shop";

/** The code that is in the markup of a page itself. */
export type InlineCode = { scripts: readonly string[]; styles: readonly string[] };

/**
 * Builds the policy of a page: this site, its own inline scripts and styles by hash, and its
 * external sources.
 */
export function contentSecurityPolicy({ scripts, styles }: InlineCode, extra: ExtraSources = {}): string {
  const own = {
    ...BASE,
    'script-src': [...BASE['script-src'], ...scripts.map(hashOf)],
    'style-src': [...BASE['style-src'], ...styles.map(hashOf)],
  };
  const directives = Object.entries(own).map(([name, sources]) =>
    [name, ...sources, ...(extra[name as Directive] ?? [])].join(' '),
  );
  return [FIXED, ...directives, ...(extra['script-src'] ? [] : [TRUSTED_TYPES]), REPORTS].join('; ');
}

/** Both of them; either may be missing. */
export function mergeSources(...extras: readonly (ExtraSources | undefined)[]): ExtraSources {
  const merged: ExtraSources = {};
  for (const extra of extras) {
    for (const [name, sources] of Object.entries(extra ?? {})) {
      const directive = name as Directive;
      merged[directive] = [...(merged[directive] ?? []), ...sources];
    }
  }
  return merged;
}
