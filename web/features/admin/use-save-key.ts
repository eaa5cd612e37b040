import { useEffect, useRef } from 'react';

/** Ctrl+S, or Cmd+S, saves, wherever in the page the keyboard is; while a dialog asks something it does nothing. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
      // The browser would offer to save the page as a file.
      event.preventDefault();
      if (event.repeat || document.querySelector('[role="alertdialog"], [role="dialog"]')) return;
      latest.current();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, []);
}
