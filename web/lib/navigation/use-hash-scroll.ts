import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { scrollToId } from './scroll-to.ts';

/** Scrolls to the element named by the hash once the content above it has loaded (spec §2). */
export function useHashScroll(isLoaded: boolean) {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (isLoaded && hash !== '') scrollToId(hash);
  }, [isLoaded, hash]);
}
