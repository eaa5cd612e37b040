import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near the end counts as the end. */
const NEAR_PX = 48;

type PinnedScroll = {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  scrollToEnd: () => void;
};

/**
 * Keeps a log at its end while the reader is there, and in place when older messages are put
 * before. `firstKey` names the first message, `ownCount` counts the own ones: after sending the log
 * shows the end.
 */
export function usePinnedScroll(firstKey: string, ownCount: number): PinnedScroll {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const before = useRef({ firstKey, height: 0 });

  const scrollToEnd = () => {
    isPinned.current = true;
    log.current?.scrollTo({ top: log.current.scrollHeight });
  };

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const { firstKey: oldKey, height } = before.current;
    if (oldKey !== firstKey && !isPinned.current) element.scrollTop += element.scrollHeight - height;
    before.current = { firstKey, height: element.scrollHeight };
  });

  const countBefore = useRef(ownCount);
  useLayoutEffect(() => {
    const isSent = ownCount > countBefore.current;
    countBefore.current = ownCount;
    if (!isSent) return;
    isPinned.current = true;
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [ownCount]);

  useEffect(() => {
    const [element, inner] = [log.current, content.current];
    if (!element || !inner) return;
    const handleScroll = () => {
      isPinned.current = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_PX;
      setAtEnd(isPinned.current);
    };
    // Pictures that load, a keyboard that opens: the end stays the end.
    const observer = new ResizeObserver(() => {
      if (isPinned.current) element.scrollTo({ top: element.scrollHeight });
    });
    element.addEventListener('scroll', handleScroll, { passive: true });
    observer.observe(element);
    observer.observe(inner);
    return () => {
      element.removeEventListener('scroll', handleScroll);
      observer.disconnect();
    };
  }, []);
  return { log, content, isAtEnd, scrollToEnd };
}
