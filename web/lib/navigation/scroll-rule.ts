import type { ParsedLocation } from '@tanstack/react-router';
import { isPagePending } from './pending-page.ts';

/**
 * Returns whether the router sets the scroll position after a navigation. Not for the first page if it is already
 * scrolled: a visitor who started reading before hydration would jump back to the top.
 */
export function scrollRule(): () => boolean {
  let isFirst = typeof window !== 'undefined';
  return () => {
    const isKept = isFirst && window.scrollY > 0;
    isFirst = false;
    // The router stores positions on scroll events, and this scroll happened before it listened.
    if (isKept) document.dispatchEvent(new Event('scroll'));
    return !isKept;
  };
}

/**
 * The key under which the router stores a page's scroll position. While the next page loads, the
 * router still attributes scrolling to the previous page; a different key keeps that page's
 * position.
 */
export function scrollKey(location: ParsedLocation): string {
  if (isPagePending()) return 'pending';
  return location.state.__TSR_key ?? location.href;
}
