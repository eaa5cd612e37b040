import { INK_700, OLIVE_600, OLIVE_700 } from '#shared/platform/brand-colours.ts';

/** The element that the SDK puts its frames and its buttons into. */
const WINDOW_ID = 'bootpay-window-id';

export function isSdkWindowOpen(): boolean {
  return document.getElementById(WINDOW_ID) !== null;
}

/**
 * On a wide screen the SDK's sheet hides its own close button (white on white, and clipped); this
 * restores it.
 */
function showCloseButton(button: HTMLElement): void {
  button.style.setProperty('top', '12px');
  button.style.setProperty('right', '12px');
  button.style.setProperty('--bootpay-white', 'var(--bootpay-gray-dark)');
}

/**
 * The SDK's grey on white and white on light blue have too little contrast; these are the site's
 * colours.
 */
const COLOURS = {
  '--bootpay-gray-light': INK_700,
  '--bootpay-primary': OLIVE_700,
  '--bootpay-primary-hover': OLIVE_600,
};

/** Adds the accessible names that the SDK lacks. */
function nameParts(root: HTMLElement): void {
  root.setAttribute('role', 'dialog');
  root.setAttribute('aria-modal', 'true');
  root.setAttribute('aria-label', '결제창');
  for (const [name, colour] of Object.entries(COLOURS)) root.style.setProperty(name, colour);
  for (const frame of root.querySelectorAll('iframe')) frame.title = '결제창';
  for (const heading of root.querySelectorAll('h5')) {
    heading.setAttribute('role', 'heading');
    heading.setAttribute('aria-level', '2');
  }
  for (const button of root.querySelectorAll<HTMLElement>('.bootpay-close-btn')) {
    button.setAttribute('aria-label', '결제창 닫기');
    if (button.closest('.bootpay-popup-window')) showCloseButton(button);
  }
}

/**
 * Makes the SDK's window accessible by keyboard and screen reader: names, focus on its one button,
 * Escape. Called right after the SDK was started, which creates its elements at once; everything
 * ends with the signal.
 */
export function makeSdkWindowReachable(dismiss: () => void, signal: AbortSignal): void {
  const root = document.getElementById(WINDOW_ID);
  if (!root) return;
  nameParts(root);
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    // The SDK shows its button when the provider reports the popup's address.
    if (typeof data === 'string' && data.includes('"popup"'))
      root.querySelector<HTMLElement>('.bootpay-button')?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') dismiss();
  };
  window.addEventListener('message', handleMessage, { signal });
  document.addEventListener('keydown', handleKey, { signal });
}
