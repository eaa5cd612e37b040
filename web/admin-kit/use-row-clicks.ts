import { useEffect, useRef } from 'react';

const INTERACTIVE = 'a, button, input, select, textarea, label, summary';
/** The link or button that a row is about is the first one in its name cell. */
export const ROW_NAME = '[data-row-name]';

/** The main link or button of each row that is shown: a phone has cards in place of the table. */
export function mainControls(container: ParentNode): HTMLElement[] {
  const controls = [...container.querySelectorAll<HTMLElement>(ROW_NAME)].flatMap(
    (name) => name.querySelector<HTMLElement>('a, button') ?? [],
  );
  return controls.filter((control) => control.offsetParent !== null);
}

/**
 * Lets a click anywhere in a row act as one on its main link. Links, buttons and selected text in
 * the row work as before; a click with Ctrl or ⌘ opens a new window. The keyboard has the link.
 */
export function useRowClicks<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  useEffect(() => {
    const element = container.current;
    const handleClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest(INTERACTIVE)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const name = event.target.closest('tbody > tr, li')?.querySelector(ROW_NAME);
      const control = name?.querySelector<HTMLElement>('a, button');
      const { ctrlKey, metaKey } = event;
      control?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }));
    };
    element?.addEventListener('click', handleClick);
    return () => element?.removeEventListener('click', handleClick);
  }, []);
  return container;
}
