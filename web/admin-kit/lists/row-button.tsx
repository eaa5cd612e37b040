import type { ReactNode } from 'react';
import { ADMIN_LINK } from '../admin-page.tsx';

/** The name of a row without a page of its own: opens the dialog with all that is known of it. */
export function RowButton({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className={`${ADMIN_LINK} text-left`}>
      {children}
    </button>
  );
}
