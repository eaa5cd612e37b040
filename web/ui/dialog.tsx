import { type ReactNode, type RefObject, useState } from 'react';
import { latePart } from './late/late-part.tsx';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** As high as the page on a phone. */
  isSheet?: boolean;
  /** Maximum width. */
  size?: 'small' | 'medium' | 'large';
  /** Rendered below the content in place of the close button. */
  footer?: ReactNode;
  /** Holds what has the focus at first; otherwise the scrolling content. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes at the end, if the element that opened the dialog is gone by then. */
  returnFocusTo?: () => HTMLElement | null;
  /** Called once the dialog is gone and the focus is back on the page. */
  onClosed?: () => void;
  children: ReactNode;
};

const DialogWindow = latePart(async () => (await import('./dialog-window.tsx')).DialogWindow);

/**
 * A modal dialog: traps the focus, locks scrolling, closes by Esc, the backdrop and its button.
 * Its code comes late, because most visits open none.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(false);
  if (props.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return <DialogWindow {...props} />;
}
