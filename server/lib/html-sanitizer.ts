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

/** Rich text reduced to the allow-list of the spec; run when it is saved and again when it is shown (contract §3). */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** Whether a reader would see nothing of it. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<[^>]*>/g, '').trim() === '';
}
