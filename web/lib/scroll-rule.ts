import type { ParsedLocation } from '@tanstack/react-router';

/** Marks what stands where a page will be, while that page loads. */
export const PENDING_PAGE = 'data-pending-page';

/**
 * Whether the router sets the scroll position of a page that has just been rendered. Not of the first one where it is
 * scrolled by then: whoever began to read before the page's code had loaded would be thrown back to the top.
 */
export function scrollRule(): () => boolean {
  let isFirst = typeof window !== 'undefined';
  return () => {
    const isKept = isFirst && window.scrollY > 0;
    isFirst = false;
    // The router remembers positions of what it heard scroll, and this was scrolled before it listened.
    if (isKept) document.dispatchEvent(new Event('scroll'));
    return !isKept;
  };
}

/**
 * The name under which the router remembers how far a page is scrolled. While the next page loads, the router still
 * takes the screen for the page before; what is scrolled then is not that page, whose own position is to be kept.
 */
export function scrollKey(location: ParsedLocation): string {
  if (typeof document !== 'undefined' && document.querySelector(`[${PENDING_PAGE}]`)) return 'pending';
  return location.state.__TSR_key ?? location.href;
}
