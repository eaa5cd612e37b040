import { type RefObject, useEffect, useRef } from 'react';
import type { ThreadSource } from './thread-source.ts';

/**
 * Marks the thread as read up to `lastSeq` once its end is on the screen of a visible window with
 * the focus: a message behind another window was not read.
 */
export function useReadMark(end: RefObject<HTMLElement | null>, source: ThreadSource, lastSeq: number): void {
  const marked = useRef(0);
  useEffect(() => {
    if (!end.current || lastSeq === 0) return;
    let isOnScreen = false;
    let isRunning = false;
    const mark = async () => {
      const isRead = isOnScreen && document.visibilityState === 'visible' && document.hasFocus();
      if (!isRead || isRunning || marked.current >= lastSeq) return;
      isRunning = true;
      try {
        await source.markRead(lastSeq);
        marked.current = lastSeq;
      } catch {
        // The next sign of the reader tries again.
      } finally {
        isRunning = false;
      }
    };
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.some(({ isIntersecting }) => isIntersecting);
      void mark();
    });
    observer.observe(end.current);
    const handleSign = () => void mark();
    window.addEventListener('focus', handleSign);
    document.addEventListener('visibilitychange', handleSign);
    document.addEventListener('pointerdown', handleSign);
    document.addEventListener('keydown', handleSign);
    return () => {
      observer.disconnect();
      window.removeEventListener('focus', handleSign);
      document.removeEventListener('visibilitychange', handleSign);
      document.removeEventListener('pointerdown', handleSign);
      document.removeEventListener('keydown', handleSign);
    };
  }, [end, source, lastSeq]);
}
