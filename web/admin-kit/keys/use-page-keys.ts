import { useEffect, useRef } from 'react';
import { isForPage } from './use-list-keys.ts';

/**
 * Calls the act of a key on the page, by the key's place, as in `KeyE`: a Korean layout has other letters there. Signs
 * such as `?` are named by themselves. Not while typing, and not while a dialog is open.
 */
export function usePageKeys(acts: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const act = isForPage(event)
        ? (latest.current[event.key] ?? (event.shiftKey ? undefined : latest.current[event.code]))
        : undefined;
      if (!act) return;
      event.preventDefault();
      void act();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, []);
}
