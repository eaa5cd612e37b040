import { useEffect, useState } from 'react';

/**
 * Dark above the first, transparent again below the second (spec §9); in between it does not
 * change.
 */
const DARK_ABOVE_PX = 24;
const CLEAR_BELOW_PX = 8;

/** Returns whether the header is dark: always, except at the top of the home page. */
export function useIsHeaderDark(isHome: boolean): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!isHome) return;
    const follow = () =>
      setScrolled((before) => window.scrollY > DARK_ABOVE_PX || (before && window.scrollY >= CLEAR_BELOW_PX));
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [isHome]);
  return !isHome || isScrolled;
}
