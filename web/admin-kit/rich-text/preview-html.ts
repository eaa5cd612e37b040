import {
  ALLOWED_LINK_ATTRIBUTES,
  ALLOWED_LINK_SCHEMES,
  ALLOWED_TAGS,
  opensNewWindow,
} from '#shared/rules/service-html.ts';
import { trustedHtml } from '#web/lib/trusted-html.ts';

const TAGS = new Set<string>(ALLOWED_TAGS);
const LINK_ATTRIBUTES = new Set<string>(ALLOWED_LINK_ATTRIBUTES);
/** Elements whose text is not page text. */
const DROPPED = 'script, style, textarea, option, noscript, template';

/** Returns whether the server keeps a link with that address. */
export function isSafeAddress(href: string): boolean {
  const address = href.trim();
  if (address.startsWith('//') || address.startsWith('\\')) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) return ALLOWED_LINK_SCHEMES.some((allowed) => allowed === scheme);
  return /^[/#?]/.test(address);
}

/**
 * Returns what the server's allow-list keeps of the HTML, for a preview before saving. The text of other elements
 * stays.
 */
export function previewHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const element of [...body.querySelectorAll('*')]) {
    const tag = element.tagName.toLowerCase();
    if (!TAGS.has(tag)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const isKept = tag === 'a' && LINK_ATTRIBUTES.has(name) && (name !== 'href' || isSafeAddress(value));
      if (!isKept) element.removeAttribute(name);
    }
    if (opensNewWindow(element.getAttribute('target'))) element.setAttribute('rel', 'noopener noreferrer');
  }
  return body.innerHTML;
}
