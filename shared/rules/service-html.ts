/** Holds what rich text of services and terms may hold (spec §2 and §5). */
export const ALLOWED_TAGS = ['b', 'br', 'i', 'u', 'em', 'strong', 'p', 'ul', 'ol', 'li', 'a'] as const;
export const ALLOWED_LINK_ATTRIBUTES = ['href', 'target', 'rel'] as const;
/** `javascript:` and `data:` are left out on purpose (contract §3). */
export const ALLOWED_LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

const SAME_WINDOW = /^_(?:self|parent|top)$/i;

/**
 * Returns whether a link with that `target` opens another window, which must not get a handle on ours: every name but
 * these can be one.
 */
export function opensNewWindow(target: string | null | undefined): boolean {
  return target != null && !SAME_WINDOW.test(target);
}
