import sanitizeHtml from 'sanitize-html';
import {
  ALLOWED_LINK_ATTRIBUTES,
  ALLOWED_LINK_SCHEMES,
  ALLOWED_TAGS,
  opensNewWindow,
} from '#shared/rules/service-html.ts';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: { a: [...ALLOWED_LINK_ATTRIBUTES] },
  allowedSchemes: [...ALLOWED_LINK_SCHEMES],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      attribs: opensNewWindow(attributes.target) ? { ...attributes, rel: 'noopener noreferrer' } : attributes,
    }),
  },
};

/** Reduces rich text to the allow-list of the spec, both on save and on display (contract §3). */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** Returns whether the HTML renders as empty. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<[^>]*>/g, '').trim() === '';
}
