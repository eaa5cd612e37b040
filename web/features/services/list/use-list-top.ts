import { useRef } from 'react';

/**
 * For a list below a sticky bar: `showTop` scrolls back to the list's start if that is under the
 * bar. Call it when the bar switches the list; otherwise the user sees the end of the new list, or
 * nothing.
 */
export function useListTop() {
  const bar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const showTop = () => {
    if (!bar.current || !list.current) return;
    const top = list.current.getBoundingClientRect().top - bar.current.getBoundingClientRect().bottom;
    if (top < 0) window.scrollBy({ top, behavior: 'instant' });
  };
  return { bar, list, showTop };
}
