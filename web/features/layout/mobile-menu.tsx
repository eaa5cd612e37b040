import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import { FIRM } from '#content/firm.ts';
import { PAGES } from '#shared/pages.ts';
import { serviceCategoryLabel, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { scrollToId } from '#web/lib/navigation/scroll-to.ts';
import { selectCategory } from '#web/lib/selected-category.ts';
import {
  BLOG_LINK,
  CONSULT,
  HEADER_PAGES,
  LOGGED_IN_LINKS,
  LOGGED_OUT_LINKS,
  type MarkUnread,
  type Visitor,
} from './nav-links.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  visitor: Visitor;
  isAdmin: boolean;
  markUnread: MarkUnread;
  onLogOut: () => void;
};

/** The section of single services. */
const ON_DEMAND_ID = 'ondemand';

const ITEM =
  'flex min-h-13 w-full items-center border-paper/15 border-b text-left text-body text-paper aria-[current=page]:text-brass-300';

const LOGIN =
  'mt-1 mb-3 flex min-h-12 items-center justify-center rounded bg-brass-300 font-semibold text-ink-950 text-body';

/**
 * The menu on small screens, a sheet from the right. Closes by Esc, the backdrop, its button and
 * every link.
 */
export function MobileMenu({ isOpen, onClose, visitor, isAdmin, markUnread, onLogOut }: Props) {
  const handleLogOut = () => {
    onClose();
    onLogOut();
  };
  const accountLinks = { unknown: [], loggedIn: LOGGED_IN_LINKS, loggedOut: LOGGED_OUT_LINKS }[visitor];
  // The router does nothing where the address stays the same, and a closing menu restores the
  // scroll.
  const leadsTo = useRef<string>(undefined);
  const handleClosed = () => {
    if (leadsTo.current !== undefined) scrollToId(leadsTo.current);
    leadsTo.current = undefined;
  };
  const handleCategory = (category: TabCategory) => {
    selectCategory(category);
    leadsTo.current = ON_DEMAND_ID;
    onClose();
  };
  const otherLinks = accountLinks.filter(({ to }) => to !== PAGES.login.path);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && handleClosed()}
    >
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
          {visitor === 'loggedOut' && (
            <Link to="/login" onClick={onClose} className={LOGIN}>
              로그인
            </Link>
          )}
          <nav aria-label="모바일 메뉴">
            {HEADER_PAGES.map(({ path, title }) => (
              <Fragment key={path}>
                <Link to={path} activeOptions={{ exact: path === '/' }} onClick={onClose} className={ITEM}>
                  {title}
                </Link>
                {path === PAGES.services.path && <Categories onChoose={handleCategory} />}
              </Fragment>
            ))}
            <a href={BLOG_LINK.href} target="_blank" rel="noopener noreferrer" onClick={onClose} className={ITEM}>
              {BLOG_LINK.label}
              <span className="sr-only"> (새 창)</span>
            </a>
            {isAdmin && (
              <Link to="/admin" onClick={onClose} className={ITEM}>
                관리
              </Link>
            )}
            {otherLinks.map(({ to, label }) => (
              <Link key={to} to={to} onClick={onClose} className={ITEM}>
                {label}
                {to === CONSULT.to && markUnread('ml-2')}
              </Link>
            ))}
            {visitor === 'loggedIn' && (
              <button type="button" onClick={handleLogOut} className={ITEM}>
                로그아웃
              </button>
            )}
          </nav>
          <p className="mt-6 text-paper/80 text-small">
            전화 상담
            <a
              href={`tel:${FIRM.phone}`}
              className="flex min-h-11 items-center font-bold text-brass-300 text-h3 tabular-nums"
            >
              {FIRM.phone}
            </a>
            <OfficeTimes />
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Opens the list of services at a category. */
function Categories({ onChoose }: { onChoose: (category: TabCategory) => void }) {
  return (
    <ul aria-label="서비스 카테고리" className="grid grid-cols-2 border-paper/15 border-b py-2">
      {TAB_CATEGORIES.map((category) => (
        <li key={category}>
          <Link
            to="/services"
            hash={ON_DEMAND_ID}
            onClick={() => onChoose(category)}
            className="flex min-h-11 items-center text-paper/80 text-small"
          >
            {serviceCategoryLabel(category)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
