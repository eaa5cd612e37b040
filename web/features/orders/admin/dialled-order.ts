import { useEffect, useState } from 'react';
import type { CalledOrder } from './call-dialog.tsx';

/** A phone asks before it dials; a page that is left later is left for something else. */
const LEFT_WITHIN_MS = 30_000;

let dialled: { order: CalledOrder; at: number } | undefined;

/** Remembers whose number was pressed, until the page is left for the call. */
export function rememberDialled(order: CalledOrder): void {
  dialled = { order, at: performance.now() };
}

/** The order whose buyer was called, once the page is back from the phone; `end` forgets it. */
export function useDialled(): { order: CalledOrder | undefined; end: () => void } {
  const [order, setOrder] = useState<CalledOrder>();
  useEffect(() => {
    let left: CalledOrder | undefined;
    const handleChange = () => {
      if (document.visibilityState === 'visible') {
        if (left) setOrder(left);
        left = undefined;
        return;
      }
      left = dialled && performance.now() - dialled.at < LEFT_WITHIN_MS ? dialled.order : undefined;
      dialled = undefined;
    };
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  }, []);
  return { order, end: () => setOrder(undefined) };
}
