import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { BLOG_LINK, HEADER_PAGES, LOGGED_IN_LINKS, LOGGED_OUT_LINKS, type Visitor } from './nav-links.ts';

type Props = { isOpen: boolean; onClose: () => void; visitor: Visitor; onLogOut: () => void };

const ITEM =
  'flex min-h-13 w-full items-center border-paper/15 border-b text-left text-body text-paper aria-[current=page]:text-brass-300';

/**
 * The menu on small screens, a sheet from the right. Closes by Esc, the backdrop, its button and
 * every link.
 */
export function MobileMenu({ isOpen, onClose, visitor, onLogOut }: Props) {
  const handleLogOut = () => {
    onClose();
    onLogOut();
  };
  const accountLinks = { unknown: [], loggedIn: LOGGED_IN_LINKS, loggedOut: LOGGED_OUT_LINKS }[visitor];
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="sheet-popup px-6 pb-8 text-paper">
          <div className="flex h-[60px] items-center justify-between">
            <Dialog.Title className="font-semibold text-small text-paper/80">메뉴</Dialog.Title>
            <Dialog.Close
              aria-label="메뉴 닫기"
              className="-mr-2.5 inline-flex size-11 items-center justify-center rounded"
            >
              <svg
                viewBox="0 0 24 24"
                className="size-6 fill-none stroke-current"
                strokeWidth="1.75"
                aria-hidden="true"
              >
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </Dialog.Close>
          </div>
          <nav aria-label="모바일 메뉴">
            {HEADER_PAGES.map(({ path, title }) => (
              <Link key={path} to={path} activeOptions={{ exact: path === '/' }} onClick={onClose} className={ITEM}>
                {title}
              </Link>
            ))}
            <a href={BLOG_LINK.href} target="_blank" rel="noopener noreferrer" onClick={onClose} className={ITEM}>
              {BLOG_LINK.label}
              <span className="sr-only"> (새 창)</span>
            </a>
            {accountLinks.map(({ to, label }) => (
              <Link key={to} to={to} onClick={onClose} className={ITEM}>
                {label}
              </Link>
            ))}
            {visitor === 'loggedIn' && (
              <button type="button" onClick={handleLogOut} className={ITEM}>
                로그아웃
              </button>
            )}
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
