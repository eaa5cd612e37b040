import { useEffect, useRef } from 'react';
import { isForPage } from './use-list-keys.ts';

/** An act of what the page shows: 바로 찾기 finds it by its name, and a key does it. */
export type PageAct = {
  /** Left out where the act is for its key alone. */
  name?: string;
  /** By its place, as in `KeyE`: a Korean layout has other letters there. Signs such as `?` are named by themselves. */
  key?: string;
  act: () => unknown;
};

const shown = new Set<() => readonly PageAct[]>();

/** Returns the acts that can be done now, those of the page before those of its frame. */
export function actsOfPage(): readonly PageAct[] {
  return [...shown].reverse().flatMap((acts) => acts());
}

/** Offers these acts while the component is shown. Keys wait while something is typed or a dialog is open. */
export function usePageActs(acts: readonly (PageAct | false)[]): void {
  const latest = useRef<readonly PageAct[]>([]);
  useEffect(() => {
    latest.current = acts.filter((act) => act !== false);
  });
  useEffect(() => {
    const current = () => latest.current;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const found = current().find(({ key }) => key === event.key || (key === event.code && !event.shiftKey));
      if (!found) return;
      event.preventDefault();
      void found.act();
    };
    shown.add(current);
    window.addEventListener('keydown', handleKeyDown);
    return () => {
      shown.delete(current);
      window.removeEventListener('keydown', handleKeyDown);
    };
  }, []);
}
