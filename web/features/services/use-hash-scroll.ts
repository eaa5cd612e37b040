import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to the element named by the hash once the content above it has loaded (spec §2). */
export function useHashScroll(isLoaded: boolean) {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!isLoaded || hash === '') return;
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(hash)?.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' });
  }, [isLoaded, hash]);
}
