import { INK_700, OLIVE_600, OLIVE_700 } from '#shared/platform/brand-colours.ts';
import { buttonClass } from '#web/ui/button-class.ts';

/** The element that the SDK puts its frames and its buttons into. */
const WINDOW_ID = 'bootpay-window-id';

/** Describes what the window is called, and what the page behind its popup says. */
export type WindowTexts = { name: string; heading: string; lead: string; show: string };

export const PAYMENT_WINDOW: WindowTexts = {
  name: '결제창',
  heading: '새 창에서 결제를 진행하고 있습니다',
  lead: '결제를 마치시면 이 화면이 자동으로 바뀝니다. 결제창이 보이지 않으면 다시 보기를 눌러주세요.',
  show: '결제창 다시 보기',
};

export const IDENTITY_WINDOW: WindowTexts = {
  name: '본인인증 창',
  heading: '새 창에서 본인인증을 진행하고 있습니다',
  lead: '인증을 마치시면 이 화면이 자동으로 바뀝니다. 인증 창이 보이지 않으면 다시 보기를 눌러주세요.',
  show: '인증 창 다시 보기',
};

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
function nameParts(root: HTMLElement, name: string): void {
  root.setAttribute('role', 'dialog');
  root.setAttribute('aria-modal', 'true');
  root.setAttribute('aria-label', name);
  for (const [property, colour] of Object.entries(COLOURS)) root.style.setProperty(property, colour);
  for (const frame of root.querySelectorAll('iframe')) frame.title = name;
  for (const heading of root.querySelectorAll('h5')) {
    heading.setAttribute('role', 'heading');
    heading.setAttribute('aria-level', '2');
  }
  for (const button of root.querySelectorAll<HTMLElement>('.bootpay-close-btn')) {
    button.setAttribute('aria-label', `${name} 닫기`);
    if (button.closest('.bootpay-popup-window')) showCloseButton(button);
  }
}

/** Above the SDK's blurred page. Built without React, inside the element that the SDK removes. */
const PANEL_CLASS =
  'fixed top-1/2 left-1/2 w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 rounded-card bg-surface p-6 text-left text-ink-700 md:p-8';

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function panelButton(kind: Parameters<typeof buttonClass>[0], text: string, handleClick: () => void) {
  const button = element('button', buttonClass(kind, 'flex-1'), text);
  button.type = 'button';
  button.addEventListener('click', handleClick);
  return button;
}

/**
 * Says what is going on while a popup is open, which may lie behind the page. Without it
 * the page is only blurred and black.
 */
export function showPopupPanel(popup: Window, texts: WindowTexts, dismiss: () => void): void {
  const root = document.getElementById(WINDOW_ID);
  if (!root) return;
  root.querySelector('[data-popup-panel]')?.remove();
  const panel = element('div', PANEL_CLASS);
  panel.dataset.popupPanel = '';
  const heading = element('h2', 'text-h3 text-ink-900', texts.heading);
  const text = element('p', 'mt-3 text-body', texts.lead);
  text.setAttribute('role', 'status');
  const buttons = element('div', 'mt-6 flex flex-wrap gap-3');
  const show = panelButton('primary', texts.show, () => popup.focus());
  buttons.append(panelButton('secondary', '취소', dismiss), show);
  panel.append(heading, text, buttons);
  root.append(panel);
  show.focus({ preventScroll: true });
}

/**
 * Makes the SDK's window accessible by keyboard and screen reader: names, focus on its one button,
 * Escape. Called right after the SDK was started, which creates its elements at once; everything
 * ends with the signal.
 */
export function makeSdkWindowReachable(texts: WindowTexts, dismiss: () => void, signal: AbortSignal): void {
  const root = document.getElementById(WINDOW_ID);
  if (!root) return;
  nameParts(root, texts.name);
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
