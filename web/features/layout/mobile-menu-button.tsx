import { useState } from 'react';
import { latePart } from '#web/ui/late/late-part.tsx';
import type { MarkUnread, Visitor } from './nav-links.ts';

const MobileMenu = latePart(async () => (await import('./mobile-menu.tsx')).MobileMenu);

type Props = { visitor: Visitor; isAdmin: boolean; markUnread: MarkUnread; onLogOut: () => void };

/** Opens the menu on small screens. Its code comes late. */
export function MobileMenuButton({ visitor, isAdmin, markUnread, onLogOut }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const handleOpen = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        onClick={handleOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-mr-2.5 relative ml-auto inline-flex size-11 items-center justify-center rounded lg:hidden"
      >
        <svg viewBox="0 0 24 24" className="size-6 fill-none stroke-current" strokeWidth="1.75" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
        <span className="sr-only">메뉴 열기</span>
        {markUnread('absolute top-0 left-6')}
      </button>
      {isWanted && (
        <MobileMenu
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          visitor={visitor}
          isAdmin={isAdmin}
          markUnread={markUnread}
          onLogOut={onLogOut}
        />
      )}
    </>
  );
}
