import { useRef } from 'react';

/**
 * For a list below a bar that stays while the list scrolls: `showTop` goes back to the list's beginning where that has gone
 * under the bar. To be called when the bar has another list shown, of which one would else see the end or nothing.
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
