import { lazy, type ReactNode, Suspense, useState } from 'react';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** At most so wide. */
  size?: 'small' | 'medium' | 'large';
  /** Stands below the content in place of the close button. */
  footer?: ReactNode;
  /** Where the focus goes at the end, for who opened it from something that is gone by then. */
  returnFocusTo?: () => HTMLElement | null;
  children: ReactNode;
};

const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }));

/**
 * A dialog over the page: keeps the focus, locks the scroll, closes by Esc, by the backdrop and by its button.
 * Its code loads when it is first opened, so that pages do not wait for what most visitors never open.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(false);
  if (props.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  );
}
