import { useCallback, useEffect, useRef } from 'react';

/**
 * Defers `action` while a pointer is pressed, until its click was dispatched: a layout change
 * between press and release moves the button away from the pointer, and the click is lost.
 */
export function useDeferUntilClick(): (act: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handlePress = () => {
      clearTimeout(timer);
      isPressed.current = true;
    };
    const handleRelease = () => {
      // The click is dispatched right after its release.
      timer = setTimeout(() => {
        isPressed.current = false;
        for (const act of waiting.current.splice(0)) act();
      });
    };
    document.addEventListener('pointerdown', handlePress, true);
    document.addEventListener('pointerup', handleRelease, true);
    document.addEventListener('pointercancel', handleRelease, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', handlePress, true);
      document.removeEventListener('pointerup', handleRelease, true);
      document.removeEventListener('pointercancel', handleRelease, true);
    };
  }, []);

  return useCallback((act) => {
    if (isPressed.current) waiting.current.push(act);
    else act();
  }, []);
}
