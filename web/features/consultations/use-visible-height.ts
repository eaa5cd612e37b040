import { type RefObject, useEffect, useRef } from 'react';

/**
 * Sets `--visible-height` of an element to the height that a phone's keyboard leaves, and `data-keyboard` for the
 * variant `tight`. `dvh` does
 * not see the keyboard, so a field at the end of the window would lie behind it.
 */
export function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const handleResize = () => {
      // A page that is zoomed in is read, not written on.
      if (visualViewport.scale > 1.05) return;
      const isKeyboardOpen = window.innerHeight - visualViewport.height > 100;
      if (isKeyboardOpen) element.current?.style.setProperty('--visible-height', `${visualViewport.height}px`);
      else element.current?.style.removeProperty('--visible-height');
      element.current?.toggleAttribute('data-keyboard', isKeyboardOpen);
      if (isKeyboardOpen) window.scrollTo({ top: 0 });
    };
    visualViewport.addEventListener('resize', handleResize);
    return () => visualViewport.removeEventListener('resize', handleResize);
  }, []);
  return element;
}
