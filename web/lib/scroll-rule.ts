/**
 * Whether the router sets the scroll position of a page that has just been rendered. Not of the first one where it is
 * scrolled by then: whoever began to read before the page's code had loaded would be thrown back to the top.
 */
export function scrollRule(): () => boolean {
  let isFirst = typeof window !== 'undefined';
  return () => {
    const isKept = isFirst && window.scrollY > 0;
    isFirst = false;
    return !isKept;
  };
}
