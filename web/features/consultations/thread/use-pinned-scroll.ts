import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near the end counts as the end. */
const NEAR_PX = 48;

type PinnedScroll = {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  scrollToEnd: () => void;
};

/** A reader scrolls with these. A scroll event alone may come from pictures, the keyboard or the page itself. */
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps a log at its end until the reader scrolls away, and in place when older messages are put
 * before. It opens at the element `start` where there is one. `firstKey` names the first message,
 * `ownCount` counts the own ones: after sending the log shows the end.
 */
export function usePinnedScroll(
  firstKey: string,
  ownCount: number,
  start: RefObject<HTMLElement | null>,
): PinnedScroll {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const before = useRef({ firstKey: '', height: 0 });

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
    if (oldKey === '' && firstKey !== '' && start.current) {
      isPinned.current = false;
      // Not into view: that would scroll the page as well.
      element.scrollTop += start.current.getBoundingClientRect().top - element.getBoundingClientRect().top;
    }
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
    // Until the log rests: a swipe goes on after the finger has left.
    let isByHand = false;
    const handleHand = () => {
      isByHand = true;
    };
    const handleRest = () => {
      isByHand = false;
    };
    const handleScroll = () => {
      const isEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_PX;
      if (isEnd || isByHand) isPinned.current = isEnd;
      setAtEnd(isEnd);
    };
    // Pictures that load, a keyboard that opens: the end stays the end.
    const observer = new ResizeObserver(() => {
      if (isPinned.current) element.scrollTo({ top: element.scrollHeight });
    });
    for (const hand of HANDS) element.addEventListener(hand, handleHand, { passive: true });
    element.addEventListener('scrollend', handleRest);
    element.addEventListener('scroll', handleScroll, { passive: true });
    observer.observe(element);
    observer.observe(inner);
    return () => {
      for (const hand of HANDS) element.removeEventListener(hand, handleHand);
      element.removeEventListener('scrollend', handleRest);
      element.removeEventListener('scroll', handleScroll);
      observer.disconnect();
    };
  }, []);
  return { log, content, isAtEnd, scrollToEnd };
}
