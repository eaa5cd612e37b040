import { useEffect, useRef } from 'react';
import { isComposing } from '#web/lib/browsers/is-composing.ts';
import { mainControls } from '../use-row-clicks.ts';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));
}

/** Returns whether a key is meant for the page: not while typing, and not while a dialog is open. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event) || isTyping(event.target)) return false;
  return document.querySelector('[role="alertdialog"], [role="dialog"]') === null;
}

/**
 * Keys of a long list: j and k go to the next and previous row, Enter opens it, / goes to the
 * search field. Not while typing, and not while a dialog is open.
 */
export function useListKeys() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isForPage(event) || !container.current) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('main input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
      }
      // By the place of the key: a Korean layout has other letters there.
      const step = { KeyJ: 1, KeyK: -1 }[event.code];
      if (step === undefined) return;
      const rows = mainControls(container.current);
      const current = rows.findIndex((control) => control.matches(':focus'));
      const next = current === -1 ? 0 : current + step;
      rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, []);
  return container;
}
