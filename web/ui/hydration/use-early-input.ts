import { useHydrated } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Text of an input or select, or whether a box is ticked. */
type EnteredValue = string | boolean;

function controlOf(id: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | undefined {
  const control = document.getElementById(id);
  const isControl =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement;
  return isControl ? control : undefined;
}

/** Returns what a control has in place of the value that the server's markup gave it. */
function readEntered(id: string): EnteredValue | undefined {
  const control = controlOf(id);
  if (!control) return undefined;
  if (control instanceof HTMLSelectElement) {
    const given = Array.from(control.options).findIndex((option) => option.defaultSelected);
    return control.selectedIndex === Math.max(given, 0) ? undefined : control.value;
  }
  if (control.type === 'checkbox' && control instanceof HTMLInputElement) {
    return control.checked === control.defaultChecked ? undefined : control.checked;
  }
  return control.value === control.defaultValue ? undefined : control.value;
}

/** Enters the value as the visitor did, with the event that the control's `onChange` waits for. */
function enter(id: string, entered: EnteredValue): void {
  const control = controlOf(id);
  if (!control || control.disabled) return;
  if (typeof entered === 'boolean') {
    if (!(control instanceof HTMLInputElement)) return;
    control.checked = !entered;
    control.click();
    return;
  }
  if (control instanceof HTMLSelectElement) {
    control.value = entered;
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // React ignores the event of an input whose value it has seen: it sees what is assigned to the
  // element, and not what the setter of the prototype writes.
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, entered);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Keeps what a visitor entered before hydration. React does not know of it: it sets a select back
 * while it hydrates it, and a controlled input at its next render.
 */
export function useEarlyInput(id: string): void {
  const isHydrated = useHydrated();
  const [isServerMarkup] = useState(!isHydrated);
  // Read while rendering: once hydrated, a select has lost it.
  const [seen] = useState(() => (isHydrated || import.meta.env.SSR ? undefined : readEntered(id)));
  useEffect(() => {
    if (!isServerMarkup) return;
    const entered = readEntered(id) ?? seen;
    if (entered === undefined) return;
    // Not within an event that made React hydrate, which reads the control afterwards.
    const timer = setTimeout(() => enter(id, entered));
    return () => clearTimeout(timer);
  }, [id, isServerMarkup, seen]);
}
