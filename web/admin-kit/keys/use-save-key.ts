import { useEffect, useRef } from 'react';

/** Ctrl+S or Cmd+S saves, wherever the focus is on the page; not while a dialog is open. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
      // Prevents the browser's own "save page".
      event.preventDefault();
      if (event.repeat || document.querySelector('[role="alertdialog"], [role="dialog"]')) return;
      latest.current();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, []);
}
