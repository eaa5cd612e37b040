import { Link } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { MobileMenuButton } from './mobile-menu-button.tsx';
import {
  BLOG_LINK,
  CONSULT,
  HEADER_PAGES,
  LOGGED_IN_LINKS,
  LOGGED_OUT_LINKS,
  type MarkUnread,
  type Visitor,
} from './nav-links.ts';
import { useIsHeaderDark } from './use-header-tone.ts';

type Props = { isHome: boolean; visitor: Visitor; isAdmin: boolean; markUnread: MarkUnread; onLogOut: () => void };

const LINK =
  'inline-flex min-h-11 items-center text-small text-paper/80 transition-colors duration-150 hover:text-paper aria-[current=page]:text-brass-300';

/**
 * The fixed bar of every page; on a low screen it scrolls away. The part that depends on the login
 * is at the right end, so that nothing else moves.
 */
export function SiteHeader({ isHome, visitor, isAdmin, markUnread, onLogOut }: Props) {
  const isDark = useIsHeaderDark(isHome);
  return (
    <header
      className={`site-header print:hidden fixed inset-x-0 top-0 z-30 low:absolute h-[60px] text-paper transition-colors duration-300 ${isDark ? 'bg-ink-950' : 'bg-transparent'}`}
    >
      <div className="mx-auto flex h-full max-w-page items-center gap-8 px-6">
        <Link
          to="/"
          activeOptions={{ exact: true }}
          className="flex min-h-11 items-baseline gap-2.5 whitespace-nowrap pt-2.5"
        >
          <span className="font-bold text-body/6 tracking-[-0.02em]">{FIRM.centreName}</span>
          <span className="text-caption text-paper/80 max-[359px]:hidden">{FIRM.name}</span>
        </Link>
        <nav aria-label="주 메뉴" className="hidden gap-7 lg:flex">
          {HEADER_PAGES.map(({ path, title }) => (
            <Link key={path} to={path} activeOptions={{ exact: path === '/' }} className={LINK}>
              {title}
            </Link>
          ))}
          <a href={BLOG_LINK.href} target="_blank" rel="noopener noreferrer" className={LINK}>
            {BLOG_LINK.label}
            <span className="sr-only"> (새 창)</span>
          </a>
        </nav>
        <div className="ml-auto hidden gap-6 lg:flex">
          <AccountLinks visitor={visitor} isAdmin={isAdmin} markUnread={markUnread} onLogOut={onLogOut} />
        </div>
        <MobileMenuButton visitor={visitor} isAdmin={isAdmin} markUnread={markUnread} onLogOut={onLogOut} />
      </div>
    </header>
  );
}

function AccountLinks({ visitor, isAdmin, markUnread, onLogOut }: Omit<Props, 'isHome'>) {
  if (visitor === 'unknown') return null;
  const links = visitor === 'loggedIn' ? LOGGED_IN_LINKS : LOGGED_OUT_LINKS;
  return (
    <>
      {isAdmin && (
        <Link to="/admin" className={LINK}>
          관리
        </Link>
      )}
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className={LINK}>
          {label}
          {to === CONSULT.to && markUnread('ml-1.5')}
        </Link>
      ))}
      {visitor === 'loggedIn' && (
        <button type="button" onClick={onLogOut} className={LINK}>
          로그아웃
        </button>
      )}
    </>
  );
}
