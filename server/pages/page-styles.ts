import type { StyleNode } from '#shared/contract/pages.ts';
import { addToHead } from './head-tags.ts';

/** Returns the part of the built style sheet that a page uses. */
export type PageStyles = (html: string) => string;

const CLASSES = /\bclass="([^"]*)"/g;
const TAGS = /<([a-z][a-z\d]*)/gi;
const ESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

/** The classes (with a dot) and tags of a page. */
function contentsOf(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, tag = ''] of html.matchAll(TAGS)) found.add(tag.toLowerCase());
  const lists = new Set(Array.from(html.matchAll(CLASSES), ([, list = '']) => list));
  for (const list of lists) {
    const names = list.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (entity) => ESCAPED[entity] ?? entity);
    for (const name of names.split(/\s+/)) found.add(`.${name}`);
  }
  return found;
}

/**
 * Creates the reader of a divided style sheet. A page gets every rule that can match its markup in
 * any state, in the order of the style sheet; only classes and tags decide.
 */
export function createPageStyles(nodes: readonly StyleNode[]): PageStyles {
  function write(parts: readonly StyleNode[], contents: Set<string>): string {
    let css = '';
    for (const part of parts) {
      if ('open' in part) {
        const inner = write(part.nodes, contents);
        if (inner !== '' || part.isLayer) css += `${part.open}{${inner}}`;
      } else if (part.mention === undefined) {
        const { needs } = part;
        if (!needs || needs.some((all) => all.every((name) => contents.has(name)))) css += part.css;
      }
    }
    return css;
  }

  const mentioned = nodes.flatMap((part) =>
    'mention' in part && part.mention !== undefined ? [{ css: part.css, mention: part.mention }] : [],
  );
  return (html) => {
    const css = write(nodes, contentsOf(html));
    const more = mentioned.filter(({ mention }) => css.includes(mention));
    return css + more.map((part) => part.css).join('');
  };
}

/**
 * Puts the styles that a page uses, and `more`, at the end of its head. The whole style sheet comes
 * after the first paint (web/ui/hydration/load-after-paint.ts).
 */
export function withStyles(
  html: string,
  styles: PageStyles | undefined,
  more = '',
): { html: string; styles: string[] } {
  if (!styles) return { html, styles: [] };
  const used = styles(html) + more;
  return { html: addToHead(html, `<style>${used}</style>`), styles: [used] };
}

/**
 * Tags that load the fonts of these styles by the page itself. Chromium sends the page's whole
 * address with a font that styles within the markup ask for, whatever the page's referrer policy says.
 */
export function fontPreloads(styles: readonly string[]): string {
  const fonts = styles.flatMap((css) =>
    Array.from(css.matchAll(/url\(([^)\s]+\.woff2)\)/g), ([, address = '']) => address),
  );
  return [...new Set(fonts)]
    .map((address) => `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin>`)
    .join('');
}
