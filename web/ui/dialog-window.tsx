import { Dialog as Base } from '@base-ui/react/dialog';
import { useLayoutEffect, useRef } from 'react';
import { buttonClass } from './button-class.ts';
import type { DialogProps } from './dialog.tsx';

const SHEET =
  'max-sm:top-0 max-sm:left-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:transform-none max-sm:rounded-none';
const WIDTHS = { small: 'max-w-[440px]', medium: 'max-w-[560px]', large: 'max-w-[800px]' };

/** The dialog itself; pages use `Dialog`, which loads it at its first opening. */
export function DialogWindow(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    size = 'medium',
    isSheet = false,
    footer,
    initialFocus,
    returnFocusTo,
    onClosed,
    children,
  } = props;
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  /** The page itself had the focus: its first control, where keys are letters, must not get it. */
  const isFromPage = () => opener.current === document.body || opener.current?.id === 'main';
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      // The focus goes back in a microtask behind this one.
      onOpenChangeComplete={(open) => !open && onClosed && setTimeout(onClosed)}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          className={`dialog-popup flex max-h-[70vh] flex-col low:max-h-[calc(100dvh-16px)] low:overflow-y-auto ${WIDTHS[size]} ${isSheet ? SHEET : ''}`}
          initialFocus={initialFocus}
          finalFocus={() => returnFocusTo?.() ?? !isFromPage()}
        >
          <Base.Title className="border-line border-b px-6 py-4 text-h3 text-ink-900">{title}</Base.Title>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto px-6 py-5 text-ink-700 low:min-h-fit low:overflow-visible"
          >
            {children}
          </div>
          <div className="border-line border-t px-6 py-3 text-right">
            {footer ?? <Base.Close className={buttonClass('secondary')}>닫기</Base.Close>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
