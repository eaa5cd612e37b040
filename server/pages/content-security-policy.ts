import { createHash } from 'node:crypto';

type Directive = 'script-src' | 'connect-src' | 'frame-src' | 'form-action' | 'img-src' | 'style-src';
/** Sources that a page needs besides this site, as the payment window does. */
export type ExtraSources = Partial<Record<Directive, readonly string[]>>;

const BASE: Record<Directive, readonly string[]> = {
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // Staff put pictures into services by their address, wherever they are.
  'img-src': ["'self'", 'data:', 'https:'],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
};
const FIXED = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** Hashes of the scripts that stand in the markup. Data blocks never run and need none. */
function inlineScriptHashes(html: string): string[] {
  const hashes: string[] = [];
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (/\bsrc=/.test(attributes) || /type="application\//.test(attributes) || code === '') continue;
    hashes.push(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return hashes;
}

/**
 * The browser lets nothing but the site's own policy (web/lib/trusted-html.ts) turn text into HTML
 * or scripts. Scripts of others, where a page asks for them, do so themselves: no such page can
 * have this.
 */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types shop";

/** The policy of one page: this site, the page's own inline scripts by their hashes, and what it asked for besides. */
export function contentSecurityPolicy(html: string, extra: ExtraSources = {}): string {
  const hashes = inlineScriptHashes(html);
  const directives = Object.entries({ ...BASE, 'script-src': [...BASE['script-src'], ...hashes] }).map(
    ([name, sources]) => [name, ...sources, ...(extra[name as Directive] ?? [])].join(' '),
  );
  return [FIXED, ...directives, ...(extra['script-src'] ? [] : [TRUSTED_TYPES])].join('; ');
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
